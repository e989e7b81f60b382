// The kernel in the page. A cell goes to the worker of the tools, and what comes back to a worker of its own; this file
// carries what they say to the notebook.

import { Contents } from './contents.js';
import { Storage } from './storage.js';

// storage is what the cells of all notebooks keep.
const storage = new Storage();

// keptFor is how long what a cell says on its standard error waits to become its failure, in milliseconds.
const keptFor = 300;
// printedEvery is how long printed text is gathered, in milliseconds.
const printedEvery = 30;
// mostParked is how many cells live on for their sliders; each holds some 50 MB.
const mostParked = 6;
// notebooks is the folder in which cells see what lies beside their notebook.
const notebooks = '/notebooks/';
const dark = '\x1b[1;31m', plain = '\x1b[0m';
const told = (name, value) => ({ ename: name, evalue: value, traceback: [dark + value + plain] });
const interrupted = told('Interrupted', 'the cell was interrupted');

// A page that was left may wait in the browser for a way back; kernels, half a GB with their workers, do not wait with it.
const kernels = new Set();
addEventListener('pagehide', () => { for (const kernel of kernels) kernel.dispose(); });
addEventListener('pageshow', ({ persisted }) => { if (persisted) location.reload(); });

// Tools asks the worker of the tools, and has the workers of its runs: Firefox makes workers within workers, but at times one never
// comes back from that.
class Tools {
  constructor(base) {
    this.base = base;
    this.runs = new Map();
    this.worker = new Worker(base + 'tools.js', { type: 'module' });
    this.asked = new Map();
    this.next = 1;
    this.worker.onmessage = ({ data }) => {
      if (data.tool) return this.carry(data);
      const { ok, failed } = this.asked.get(data.id);
      this.asked.delete(data.id);
      if (data.broken) failed(new Error(data.broken)); else ok(data);
    };
    this.worker.onerror = e => { for (const { failed } of this.asked.values()) failed(new Error(e.message || 'the worker of the tools does not start')); };
  }
  ask(what, more) {
    return new Promise((ok, failed) => {
      this.asked.set(this.next, { ok, failed });
      this.worker.postMessage({ id: this.next++, ask: what, ...more });
    });
  }
  // carry takes a message to the worker of a run, which begins with its first message and ends with its answer.
  carry({ tool, message, lent }) {
    if (!this.runs.has(tool)) {
      const run = new Worker(this.base + 'tool.js', { type: 'module' });
      const ends = (what, lent) => {
        run.terminate();
        this.runs.delete(tool);
        this.worker.postMessage({ tool, ...what }, lent);
      };
      run.onmessage = ({ data }) => ends({ answer: data }, data.lent);
      run.onerror = e => ends({ broken: e.message || 'go/tool.js, the worker of a tool, does not start' });
      this.runs.set(tool, run);
    }
    this.runs.get(tool).postMessage(message, lent);
  }
  end() {
    this.worker.onmessage = null; // what is on its way would start another
    for (const worker of [this.worker, ...this.runs.values()]) worker.terminate();
  }
}

// Cell is a cell that runs. Its sliders' ids are its own among those of the page.
class Cell {
  constructor(base, kernel, header, number) {
    Object.assign(this, { kernel, header, held: '', timer: 0, printed: '', printer: 0, prefix: `${kernel.id}-${number}-` });
    this.worker = new Worker(base + 'cell.js', { type: 'module' });
    this.end = new Promise((ok, failed) => { Object.assign(this, { ok, failed }); });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = e => this.failed(new Error(e.message || 'the worker of the cell does not start'));
  }
  // run starts what was built. Its source, and what the program is linked with, tell when a kept result is that of other code.
  run({ wasm, code, kept, program, arguments: more }) {
    const env = { HOME: '/home', TMPDIR: '/tmp', GOMLX_BACKEND: 'go', GONB_TMP_DIR: '/kernel', IGBOLAB_CODE: code };
    const files = [...storage.files, ['/kernel/main.go', new TextEncoder().encode(program)], ['/kernel/cell', new Uint8Array()]];
    this.worker.postMessage({ wasm, argv: ['cell', ...(more ?? [])], env, files, kept, cwd: this.kernel.folder }, [wasm.buffer]); // compiled there, all of it ends with the cell
    return this.end;
  }
  heard(data) {
    if (this.over) return; // what was on its way when the worker ended
    if (data.stream === 'stdout') {
      this.printed += data.text;
      this.printer ||= setTimeout(() => this.print(), printedEvery);
      return;
    }
    this.print();
    if (data.stream) this.hold(data.text);
    else if (data.display) this.show(data.display);
    else if (data.path) this.kernel.changed(data.path, data.bytes);
    else if (data.wanted) this.kernel.contents.find(data.wanted.slice(notebooks.length)).catch(() => null).then(found => this.worker.postMessage({ found, id: data.id }));
    else if (data.broken) this.failed(new Error(data.broken));
    else if (data.ended) this.ok(data.ended);
  }
  // print shows what was printed since the last time: a message for each line would keep the page busy.
  print() {
    clearTimeout(this.printer);
    if (this.printed) this.kernel.stream({ name: 'stdout', text: this.printed }, this.header);
    Object.assign(this, { printed: '', printer: 0 });
  }
  show({ data, metadata = {}, display_id, update }) {
    if (data['text/html']) data['text/html'] = data['text/html'].replaceAll('data-igbolab-control="', 'data-igbolab-control="' + this.prefix);
    const content = { data, metadata, transient: display_id ? { display_id: this.prefix + display_id } : {} };
    if (update) this.kernel.updateDisplayData(content, this.header); else this.kernel.displayData(content, this.header);
  }
  // moved is told of a move of a control of the page's.
  moved(id, at) { if (id.startsWith(this.prefix)) this.worker.postMessage({ moved: [id.slice(this.prefix.length), at] }); }
  // hold keeps what was said last on the standard error, which may be why the cell ends.
  hold(text) {
    this.held += text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), keptFor);
  }
  say(upTo = this.held.length) {
    clearTimeout(this.timer);
    if (upTo > 0) this.kernel.stream({ name: 'stderr', text: this.held.slice(0, upTo) }, this.header);
    this.held = '';
  }
  interrupt() {
    this.print();
    this.ok({ interrupted: true });
  }
  dispose() {
    this.print();
    this.over = true;
    this.worker.terminate();
  }
}

// kernelClass is the kernel on JupyterLite's own base.
export const kernelClass = (BaseKernel, base, manager) => class extends BaseKernel {
  constructor(options) {
    super(options);
    this.contents = new Contents(manager);
    this.folder = (notebooks + (this.location ?? '')).replace(/\/+$/, '');
    this.tools = new Tools(base);
    Object.assign(this, { parked: [], keeping: [] }); // cells that live on, and what is being kept
    this.follow = ({ target }) => {
      const id = target.getAttribute?.('data-igbolab-control');
      if (id) for (const cell of this.parked) cell.moved(id, Number(target.value));
    };
    document.addEventListener('input', this.follow);
    kernels.add(this);
  }

  async kernelInfoRequest() {
    return {
      status: 'ok', protocol_version: '5.3', implementation: 'igbolab', implementation_version: '1', help_links: [],
      banner: 'Go in the browser: cells are compiled and run in this page',
      language_info: { name: 'go', version: '', mimetype: 'text/x-go', file_extension: '.go', codemirror_mode: 'go', pygments_lexer: 'go' },
    };
  }

  async executeRequest({ code }) {
    const header = this.parentHeader, number = this.executionCount;
    this.stopped = new Promise(ok => { this.stop = () => ok({ failure: interrupted }); });
    let failure;
    try {
      failure = await this.execute(code, number, header);
    } catch (e) {
      failure = told('Broken', String(e.message || e));
    }
    this.stop = null;
    if (!failure) return { status: 'ok', execution_count: number, user_expressions: {}, payload: [] };
    this.publishExecuteError(failure, header);
    return { status: 'error', execution_count: number, ...failure };
  }

  // execute runs a cell; it is a promise of its failure.
  async execute(code, number, header) {
    const begun = performance.now();
    const built = await Promise.race([this.tools.ask('build', { source: code, number }), this.stopped]);
    for (const note of built.notes ?? []) this.stream({ name: 'stderr', text: `[${note}]\n` }, header);
    this.timing = built.timing ?? {};
    globalThis.igbolabTimes = [...(globalThis.igbolabTimes ?? []), this.timing].slice(-100); // for who measures
    if (built.failure) return built.failure;
    this.tools.ask('learn', { code, number }).catch(e => console.warn('igbolab: names are not completed:', e));
    if (!built.wasm) return;
    await storage.ready;
    const cell = new Cell(base, this, header, number), start = performance.now();
    this.running = cell;
    try {
      const end = await cell.run(built);
      Object.assign(this.timing, { run: performance.now() - start, runMemory: end.memory });
      if (end.interrupted) {
        cell.say();
        return interrupted;
      }
      if (!end.status) {
        cell.say();
        if (built.timed) this.stream({ name: 'stdout', text: `time: ${Number(((performance.now() - begun) / 1e3).toPrecision(3))} s\n` }, header);
        if (end.parked) this.park(cell);
        return;
      }
      const { failure, from } = await this.tools.ask('ended', { status: end.status, reported: cell.held });
      cell.say(from < 0 ? cell.held.length : new TextDecoder().decode(new TextEncoder().encode(cell.held).slice(0, from)).length);
      return failure;
    } finally {
      this.running = null;
      if (!cell.parked) cell.dispose();
      const faults = [...await this.contents.save(), ...await Promise.all(this.keeping.splice(0))].filter(Boolean);
      for (const fault of faults) this.stream({ name: 'stderr', text: `[the browser does not keep ${fault}]\n` }, header);
    }
  }

  // park lets a cell live on, whose sliders are followed; the oldest of several ends.
  park(cell) {
    cell.parked = true;
    this.parked.push(cell);
    if (this.parked.length > mostParked) this.parked.shift().dispose();
  }

  interrupt() {
    this.running?.interrupt();
    this.stop?.();
  }

  // changed keeps a file that a cell wrote for the cells after it; bytes is null where the file was removed.
  changed(path, bytes) {
    if (path.startsWith('/tmp/') || path.endsWith('/.igbo.lock')) return;
    if (path.startsWith(notebooks)) this.contents.changed(path.slice(notebooks.length), bytes); else this.keeping.push(storage.set(path, bytes));
  }

  async completeRequest({ code, cursor_pos }) { return (await this.tools.ask('complete', { what: { code, cursor_pos } })).answer; }
  async inspectRequest({ code, cursor_pos }) { return (await this.tools.ask('inspect', { what: { code, cursor_pos } })).answer; }
  async isCompleteRequest({ code }) { return (await this.tools.ask('isComplete', { code })).answer; }
  async commInfoRequest() { return { status: 'ok', comms: {} }; }
  inputReply() {}
  async commOpen() {}
  async commMsg() {}
  async commClose() {}
  dispose() {
    kernels.delete(this);
    for (const cell of [...this.parked, this.running]) cell?.dispose();
    document.removeEventListener('input', this.follow);
    this.tools.end();
    super.dispose();
  }
};
