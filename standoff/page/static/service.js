// Caches the page and Python in the browser: the second visit starts at once, without network.
//
// A cache has one version. A new version gets its own cache, and takes over when no page of the old
// one is open: a page
// never gets files of two versions.

const KEPT = "standoff-{version}";
const PAGE = [/* files */];

/**
 * Cache what the page has not cached itself; the memory of Python replaces its snapshot, which is
 * the largest file.
 */
async function install() {
  const kept = await caches.open(KEPT);
  const has = async (name) =>
    Boolean((await kept.match(name)) ?? (name === "snapshot.gz" && (await kept.match("memory"))));
  const there = await Promise.all(PAGE.map(has));
  const wanted = PAGE.filter((_, n) => !there[n]);
  // the browser may have an older version
  await kept.addAll(wanted.map((name) => new Request(name, { cache: "no-cache" })));
}

addEventListener("install", (event) => event.waitUntil(install()));

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("standoff-") && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(others(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", () => skipWaiting());

/**
 * A page that is opened or loaded again while no other is open gets the new version, if one waits.
 */
async function renewed(request) {
  if (request.mode !== "navigate" || !registration.waiting || (await clients.matchAll()).length > 1)
    return null;
  registration.waiting.postMessage("take over");
  return new Response("", { headers: { Refresh: "0" } });
}

async function answered(request) {
  const anew = await renewed(request);
  if (anew) return anew;
  const kept = await caches
    .match(request, { cacheName: KEPT, ignoreSearch: true })
    .catch(() => undefined);
  return kept ?? fetch(request);
}

const HERE = new URL("./", location.href).href;

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const path = url.slice(HERE.length).split(/[?#]/)[0];
  if (method !== "GET" || !url.startsWith(HERE) || /^(book|docs)\//.test(path)) return;
  event.respondWith(answered(event.request));
});
