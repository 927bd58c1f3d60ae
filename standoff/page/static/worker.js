// Python in the visitor's browser: the same messages as the server's, answered in a worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start() {
  postMessage({ progress: "Python …" });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  postMessage({ progress: "standoff …" });
  const packed = await (await fetch(new URL("packages.zip", import.meta.url))).arrayBuffer();
  const where = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packed, "zip", { extractDir: where });
  python.runPython(`
import importlib, json
importlib.invalidate_caches()
from standoff.page.messages import answer

def asked(text):
    return json.dumps(answer(json.loads(text)))
`);
  return python.globals.get("asked");
}

const started = start().then(
  (asked) => {
    postMessage({ ready: true });
    return asked;
  },
  (fault) => postMessage({ failed: String(fault) }),
);

addEventListener("message", async ({ data }) => {
  const asked = await started;
  let answer;
  try {
    answer = JSON.parse(asked(JSON.stringify(data.request)));
  } catch (fault) {
    answer = { error: "this request ended with a fault: " + String(fault).slice(-300) };
  }
  postMessage({ number: data.number, answer });
});
