// Python in the visitor's browser: the same messages as the server's, answered in a worker.
//
// The first visit starts Python, imports what a turn needs, and keeps the memory of that as a snapshot; later visits,
// and the worker that searches, begin with the snapshot.

import createPyodideModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const KEPT = "standoff-{version}"; // as in service.js, which throws it away when any file has changed
const SNAPSHOT = new URL("snapshot", import.meta.url).href;

/** Return a file of the site at once: Python's imports cannot wait. @param {string} name */
function fileNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, import.meta.url).href, false);
  request.responseType = "arraybuffer";
  request.send();
  return request.response;
}

const FIRST = `
import importlib, json
importlib.invalidate_caches()
from standoff.map import starting_position
from standoff.page.messages import answer

def reply(text):
    return json.dumps(answer(json.loads(text)))

# now all that a turn needs is loaded
answer({"do": "look", "legal": True, "position": str(starting_position()), "orders": "FRANCE: A PAR - BUR"})
`;

const LATER = `
import importlib, sys
importlib.invalidate_caches()


class Later:
    """Fetches networkx, half of all packages, when something imports it."""

    def find_spec(self, name, path=None, target=None):
        if name == "networkx":
            sys.meta_path.remove(self)
            unpack_later("networkx.zip")
            importlib.invalidate_caches()
        return None


sys.meta_path.insert(0, Later())
`;

/** @returns {Promise<Uint8Array | null>} */
async function keptSnapshot() {
  try {
    const kept = await (await caches.open(KEPT)).match(SNAPSHOT);
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null; // nothing is kept for this site
  }
}

/** @param {Uint8Array} snapshot */
async function keepSnapshot(snapshot) {
  try {
    await (await caches.open(KEPT)).put(SNAPSHOT, new Response(/** @type {BlobPart} */ (snapshot)));
  } catch { /* there is no room: the next visit starts Python anew */ }
}

const indexURL = new URL("pyodide/", import.meta.url).href;

/** Python with its memory as it was: a snapshot is larger than what a new one begins with. @param {Uint8Array} snapshot */
const restored = (snapshot) => loadPyodide({
  indexURL, _loadSnapshot: snapshot, createPyodideModule: async (/** @type {any} */ settings) => {
    const made = await createPyodideModule(settings);
    while (made.HEAP8.length < snapshot.length) made._malloc(snapshot.length - made.HEAP8.length);
    return made;
  },
});

async function start() {
  postMessage({ progress: "Python …" });
  const packed = fetch(new URL("packages.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const snapshot = await keptSnapshot();
  const python = snapshot ? await restored(snapshot) : await loadPyodide({ indexURL, _makeSnapshot: true });
  postMessage({ progress: "standoff …" });
  const where = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packed, "zip", { extractDir: where });
  if (!snapshot) {
    python.runPython(FIRST);
    keepSnapshot(python.makeMemorySnapshot());
  }
  python.globals.set("unpack_later", (/** @type {string} */ name) => python.unpackArchive(fileNow(name), "zip", { extractDir: where }));
  python.runPython(LATER);
  return python.globals.get("reply");
}

/** A snapshot that cannot be restored is thrown away. @param {any} fault */
async function startAnew(fault) {
  if (!await keptSnapshot()) throw fault;
  await (await caches.open(KEPT)).delete(SNAPSHOT);
  return start();
}

const started = start().catch(startAnew).then(
  (reply) => {
    postMessage({ ready: true });
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
    answer = { error: "this request ended with a fault: " + String(fault).slice(-300) };
  }
  postMessage({ number: data.number, answer });
});
