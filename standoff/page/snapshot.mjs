// Writes snapshot.gz into the folder of a site: node snapshot.mjs FOLDER
//
// It holds the memory of Python after loading everything that a turn needs. Free memory is zeros,
// and so are pages that the WebAssembly also contains: the browser fills those in. The digest of
// the complete memory comes first.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const folder = resolve(process.argv[2]);
const { PAGE, completed, digest, memoryOf, restored, started } = await import(
  pathToFileURL(join(folder, "python.mjs")).href
);

const packages = new Uint8Array(gunzipSync(readFileSync(join(folder, "packages.tar.gz"))));
const settings = { indexURL: join(folder, "pyodide") + "/" };

/** Fill free memory with zeros, without making it larger: what was in it would be sent, too. */
function clear(made) {
  made._malloc_trim(0);
  made.HEAPU8.fill(0, made._sbrk(0));
  made._malloc_set_footprint_limit(made._malloc_footprint());
  const held = [];
  for (let size = 2 ** 20; size >= 16; size /= 2)
    for (let at; (at = made._malloc(size)); held.push(at)) made.HEAPU8.fill(0, at, at + size);
  held.forEach((at) => made._free(at));
  made._malloc_set_footprint_limit(-1);
}

const python = await started({ ...settings, _makeSnapshot: true }, packages);
python.runPython("import gc; gc.collect()");
clear(python._module);
const snapshot = python.makeMemorySnapshot();
const sum = await digest(snapshot);

let begun = new Uint8Array();
const again = await restored(settings, packages, snapshot, (memory) => {
  begun = memory.slice();
});
if (!again.globals.get("reply")('{"do": "look"}')) throw new Error("the snapshot gives no answer");

const memory = memoryOf(snapshot);
for (let at = 0; at < begun.length; at += PAGE) {
  const page = memory.subarray(at, at + PAGE);
  if (!Buffer.compare(page, begun.subarray(at, at + PAGE))) page.fill(0);
}
// the highest level takes five times as long for one percent
const packed = gzipSync(Buffer.concat([sum, snapshot]));
completed(snapshot, begun);
if (Buffer.compare(await digest(snapshot), sum))
  throw new Error("the snapshot cannot be completed");
writeFileSync(join(folder, "snapshot.gz"), packed);
