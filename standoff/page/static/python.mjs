// Python with everything that a turn needs. It is started once, when the site is built; a visitor's
// browser restores its
// memory.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const FIRST = `
import contextlib, gc, importlib, json, sys, types
importlib.invalidate_caches()
sys.dont_write_bytecode = True
from standoff.map import starting_position
from standoff.page.messages import answer

def reply(text):
    return json.dumps(answer(json.loads(text)))

# now all that a turn needs is loaded, and the grammar for orders in words
answer({"do": "hello"})
words = "France: army Paris moves to Burgundy"
answer({"do": "look", "legal": True, "position": str(starting_position()), "orders": words})

for one in gc.get_objects():  # nobody reads documentation here
    if isinstance(one, (types.FunctionType, types.ModuleType, type)) and one.__doc__:
        if isinstance(one, types.FunctionType) and one.__code__.co_consts[:1] == (one.__doc__,):
            one.__code__ = one.__code__.replace(co_consts=(None, *one.__code__.co_consts[1:]))
        with contextlib.suppress(AttributeError, TypeError):
            one.__doc__ = None
`;

const createPyodideModule = async (/** @type {any} */ settings) => {
  settings.thisProgram = "python"; // otherwise the memory would contain a path of the build machine
  return (await import("./pyodide/pyodide.asm.mjs")).default(settings);
};

/**
 * Put the files of a tar archive where Python finds packages.
 * @param {any} python
 * @param {Uint8Array} tar
 */
function unpack(python, tar) {
  const where = python.runPython("import site; site.getsitepackages()[0]");
  const text = (/** @type {number} */ from, /** @type {number} */ to) =>
    new TextDecoder().decode(tar.subarray(from, to)).split("\0")[0];
  for (let at = 0; tar[at];) {
    const path = `${where}/${text(at, at + 100)}`;
    const size = parseInt(text(at + 124, at + 136), 8);
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/**
 * Python started from its beginning.
 * @param {any} settings
 * @param {Uint8Array | Promise<Uint8Array>} packages
 */
export async function started(settings, packages) {
  const python = await loadPyodide({ createPyodideModule, ...settings });
  unpack(python, await packages);
  python.runPython(FIRST);
  return python;
}

/**
 * Python with restored memory.
 * @param {any} settings
 * @param {Uint8Array | Promise<Uint8Array>} packages
 * @param {Uint8Array} snapshot
 * @param {(memory: Uint8Array) => void | Promise<void>} ready Called with the memory of a new
 *   Python;
 *   may complete the snapshot.
 */
export async function restored(settings, packages, snapshot, ready) {
  const python = await loadPyodide({
    ...settings,
    _loadSnapshot: snapshot,
    createPyodideModule: async (/** @type {any} */ wanted) => {
      const made = await createPyodideModule(wanted);
      await ready(made.HEAPU8);
      while (made.HEAP8.length < snapshot.length) made._malloc(snapshot.length - made.HEAP8.length);
      return made;
    },
  });
  unpack(python, await packages);
  return python;
}

/** The part of a snapshot that is memory. @param {Uint8Array} snapshot */
export const memoryOf = (snapshot) =>
  snapshot.subarray(new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true));

export const PAGE = 4096; // bytes

/**
 * Fill in the pages of a snapshot that equal those of a new Python.
 * @param {Uint8Array} snapshot
 * @param {Uint8Array} begun
 */
export function completed(snapshot, begun) {
  const memory = memoryOf(snapshot);
  for (let at = 0; at < begun.length; at += PAGE) {
    const page = memory.subarray(at, at + PAGE);
    if (page.every((byte) => !byte)) page.set(begun.subarray(at, at + PAGE));
  }
}

/** The bytes of a digest. @param {Uint8Array} bytes */
export const digest = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes)));

export const DIGEST = 32; // bytes
