// Runs a Go program that is compiled to WebAssembly, on a MemFS. Go's wasm_exec.js, which is the release's own, looks for
// what it needs among the globals, so that one worker has one file system.

export async function mount(fs) {
  globalThis.fs = fs;
  globalThis.path = { resolve: (...parts) => fs.path(parts.join('/')) };
  globalThis.process = {
    pid: 1, ppid: 1, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], umask: () => 0,
    cwd: () => fs.cwd, chdir: name => { fs.cwd = fs.path(name); },
  };
  await import('./wasm_exec.js');
}

// run is a promise of the program's exit status and of the bytes of memory that it took.
export async function run(module, argv, env) {
  const go = new globalThis.Go();
  let status = 0;
  Object.assign(go, { argv, env, exit: code => { status = code; } });
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  return { status, memory: instance.exports.mem.buffer.byteLength };
}

// buffers are those of files, which go from worker to worker without a copy.
export const buffers = files => [...new Set(files.map(([, bytes]) => bytes.buffer))];
