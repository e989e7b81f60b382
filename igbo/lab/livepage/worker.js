
// The worker of a live page: runs the program of its sliders. Messages in: {program, cells}, then {id, at} for a move; out: {shown} for a bundle,
// {parked}, {id, at, known} when a move is answered, {ended}.
globalThis.igbolab = {display: text => postMessage({shown: JSON.parse(text)}), parked: () => postMessage({parked: true})};
const bytes = text => Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
const run = async ({program, cells}) => {
  const stream = new Blob([bytes(program)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
  const go = new Go();
  go.argv = cells;
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  return "the program has ended";
};
onmessage = ({data}) => {
  if (data.program) {
    run(data).catch(String).then(why => postMessage({ended: why}));
    return;
  }
  try {
    postMessage({...data, known: Boolean(globalThis.igbolab.moved?.(data.id, data.at))});
  } catch (e) {
    postMessage({ended: String(e)});
  }
};
