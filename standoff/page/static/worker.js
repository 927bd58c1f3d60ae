// Python in the visitor's browser: the same messages as the server's, answered in a worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Return a file of the site at once: Python's imports cannot wait. @param {string} name */
function fileNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, import.meta.url).href, false);
  request.responseType = "arraybuffer";
  request.send();
  return request.response;
}

async function start() {
  postMessage({ progress: "Python …" });
  const packed = fetch(new URL("packages.zip", import.meta.url)).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  postMessage({ progress: "standoff …" });
  const where = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(await packed, "zip", { extractDir: where });
  python.globals.set("unpack_later", (name) => python.unpackArchive(fileNow(name), "zip", { extractDir: where }));
  python.runPython(`
import importlib, json, sys
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
from standoff.page.messages import answer

def reply(text):
    return json.dumps(answer(json.loads(text)))
`);
  return python.globals.get("reply");
}

const started = start().then(
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
