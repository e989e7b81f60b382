// The site's service worker: a second visit needs no network. What was loaded once is kept; a file whose name changes with
// its content is taken from what is kept, others from the network while there is one. The rest is JupyterLite's.

const cacheName = 'igbolab-site';
// named matches files that are named by their content; packages are kept by packages.js.
const named = /\.[0-9a-f]{7,16}\.(js|css|woff2?|svg|png|wasm)$/;
const theirs = /\/api\/(drive|stdin|service-worker-heartbeat)/;

// keep keeps an answer once all of it is there: of a page that is left while it loads, part of a script would be kept for ever.
async function keep(cache, url, response) {
  const { headers } = response;
  await cache.put(url, new Response(await response.arrayBuffer(), { headers }));
}

async function fromNetwork(request, cache) {
  const response = await fetch(request);
  if (response.status === 200) await keep(cache, request.url.split('?')[0], response.clone()).catch(() => {});
  return response;
}

// find is a promise of what is kept of an address. Hosts send who asks for a folder's page to the folder, or the other way
// round; and a page that is opened may be no answer that was sent elsewhere, so that it becomes one that was not.
async function find(cache, url) {
  const kept = await cache.match(url) ?? await cache.match(url.endsWith('/') ? url + 'index.html' : url.replace(/\/index\.html$/, '/'));
  return kept?.redirected ? new Response(kept.body, { headers: kept.headers }) : kept;
}

async function answer(request) {
  const cache = await caches.open(cacheName), url = request.url.split('?')[0];
  if (named.test(url)) {
    const kept = await find(cache, url);
    if (kept) return kept;
  }
  try {
    return await fromNetwork(request, cache);
  } catch (e) {
    const kept = await find(cache, url);
    if (kept) return kept;
    throw e;
  }
}

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || theirs.test(url.pathname) || url.pathname.endsWith('.gz')) return;
  event.respondWith(answer(event.request));
  event.stopImmediatePropagation();
});

importScripts('service-worker-of-jupyterlite.js');
