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

// Packages are those of a site; the index has, for each path, the names of its files (exports for the compiler, code for the
// linker) and what it imports.
export class Packages {
  constructor(base, index) { Object.assign(this, { base, index, kept: new Map() }); }

  // get is a promise of a file, fetched once.
  get(file) {
    if (!this.kept.has(file)) {
      const fetched = fetchKept(this.base + file);
      fetched.catch(() => this.kept.delete(file)); // the next cell tries again
      this.kept.set(file, fetched);
    }
    return this.kept.get(file);
  }

  // find is for a MemFS: the file behind /exports/PATH.a or /code/PATH.a.
  async find(name) {
    const [, kind, path] = /^\/(exports|code)\/(.*)\.a$/.exec(name) ?? [], file = this.index[path]?.[kind];
    if (!file) return null;
    const bytes = await this.get(file);
    this.kept.delete(file); // from now on it is the file system's
    return bytes;
  }

  // ahead begins to fetch what a program needs that imports these, and all that they import, at once: tools ask for one after another.
  ahead(paths, has) {
    const begin = (kind, path) => { if (!has(`/${kind}/${path}.a`)) this.get(this.index[path][kind]).catch(() => {}); }; // who opens it is told
    const seen = new Set(paths.filter(p => this.index[p]));
    for (const path of seen) begin('exports', path);
    seen.add('runtime');
    for (const path of seen) {
      for (const next of this.index[path].imports ?? []) if (this.index[next]) seen.add(next);
      begin('code', path);
    }
  }

  // table tells a tool where the files of a kind are.
  table(kind) { return Object.keys(this.index).map(p => `packagefile ${p}=/${kind}/${p}.a\n`).join(''); }
}
