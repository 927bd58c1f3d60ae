// Keeps the page and Python in the browser: the second visit begins at once, and needs no network.

const KEPT = "standoff-{version}";
const PAGE = [/* files */];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(PAGE)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("standoff-") && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
});

async function answered(request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request);
}

const HERE = new URL("./", location.href).href;

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const path = url.slice(HERE.length).split(/[?#]/)[0];
  if (method !== "GET" || !url.startsWith(HERE) || /^(book|docs)\//.test(path)) return;
  event.respondWith(answered(event.request));
});
