// The worker of one cell: it runs the cell's program, once. It is ended from outside where the cell is interrupted.

import { MemFS } from './memfs.js';
import { mount, run } from './program.js';

const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

// Messages: first {module, argv, env, files}, then {moved: [id, at]} for what a reader does to a slider of the cell's.
onmessage = ({ data }) => {
  if (data.module) start(data); else globalThis.igbolab.moved?.(...data.moved);
};

// mostPrinted bounds what a cell prints, in bytes: a loop that prints would keep the page busy.
const mostPrinted = 2_000_000;

async function start({ module, argv, env, files }) {
  let printed = 0;
  const print = (fd, bytes) => {
    if (printed > mostPrinted) return;
    printed += bytes.length;
    postMessage({ stream: fd === 1 ? 'stdout' : 'stderr', text: decoders[fd === 1 ? 1 : 2].decode(bytes, { stream: true }) });
    if (printed > mostPrinted) postMessage({ stream: 'stderr', text: `\n[more than ${mostPrinted / 1e6} MB printed: the rest is dropped]\n` });
  };
  const fs = new MemFS({ print, changed: (path, bytes) => postMessage({ path, bytes: bytes?.slice() ?? null }), cwd: '/notebooks' });
  for (const [path, bytes] of files) fs.put(path, bytes);
  globalThis.igbolab = { display: bundle => postMessage({ display: JSON.parse(bundle) }), parked: () => postMessage({ ended: { status: 0, parked: true } }) };
  try {
    await mount(fs);
    postMessage({ ended: await run(module, argv, env) });
  } catch (e) {
    postMessage({ broken: String(e?.stack || e) });
  }
}
