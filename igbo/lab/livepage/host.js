// What makes a page live: its program computes in a worker, and its sliders follow it; they play their frames until it is there, and
// where it ends.
(() => {
  const job = igbolabjob;
  const program = document.querySelector("script#igbolab-program");
  const controls = new Map(); // by the program's ids
  const figures = new Map();
  const free = new Set(job.blocks);
  const began = performance.now();
  let worker, ended = false, busy = false;
  const say = (block, text) => {
    let state = block.querySelector("[data-igbolab-state]");
    if (!state) {
      state = document.createElement("small");
      state.dataset.igbolabState = "";
      state.setAttribute("role", "status");
      state.style.cssText = "display:block;padding:0 12px;color:#5a5a5e";
      block.append(state);
    }
    state.textContent = text;
  };
  const end = why => {
    ended = true;
    worker?.terminate();
    for (const {block} of controls.values()) say(block, "plays frames: " + why);
  };
  const move = c => {
    if (busy) return;
    busy = true;
    c.waits = false;
    c.asked = performance.now();
    worker.postMessage({id: c.id, at: Number(c.input.value)});
  };
  const take = told => {
    const same = b => b.label === told.label && JSON.stringify(b.values) === JSON.stringify(told.values);
    const mine = [...free].find(same);
    const block = mine && document.querySelector(`[data-plots-frames="${mine.digest}"]:not([data-igbolab-live])`);
    if (!block) return;
    free.delete(mine);
    block.dataset.igbolabLive = "yes";
    const c = {...told, block, input: block.querySelector("input, select"), image: block.querySelector("img"), output: block.querySelector("output")};
    controls.set(told.id, c);
    figures.set(told.figure, c);
    block.addEventListener("input", e => { // before the script that plays frames
      if (ended) return;
      e.stopImmediatePropagation();
      if (c.output) c.output.value = c.values[Number(c.input.value)];
      c.waits = true;
      move(c);
    }, true);
    if (Number(c.input.value) !== told.start) c.waits = true; // the reader was faster
  };
  const show = ({data, metadata, display_id}) => {
    const told = data["application/vnd.igbolab.control+json"], c = figures.get(display_id);
    if (told) return take(told);
    if (!c) return;
    const svg = data["image/svg+xml"];
    if (!svg) return say(c.block, new DOMParser().parseFromString(data["text/html"], "text/html").body.textContent);
    const at = metadata["application/vnd.igbolab.control+json"].value;
    if (c.first === undefined) {
      c.first = performance.now() - began;
      c.block.dataset.igbolabReady = Math.round(c.first);
      if (c.waits) return; // the reader is elsewhere by now
    }
    c.image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
    c.image.alt = c.label + " = " + c.values[at] + (data["text/plain"] ? ": " + data["text/plain"] : "");
    c.block.dataset.igbolabAt = at;
    say(c.block, "computed in this page");
  };
  const hear = ({data}) => {
    if (data.shown) show(data.shown);
    if (data.ended) end(data.ended);
    if (!data.parked && data.id === undefined) return;
    busy = false;
    const c = controls.get(data.id);
    if (c) c.block.dataset.igbolabTook = Math.round(performance.now() - c.asked);
    for (const next of controls.values()) if (next.waits) return move(next);
  };
  try {
    busy = true; // until the program has shown all
    worker = new Worker(URL.createObjectURL(new Blob([job.worker], {type: "text/javascript"})));
    worker.onmessage = hear;
    worker.onerror = e => end(e.message);
    worker.postMessage({program: program.textContent.trim(), cells: job.cells});
    program.remove();
  } catch (e) {
    end(String(e));
  }
})();
