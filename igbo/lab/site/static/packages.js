// The archives of packages, a file of gzip for each, named by its content: fetched when a tool opens one, kept in the
// browser's cache for ever.

const cacheName = 'igbolab-packages';

// store is the browser's cache; none where the browser keeps nothing (a page without https).
const store = globalThis.caches ? caches.open(cacheName).catch(() => null) : Promise.resolve(null);

// fetchKept is a promise of the content behind an address whose name changes with its content.
export async function fetchKept(url) {
  const cache = await store, kept = await cache?.match(url);
  if (kept) return unpack(kept, url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  await cache?.put(url, response.clone()).catch(() => {}); // a full disk costs time alone
  return unpack(response, url);
}

async function unpack(response, url) {
  if (!url.endsWith('.gz')) return new Uint8Array(await response.arrayBuffer());
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes; // a host that has unpacked it
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

// Packages are those of a site; the index has, for each path, the name of its file and what it imports.
export class Packages {
  constructor(base, index) { Object.assign(this, { base, index, kept: new Map() }); }

  // get is a promise of an archive, fetched once.
  get(path) {
    if (!this.kept.has(path)) {
      const fetched = fetchKept(this.base + this.index[path].file);
      fetched.catch(() => this.kept.delete(path)); // the next cell tries again
      this.kept.set(path, fetched);
    }
    return this.kept.get(path);
  }

  // find is for a MemFS: the archive behind /packages/PATH.a.
  async find(file) {
    const path = /^\/packages\/(.*)\.a$/.exec(file)?.[1];
    if (!path || !this.index[path]) return null;
    const bytes = await this.get(path);
    this.kept.delete(path); // from now on it is the file system's
    return bytes;
  }

  // ahead begins to fetch packages, and all that they import, at once: a linker asks for one after another.
  ahead(paths, has) {
    const seen = new Set(paths.filter(p => this.index[p]));
    for (const path of seen) {
      for (const next of this.index[path].imports ?? []) if (this.index[next]) seen.add(next);
      if (!has(`/packages/${path}.a`)) this.get(path).catch(() => {}); // who opens it is told
    }
  }

  // table tells the compiler and the linker where the archives are.
  table() { return Object.keys(this.index).map(p => `packagefile ${p}=/packages/${p}.a\n`).join(''); }
}
