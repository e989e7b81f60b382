// What lies beside the notebooks: the files in JupyterLite's list, those of the site and those that a reader put there.

// Contents are those files, by their paths in the list.
export class Contents {
  constructor(manager) { Object.assign(this, { manager, changes: new Map(), saved: Promise.resolve() }); }

  // find is a promise of a file's bytes, of a folder's names, or of null.
  async find(path) {
    await this.save();
    const found = await this.manager.get(path, { content: true }).catch(() => null);
    if (!found) return null;
    if (found.type === 'directory') return found.content.map(e => e.path.split('/').pop());
    if (found.format === 'base64') return Uint8Array.from(atob(found.content), c => c.charCodeAt(0));
    return new TextEncoder().encode(typeof found.content === 'string' ? found.content : JSON.stringify(found.content));
  }

  // changed is told of a file that a cell wrote, or removed: bytes is null. The list has it after save.
  changed(path, bytes) { this.changes.set(path, bytes); }

  // save is a promise of the end of writing, and of what could not be written.
  save() {
    const changes = [...this.changes];
    this.changes.clear();
    const faults = this.saved.then(async () => {
      const faults = [];
      for (const [path, bytes] of changes) {
        await (bytes ? this.put(path, bytes) : this.manager.delete(path)).catch(e => bytes && faults.push(`${path}: ${e?.message || e}`));
      }
      return faults;
    });
    this.saved = faults;
    return faults;
  }
  async put(path, bytes) {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      await this.manager.get(folder, { content: false }).catch(() => this.manager.save(folder, { type: 'directory', name: folder.split('/').pop(), path: folder }));
    }
    const file = { type: 'file', name: path.split('/').pop(), path };
    try {
      Object.assign(file, { format: 'text', content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) });
    } catch {
      let text = '';
      for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
      Object.assign(file, { format: 'base64', content: btoa(text) });
    }
    await this.manager.save(path, file);
  }
}
