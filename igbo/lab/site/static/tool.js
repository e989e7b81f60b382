// The worker of one run of a tool, which fetches the archives of packages that the run lacks. It ends with the run, so that the memory
// of a compiler or a linker, and what fetching leaves, is free at once: a collector would leave it for later.

import { MemFS } from './memfs.js';
import { Packages } from './packages.js';
import { buffers, mount, run } from './program.js';

const plain = new TextDecoder();
let said = '', packages;

const fs = new MemFS({ print: (fd, bytes) => { said += plain.decode(bytes, { stream: true }); }, find: path => packages.find(path), cwd: '/cell' });
const mounted = mount(fs);
mounted.catch(() => {}); // the run is told

// Messages: {base, index, kind, ahead, has}, as often as one likes, fetches what a program will need of a kind that imports such paths;
// then {module, argv, env, files} runs. The answer is {status, memory} or {broken: why}, with what the tool said, the fault of a file that
// it did not get, and files: those that it was given, found and wrote, and lent: their buffers.
onmessage = async ({ data }) => {
  if (!data.module) {
    packages ??= new Packages(data.base, data.index);
    return packages.ahead(data.kind, data.ahead, new Set(data.has));
  }
  const answer = {};
  try {
    await mounted;
    for (const [path, bytes] of data.files) fs.put(path, bytes);
    Object.assign(answer, await run(data.module, data.argv, data.env));
  } catch (e) {
    answer.broken = String(e?.stack || e);
  }
  const files = [...fs.files.keys()].map(path => [path, fs.get(path)]);
  const lent = buffers(files);
  postMessage({ ...answer, said, fault: packages.fault, files, lent }, lent);
};
