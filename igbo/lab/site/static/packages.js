// The archives of packages, a file of gzip for each, named by its content: fetched when a tool opens one, kept in the
// browser's cache for ever.

const cacheName = 'igbolab-packages';

// store is the browser's cache; none where the browser keeps nothing (a page without https).
const store = globalThis.caches ? caches.open(cacheName).catch(() => null) : Promise.resolve(null);

// fetchKept is a promise of the content behind an address whose name changes with its content. Errors name the address.
export async function fetchKept(url) {
  const cache = await store, kept = await cache?.match(url).catch(() => null);
  if (kept) {
    const content = await kept.arrayBuffer().then(b => unpacked(b, url)).catch(() => null);
    if (content) return content; // else the browser lost a part of it
  }
  const bytes = await fetched(url), content = await unpacked(bytes, url).catch(e => { throw new Error(`${url} is damaged: ${e.message || e}`); });
  await cache?.put(url, new Response(bytes)).catch(() => {}); // a full disk costs time alone
  return content;
}

// fetched is a promise of the bytes behind an address.
export async function fetched(url, how) {
  try {
    const response = await fetch(url, how);
    if (response.ok) return await response.arrayBuffer();
    throw new Error(`${response.status} ${response.statusText}`);
  } catch (e) {
    throw new Error(`${url} cannot be loaded: ${e.message || e}`);
  }
}

// unpacked is a promise of what a file of gzip holds, whose checksum tells of damage. Where a host has unpacked it, its name does.
async function unpacked(packed, url) {
  const bytes = new Uint8Array(packed);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  const sum = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
  if (sum && !url.includes('.' + [...new Uint8Array(sum, 0, 8)].map(b => b.toString(16).padStart(2, '0')).join('') + '.')) throw new Error('it is not what its name says');
  return bytes;
}

// rowed is the archive whose tables stand column by column, as columns.go writes them.
function rowed(packed) {
  const heads = new DataView(packed.buffer, packed.byteOffset), tables = heads.getUint32(0, true), begin = 4 + 16 * tables;
  const turned = packed.subarray(begin), archive = turned.slice(), numbers = new DataView(archive.buffer);
  for (let t = 0; t < tables; t++) {
    const [from, row, rows, grows] = [4, 8, 12, 16].map(at => heads.getUint32(16 * t + at, true));
    for (let c = 0, next = from; c < row; c++) {
      for (let at = from + c, end = at + row * rows; at < end; at += row) archive[at] = turned[next++];
    }
    for (let c = 0; c < row; c++) {
      if (!(grows >> c & 1)) continue;
      for (let r = 1, at = from + c + row; r < rows; r++, at += row) numbers.setUint32(at, numbers.getUint32(at, true) + numbers.getUint32(at - row, true), true);
    }
  }
  return archive;
}

// Packages are those of a site; the index has, for each path, the names of its files (exports for the compiler, code for the
// linker) and what it imports.
export class Packages {
  constructor(base, index) { Object.assign(this, { base, index, kept: new Map(), fault: '' }); }

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
    const bytes = await this.get(file).catch(e => { this.fault = e.message; throw e; }); // a tool says less
    this.kept.delete(file); // from now on it is the file system's
    return kind === 'code' ? rowed(bytes) : bytes;
  }

  // ahead begins to fetch the files of a kind that a program needs which imports these paths, and of code all that they import, at
  // once: tools ask for one after another.
  ahead(kind, paths, has) {
    const needed = new Set(paths.filter(p => this.index[p]));
    if (kind === 'code') {
      needed.add('runtime');
      for (const path of needed) for (const next of this.index[path].imports ?? []) if (this.index[next]) needed.add(next);
    }
    for (const path of needed) if (!has.has(`/${kind}/${path}.a`)) this.get(this.index[path][kind]).catch(() => {}); // who opens it is told
  }

  // table tells a tool where the files of a kind are.
  table(kind) { return Object.keys(this.index).map(p => `packagefile ${p}=/${kind}/${p}.a\n`).join(''); }
}
