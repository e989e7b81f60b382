// The worker of the tools: it composes the program of a cell, and has it compiled and linked, each by a worker of its own, to which
// it lends the archives of packages. Asked by messages {id, ...}, it answers each by one with the same id.

import { MemFS } from './memfs.js';
import { buffers, mount, run } from './program.js';
import { Packages, fetchKept, fetched } from './packages.js';

const base = new URL('../', import.meta.url).href, text = new TextEncoder(), plain = new TextDecoder();
const env = { GOOS: 'js', GOARCH: 'wasm', GOROOT: '/goroot', TMPDIR: '/tmp', HOME: '/' };
const kinds = { compile: 'exports', link: 'code' }; // of the archives that a tool reads
let packages, tools, fs, code, kept;

const ready = (async () => {
  const index = base + 'site.json', list = plain.decode(await fetched(index, { cache: 'no-cache' }));
  let site;
  try { site = JSON.parse(list); } catch (e) { throw new Error(`${index} is damaged: ${e.message}`); }
  packages = new Packages(base, site.packages);
  code = site.code;
  kept = { base, index: site.kept };
  fs = new MemFS({ print: (fd, bytes) => console.warn(plain.decode(bytes)), find: path => packages.find(path), cwd: '/cell' });
  await mount(fs);
  tools = Object.fromEntries(['cells', 'compile', 'link'].map(name => [name, load(base + site.tools[name])]));
  await new Promise((ok, failed) => {
    globalThis.igbolabCells = { paths: Object.keys(site.packages), ready: ok };
    tools.cells.then(module => run(module, ['cells'], env)).catch(failed);
  });
})();

// load is a promise of a tool's module.
function load(url) {
  const module = fetchKept(url).then(bytes => WebAssembly.compile(bytes).catch(e => { throw new Error(`${url} is damaged: ${e.message}`); }));
  module.catch(() => {}); // who runs it is told
  return module;
}

// ToolWorker is the worker of a run that is to come, which the page has: {tool: its number, message, lent: buffers} goes to it,
// {tool, answer} or {tool, broken: why} comes back.
class ToolWorker {
  constructor() {
    this.number = ++made;
    this.answer = new Promise((ok, failed) => running.set(this.number, { ok, failed }));
    this.answer.catch(() => {}); // who waits for it is told
  }
  // post does nothing where it is known not to have started.
  post(message, lent = []) { if (running.has(this.number)) postMessage({ tool: this.number, message, lent }, lent); }
  // ahead lets it fetch what a program needs that imports these paths.
  ahead(kind, paths) { this.post({ base, index: packages.index, kind, ahead: paths, has: archives(kind) }); }
  // run is a promise of what comes of a run, with which it ends.
  run(asked) {
    this.post(asked, buffers(asked.files));
    return this.answer;
  }
}

// running are the workers without an answer yet, by number.
const running = new Map();
let made = 0;

function answered({ tool, answer, broken }) {
  if (broken) running.get(tool)?.failed(new Error(broken)); else running.get(tool)?.ok(answer);
  running.delete(tool);
}

// waiting has, for each tool, the worker of its next run: the linker's fetches while the compiler runs.
const waiting = {};

function next(name, paths) {
  waiting[name] ??= new ToolWorker();
  waiting[name].ahead(kinds[name], paths);
}

// archives are the paths of those of a kind that are in memory.
const archives = kind => [...fs.files.keys()].filter(path => path.startsWith(`/${kind}/`));

// tool runs one with files of its own and the archives of its kind; it is a promise of {fault, files}, of which the fault is what it
// says where it fails, else the empty text.
async function tool(name, argv, own, timing) {
  const start = performance.now(), module = await tools[name], kind = kinds[name], worker = waiting[name];
  delete waiting[name];
  const files = [...archives(kind).map(path => [path, fs.take(path)]), ...own, ['/cell/packages', text.encode(packages.table(kind))]];
  const answer = await worker.run({ module, argv: [name, '-importcfg', '/cell/packages', ...argv], env, files }), left = new Map(answer.files);
  for (const [path, bytes] of left) if (path.startsWith(`/${kind}/`)) fs.put(path, bytes);
  if (answer.broken) throw new Error(answer.broken);
  Object.assign(timing, { [name]: performance.now() - start, [name + 'Memory']: answer.memory });
  return { fault: answer.status ? answer.fault || answer.said || `${name}: exit status ${answer.status}` : '', files: left };
}

// later is a promise of what may wait for files.
const later = (name, argument) => new Promise(ok => globalThis.igbolabCells[name](JSON.stringify(argument), answer => ok(JSON.parse(answer))));

const cells = (name, argument) => JSON.parse(globalThis.igbolabCells[name](JSON.stringify(argument)));

// build makes the program of a cell: {failure} where it cannot be, else {wasm, notes}; a cell of declarations alone has no wasm.
async function build({ source, number }) {
  const start = performance.now(), composed = cells('compose', { code: source, number }), timing = { compose: performance.now() - start };
  if (composed.failure) return { failure: composed.failure };
  next('compile', composed.paths ?? []);
  if (composed.runs) next('link', composed.paths ?? []);
  const compiled = await tool('compile', ['-o', '/cell/main.a', '-p', 'main', '-complete', '-dwarf=false', '-pack', '/cell/main.go'], [['/cell/main.go', text.encode(composed.program)]], timing);
  if (compiled.fault) return { failure: cells('faults', { text: compiled.fault }), timing };
  cells('keep', {});
  if (!composed.runs) return { ...composed, timing };
  const linked = await tool('link', ['-s', '-w', '-buildid=', '-o', '/cell/main.wasm', '/cell/main.a'], [['/cell/main.a', compiled.files.get('/cell/main.a')]], timing);
  if (linked.fault) return { failure: cells('faults', { text: linked.fault }), timing };
  return { ...composed, wasm: linked.files.get('/cell/main.wasm'), code, kept, timing };
}

const answers = {
  build,
  ended: asked => cells('ended', asked), // how a program's end is told
  learn: asked => cells('learn', asked), // what a cell declares, which names are completed from
  isComplete: asked => ({ answer: cells('isComplete', asked) }),
  complete: async ({ what }) => ({ answer: await later('complete', what) }),
  inspect: async ({ what }) => ({ answer: await later('inspect', what) }),
};

let turn = ready;
onmessage = ({ data }) => {
  if (data.tool) return answered(data);
  turn = turn.catch(() => {}).then(() => ready).then(() => answers[data.ask](data))
    .then(answer => postMessage({ id: data.id, ...answer }, answer.wasm ? [answer.wasm.buffer] : []), e => postMessage({ id: data.id, broken: String(e?.stack || e) }));
};
