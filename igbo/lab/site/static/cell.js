// The worker of one cell: it runs the cell's program, once. It is ended from outside where the cell is interrupted.

import { MemFS } from './memfs.js';
import { fetchKept } from './packages.js';
import { mount, run } from './program.js';

const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

// Messages: first {wasm, argv, env, files, kept, cwd}, then {moved: [id, at]} for what a reader does to a slider of the cell's,
// and {found, id} for the file or folder that was asked for by {wanted: path, id}.
onmessage = ({ data }) => {
  if (data.wasm) start(data);
  else if (data.moved) globalThis.igbolab.moved?.(...data.moved);
  else asked.get(data.id)(data.found);
};

// asked are those who wait for what they asked for.
const asked = new Map();

// Shipped are results that came with the site, in packs; the index says where each is.
class Shipped {
  constructor(base, index) {
    Object.assign(this, { base, packs: new Map() });
    this.index = index && this.fetch(index).then(b => JSON.parse(new TextDecoder().decode(b)));
  }
  fetch(name) { return fetchKept(this.base + name); }
  async find(name) {
    const index = await this.index, [pack, from, to] = index?.parts[name] ?? [];
    if (!to) return null;
    if (!this.packs.has(pack)) this.packs.set(pack, this.fetch(index.packs[pack]));
    return (await this.packs.get(pack)).slice(from, to);
  }
}

// finder finds what is not in memory: results that came with the site, and what lies beside the notebooks.
function finder({ base, index }) {
  let shipped;
  return async path => {
    const name = /^\/kernel\/study\/(.*\.study)$/.exec(path)?.[1];
    if (name) {
      shipped ??= new Shipped(base, index);
      return shipped.find(name).catch(e => { // the cell computes it
        postMessage({ stream: 'stderr', text: `[not taken from what came with the site: ${e.message || e}]\n` });
        return null;
      });
    }
    if (path !== '/notebooks' && !path.startsWith('/notebooks/')) return null;
    return new Promise(ok => {
      asked.set(asked.size, ok);
      postMessage({ wanted: path, id: asked.size - 1 });
    });
  };
}

// mostPrinted bounds what a cell prints, in bytes: a loop that prints would keep the page busy.
const mostPrinted = 2_000_000;

async function start({ wasm, argv, env, files, kept, cwd }) {
  let printed = 0;
  const print = (fd, bytes) => {
    if (printed > mostPrinted) return;
    printed += bytes.length;
    postMessage({ stream: fd === 1 ? 'stdout' : 'stderr', text: decoders[fd === 1 ? 1 : 2].decode(bytes, { stream: true }) });
    if (printed > mostPrinted) postMessage({ stream: 'stderr', text: `\n[more than ${mostPrinted / 1e6} MB printed: the rest is dropped]\n` });
  };
  const fs = new MemFS({ print, changed: (path, bytes) => postMessage({ path, bytes: bytes?.slice() ?? null }), find: finder(kept), cwd });
  for (const [path, bytes] of files) fs.put(path, bytes);
  globalThis.igbolab = { display: bundle => postMessage({ display: JSON.parse(bundle) }), parked: () => postMessage({ ended: { status: 0, parked: true } }) };
  try {
    await mount(fs);
    postMessage({ ended: await run(await WebAssembly.compile(wasm), argv, env) });
  } catch (e) {
    postMessage({ broken: String(e?.stack || e) });
  }
}
