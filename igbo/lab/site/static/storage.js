// What cells keep, in the browser's own storage: a reload forgets nothing.

const store = 'files';

function opened() {
  return new Promise((ok, failed) => {
    const asked = indexedDB.open('igbolab', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store);
    asked.onsuccess = () => ok(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

function done(request) {
  return new Promise((ok, failed) => {
    request.onsuccess = () => ok(request.result);
    request.onerror = () => failed(request.error);
  });
}

// Storage holds files by their paths. Where a browser has none (a private window) they live as long as the page.
export class Storage {
  constructor() {
    this.files = new Map();
    this.ready = this.load().catch(e => console.warn('igbolab: kept results end with this page:', e));
  }
  async load() {
    this.db = await opened();
    const all = this.db.transaction(store).objectStore(store), [paths, contents] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
    paths.forEach((path, i) => this.files.set(path, contents[i]));
  }
  // set keeps a file; null removes it. It is a promise of nothing, or of why the file ends with this page.
  set(path, bytes) {
    if (bytes) this.files.set(path, bytes); else this.files.delete(path);
    if (!this.db) return Promise.resolve();
    return new Promise(ok => {
      const told = e => ok(`${path}: ${e?.message || e}`);
      try {
        const write = this.db.transaction(store, 'readwrite'), files = write.objectStore(store);
        if (bytes) files.put(bytes, path); else files.delete(path);
        Object.assign(write, { oncomplete: () => ok(), onabort: () => told(write.error) }); // a full disk ends the whole transaction
      } catch (e) {
        told(e);
      }
    });
  }
}
