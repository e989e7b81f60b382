// The worker of the tools: it composes the program of a cell, compiles and links it. Asked by messages {id, ...}, it answers
// each by one with the same id.

import { MemFS } from './memfs.js';
import { mount, run } from './program.js';
import { Packages, fetchKept, fetched } from './packages.js';

const base = new URL('../', import.meta.url).href, text = new TextEncoder(), plain = new TextDecoder();
const env = { GOOS: 'js', GOARCH: 'wasm', GOROOT: '/goroot', TMPDIR: '/tmp', HOME: '/' };
let said = '', packages, tools, fs, code, kept;

const ready = (async () => {
  const index = base + 'site.json', list = plain.decode(await fetched(index, { cache: 'no-cache' }));
  let site;
  try { site = JSON.parse(list); } catch (e) { throw new Error(`${index} is damaged: ${e.message}`); }
  packages = new Packages(base, site.packages);
  code = site.code;
  kept = { base, index: site.kept };
  fs = new MemFS({ print: (fd, bytes) => { said += plain.decode(bytes, { stream: true }); }, find: path => packages.find(path), cwd: '/cell' });
  await mount(fs);
  for (const kind of ['exports', 'code']) fs.put('/cell/' + kind, text.encode(packages.table(kind)));
  const load = name => {
    const url = base + site.tools[name], module = fetchKept(url).then(bytes => WebAssembly.compile(bytes).catch(e => { throw new Error(`${url} is damaged: ${e.message}`); }));
    module.catch(() => {}); // who runs it is told
    return module;
  };
  tools = { cells: load('cells'), compile: load('compile'), link: load('link') };
  await new Promise((ok, failed) => {
    globalThis.igbolabCells = { paths: Object.keys(site.packages), ready: ok };
    tools.cells.then(module => run(module, ['cells'], env)).catch(failed);
  });
})();

// tool runs one; it is a promise of what it says where it fails, else of the empty text.
async function tool(name, argv, timing) {
  said = packages.fault = '';
  const start = performance.now(), result = await run(await tools[name], [name, ...argv], env);
  Object.assign(timing, { [name]: performance.now() - start, [name + 'Memory']: result.memory });
  return result.status ? packages.fault || said || `${name}: exit status ${result.status}` : '';
}

// later is a promise of what may wait for files.
const later = (name, argument) => new Promise(ok => globalThis.igbolabCells[name](JSON.stringify(argument), answer => ok(JSON.parse(answer))));

const cells = (name, argument) => JSON.parse(globalThis.igbolabCells[name](JSON.stringify(argument)));

// build makes the program of a cell: {failure} where it cannot be, else {module, notes}; a cell of declarations alone has no module.
async function build({ source, number }) {
  const start = performance.now(), composed = cells('compose', { code: source, number }), timing = { compose: performance.now() - start };
  if (composed.failure) return { failure: composed.failure };
  if (composed.runs) packages.ahead(composed.paths, path => fs.files.has(path));
  fs.put('/cell/main.go', text.encode(composed.program));
  let fault = await tool('compile', ['-o', '/cell/main.a', '-p', 'main', '-complete', '-dwarf=false', '-importcfg', '/cell/exports', '-pack', '/cell/main.go'], timing);
  if (fault) return { failure: cells('faults', { text: fault }), timing };
  cells('keep', {});
  if (!composed.runs) return { ...composed, timing };
  fault = await tool('link', ['-importcfg', '/cell/code', '-s', '-w', '-buildid=', '-o', '/cell/main.wasm', '/cell/main.a'], timing);
  if (fault) return { failure: cells('faults', { text: fault }), timing };
  const module = await WebAssembly.compile(fs.take('/cell/main.wasm'));
  return { ...composed, module, code, kept, timing };
}

const answers = {
  build,
  ended: asked => cells('ended', asked), // how a program's end is told
  learn: asked => cells('learn', asked), // what a cell declares, which names are completed from
  complete: async ({ what }) => ({ answer: await later('complete', what) }),
  inspect: async ({ what }) => ({ answer: await later('inspect', what) }),
};

let turn = ready;
onmessage = ({ data }) => {
  turn = turn.catch(() => {}).then(() => ready).then(() => answers[data.ask](data))
    .then(answer => postMessage({ id: data.id, ...answer }), e => postMessage({ id: data.id, broken: String(e?.stack || e) }));
};
