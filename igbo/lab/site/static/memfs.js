// The file system of a Go program in a worker: files in memory, in the form that Go's wasm_exec.js asks for, which is that
// of Node. What a program prints goes to a function; what is not there may be found by another, when it is asked for.

const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
const folderMode = 0o40777, fileMode = 0o100666, deviceMode = 0o20666;
const mistake = code => Object.assign(new Error(code), { code });

export class MemFS {
  // print(fd, bytes) gets what is printed; find(path) is a promise of a file's bytes, of a folder's names, or of null;
  // changed(path, bytes or null) is told of files that were written or removed.
  constructor({ print, find = async () => null, changed = () => {}, cwd = '/' }) {
    Object.assign(this, { print, find, changed, cwd, constants: flags, files: new Map(), folders: new Set(['/', '/tmp', '/home', cwd]), open_: new Map(), next: 10 });
  }

  path(name) {
    const parts = [];
    for (const part of (name.startsWith('/') ? name : this.cwd + '/' + name).split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return '/' + parts.join('/');
  }

  put(path, bytes) {
    this.files.set(path, { bytes, size: bytes.length, time: Date.now() });
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) this.folders.add(path.slice(0, at));
  }
  get(path) { const f = this.files.get(path); return f && f.bytes.subarray(0, f.size); }
  take(path) { const bytes = this.get(path); this.files.delete(path); return bytes; }

  info(path) {
    const f = this.files.get(path), mode = f ? fileMode : this.folders.has(path) ? folderMode : 0;
    return mode && this.describe(mode, f?.size ?? 0, f?.time ?? 0);
  }
  describe(mode, size, time) {
    return {
      dev: 1, ino: 1, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
      atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => mode === folderMode,
    };
  }

  // loaded is a promise of a file, which is looked for where it is not in memory.
  async loaded(path) {
    if (this.files.has(path) || this.folders.has(path)) return this.files.get(path);
    const found = await this.find(path);
    if (Array.isArray(found)) this.folders.add(path);
    else if (found && !this.files.has(path)) this.put(path, found);
    return this.files.get(path);
  }

  // What follows is what Go calls.

  writeSync(fd, bytes) { this.print(fd, bytes); return bytes.length; }

  stat(name, done) {
    const path = this.path(name), info = this.info(path);
    if (info) return done(null, info);
    this.loaded(path).catch(() => {}).then(() => {
      const found = this.info(path);
      if (found) done(null, found); else done(mistake('ENOENT'));
    });
  }
  lstat(name, done) { this.stat(name, done); }
  fstat(fd, done) {
    const at = this.open_.get(fd);
    if (!at) return done(null, this.describe(deviceMode, 0, 0));
    done(null, at.file ? this.describe(fileMode, at.file.size, at.file.time) : this.info(at.path) || this.describe(folderMode, 0, 0));
  }

  open(name, how, mode, done) {
    const path = this.path(name);
    const opened = file => {
      if (file && how & flags.O_TRUNC) Object.assign(file, { bytes: new Uint8Array(4096), size: 0, time: Date.now() });
      const fd = this.next++;
      this.open_.set(fd, { path, file, at: 0, append: !!(how & flags.O_APPEND), written: !!(how & (flags.O_CREAT | flags.O_TRUNC)) });
      done(null, fd);
    };
    const missing = () => {
      if (!(how & flags.O_CREAT)) return done(mistake('ENOENT'));
      if (!this.folders.has(path.slice(0, path.lastIndexOf('/')) || '/')) return done(mistake('ENOENT'));
      this.put(path, new Uint8Array(4096));
      this.files.get(path).size = 0;
      opened(this.files.get(path));
    };
    const there = () => {
      if (this.folders.has(path)) return opened(null);
      if (!this.files.has(path)) return missing();
      if (how & flags.O_EXCL && how & flags.O_CREAT) return done(mistake('EEXIST'));
      opened(this.files.get(path));
    };
    if (this.folders.has(path) || this.files.has(path)) return there();
    const parent = path.slice(0, path.lastIndexOf('/')) || '/';
    Promise.all([this.loaded(path), how & flags.O_CREAT && this.loaded(parent)]).then(there, e => { console.error(e); done(mistake('EIO')); });
  }
  close(fd, done) {
    const at = this.open_.get(fd);
    this.open_.delete(fd);
    if (at?.written && this.files.get(at.path) === at.file) this.changed(at.path, this.get(at.path));
    done(null);
  }

  read(fd, buffer, offset, length, position, done) {
    const at = this.open_.get(fd);
    if (!at) return done(null, 0);
    if (!at.file) return done(mistake('EISDIR'));
    const from = position ?? at.at, n = Math.max(0, Math.min(length, at.file.size - from));
    buffer.set(at.file.bytes.subarray(from, from + n), offset);
    if (position === null) at.at += n;
    done(null, n);
  }
  write(fd, buffer, offset, length, position, done) {
    const part = buffer.subarray(offset, offset + length), at = this.open_.get(fd);
    if (fd <= 2) { this.print(fd, part); return done(null, length); }
    if (!at?.file) return done(mistake('EBADF'));
    const from = position ?? (at.append ? at.file.size : at.at);
    this.resize(at.file, Math.max(at.file.size, from + length));
    at.file.bytes.set(part, from);
    at.written = true;
    if (position === null) at.at = from + length;
    done(null, length);
  }
  resize(file, size) {
    if (size > file.bytes.length) {
      const grown = new Uint8Array(Math.max(size, 2 * file.bytes.length));
      grown.set(file.bytes.subarray(0, file.size));
      file.bytes = grown;
    }
    if (size < file.size) file.bytes.fill(0, size, file.size);
    Object.assign(file, { size, time: Date.now() });
  }
  ftruncate(fd, size, done) {
    const at = this.open_.get(fd);
    if (!at?.file) return done(mistake('EBADF'));
    this.resize(at.file, size);
    at.written = true;
    done(null);
  }
  truncate(name, size, done) {
    const path = this.path(name);
    this.loaded(path).catch(() => {}).then(file => {
      if (!file) return done(mistake('ENOENT'));
      this.resize(file, size);
      this.changed(path, this.get(path));
      done(null);
    });
  }

  unlink(name, done) {
    const path = this.path(name);
    this.loaded(path).catch(() => {}).then(() => {
      if (!this.files.delete(path)) return done(mistake('ENOENT'));
      this.changed(path, null);
      done(null);
    });
  }
  rename(from, to, done) {
    from = this.path(from);
    this.loaded(from).catch(() => {}).then(() => this.renamed(from, this.path(to), done));
  }
  renamed(from, to, done) {
    const file = this.files.get(from);
    if (!file) return this.folders.has(from) ? this.renameFolder(from, to, done) : done(mistake('ENOENT'));
    this.files.delete(from);
    this.files.set(to, file);
    this.changed(from, null);
    this.changed(to, this.get(to));
    done(null);
  }
  renameFolder(from, to, done) {
    for (const path of [...this.files.keys()].filter(p => p.startsWith(from + '/'))) this.renamed(path, to + path.slice(from.length), () => {});
    for (const path of [...this.folders].filter(p => p === from || p.startsWith(from + '/'))) {
      this.folders.delete(path);
      this.folders.add(to + path.slice(from.length));
    }
    done(null);
  }
  mkdir(name, mode, done) {
    const path = this.path(name);
    if (this.info(path)) return done(mistake('EEXIST'));
    if (!this.folders.has(path.slice(0, path.lastIndexOf('/')) || '/')) return done(mistake('ENOENT'));
    this.folders.add(path);
    done(null);
  }
  rmdir(name, done) {
    const path = this.path(name);
    if (!this.folders.has(path)) return done(mistake('ENOENT'));
    if ([...this.files.keys(), ...this.folders].some(p => p.startsWith(path + '/'))) return done(mistake('ENOTEMPTY'));
    this.folders.delete(path);
    done(null);
  }
  readdir(name, done) {
    const path = this.path(name), within = path === '/' ? '/' : path + '/';
    this.find(path).catch(() => null).then(found => {
      const names = new Set(Array.isArray(found) ? found : []);
      if (!names.size && !this.folders.has(path)) return done(mistake(this.files.has(path) ? 'ENOTDIR' : 'ENOENT'));
      for (const p of [...this.files.keys(), ...this.folders]) if (p.startsWith(within) && p !== '/') names.add(p.slice(within.length).split('/')[0]);
      done(null, [...names]);
    });
  }

  chmod(name, mode, done) { done(null); }
  fchmod(fd, mode, done) { done(null); }
  chown(name, uid, gid, done) { done(null); }
  fchown(fd, uid, gid, done) { done(null); }
  lchown(name, uid, gid, done) { done(null); }
  utimes(name, a, m, done) { done(null); }
  fsync(fd, done) { done(null); }
  link(from, to, done) { done(mistake('ENOSYS')); }
  symlink(from, to, done) { done(mistake('ENOSYS')); }
  readlink(name, done) { done(mistake('EINVAL')); }
}
