// Python in the visitor's browser: answers the same messages as the server, in a worker.

const VERSION = "{version}"; // of all files, so that the cache of the browser mixes no versions

/** A file of the site that is not imported. @param {string} name */
const address = (name) => new URL(`${name}?${VERSION}`, import.meta.url).href;

/**
 * The files that the service worker caches; null where a browser has no cache, as over plain HTTP.
 */
const cached = globalThis.caches?.open(`standoff-${VERSION}`).catch(() => null) ?? null;

/**
 * Return a file, cached from now on, so that the service worker need not load it again.
 * @param {string} name
 */
async function loaded(name) {
  const cache = await cached;
  const kept = await cache?.match(name);
  if (kept) return kept;
  const response = await fetch(address(name));
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
  return response;
}

let keeping = Promise.resolve(); // until the memory of Python is cached

/** @param {string} name @param {Response} response */
const kept = async (name, response) => (await cached)?.put(name, response).catch(() => {});

/** @param {Response} response */
async function unzipped(response) {
  const plain = /** @type {ReadableStream} */ (response.body).pipeThrough(
    new DecompressionStream("gzip"),
  );
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Return a file synchronously: Python's imports cannot wait. @param {string} name */
function fileNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", address(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return new Uint8Array(request.response);
}

const LATER = `
import importlib, sys
importlib.invalidate_caches()


class Later:
    """Fetches what few answers need when something imports it: the standard library, and networkx."""

    library = True

    def find_spec(self, name, path=None, target=None):
        if self.library and not name.startswith("standoff."):
            self.library = False
            lay_library(next(path for path in sys.path if path.endswith(".zip")))
        if name == "networkx":
            sys.meta_path.remove(self)
            unpack_later("networkx.tar.gz")
            importlib.invalidate_caches()
        return None


sys.meta_path.insert(0, Later())
`;

const indexURL = new URL("pyodide/", import.meta.url).href;

// in place of the library, which is loaded later
const settings = { indexURL, stdLibURL: address("pyodide/pyodide-lock.json") };

async function packages() {
  const response = await loaded("packages.tar.gz");
  const bytes = unzipped(response.clone());
  await kept("packages.tar.gz", response);
  return bytes;
}

/**
 * Python from the memory that an earlier visit has cached, complete and checked; null if there is
 * none.
 */
async function fromMemory() {
  const memory = await (await cached)?.match("memory");
  if (!memory) return null;
  const { restored } = await import("./python.mjs");
  return restored(settings, packages(), new Uint8Array(await memory.arrayBuffer()), () => {});
}

/**
 * Python from the snapshot; it fails unless its memory equals that of the snapshot, to the byte.
 */
async function fromSnapshot() {
  const held = loaded("snapshot.gz").then(unzipped);
  const archive = packages();
  const { DIGEST, completed, digest, restored } = await import("./python.mjs");
  const bytes = await held;
  const snapshot = bytes.slice(DIGEST);
  const python = await restored(settings, archive, snapshot, async (begun) => {
    completed(snapshot, begun);
    const found = await digest(snapshot);
    if (found.some((byte, at) => byte !== bytes[at]))
      throw new Error("the snapshot is of another Python");
  });
  keeping = kept("memory", new Response(snapshot));
  return python;
}

async function fromTheBeginning() {
  const { started } = await import("./python.mjs");
  return started({ indexURL }, packages());
}

async function start() {
  postMessage({ progress: "Python …" });
  const failed = (/** @type {any} */ fault) => void console.warn(fault);
  const python =
    (await fromMemory().catch(failed)) ??
    (await fromSnapshot().catch(failed)) ??
    (await fromTheBeginning());
  python.globals.set("lay_library", (/** @type {string} */ path) =>
    python.FS.writeFile(path, fileNow("pyodide/python_stdlib.zip")),
  );
  const where = python.runPython("import site; site.getsitepackages()[0]");
  python.globals.set("unpack_later", (/** @type {string} */ name) =>
    python.unpackArchive(fileNow(name), "gztar", { extractDir: where }),
  );
  python.runPython(LATER);
  return python.globals.get("reply");
}

const started = start().then(
  (reply) => {
    postMessage({ ready: true });
    keeping.then(() => postMessage({ kept: true }));
    return reply;
  },
  (fault) => postMessage({ failed: String(fault) }),
);

addEventListener("message", async ({ data }) => {
  const reply = await started;
  let answer;
  try {
    answer = JSON.parse(reply(JSON.stringify(data.request)));
  } catch (fault) {
    answer = { fault: String(fault).slice(-300) };
  }
  postMessage({ number: data.number, answer });
});
