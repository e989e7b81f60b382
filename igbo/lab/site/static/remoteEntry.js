// The extension of JupyterLite that has the kernel "Go (igbolab)": a container of module federation, written by hand, so that
// no bundler is needed. What JupyterLite shares with its extensions it takes from there.

(() => {
  // A phone has no room for a list beside a notebook: it gets JupyterLite's pages for one of them.
  if (matchMedia('(max-width: 600px)').matches && /\/lab\/(index\.html)?$/.test(location.pathname)) {
    const path = new URLSearchParams(location.search).get('path');
    location.replace(path?.endsWith('.ipynb') ? '../notebooks/index.html?path=' + encodeURIComponent(path) + location.hash : '../tree/index.html');
  }

  // On a phone the mark of outputs that are not trusted covers the menu, and pictures with a width reach beyond the screen.
  const style = document.createElement('style');
  style.textContent = '@media (max-width: 600px) { .jp-NotebookTrustedStatus, .jp-NotebookKernelLogo { display: none !important } .jp-OutputArea-output img { max-width: 100% !important; height: auto !important } }';
  document.head.append(style);

  const here = new URL('.', document.currentScript.src).href;

  // One visit is enough to need no network: what the first one loads before the service worker has the page is asked for again, from
  // the browser's own cache, so that the service worker keeps it; also what the kernel's workers load, of which the page is not told.
  const ofWorkers = ['site.json', ...['cell', 'memfs', 'packages', 'program', 'tool', 'tools', 'wasm_exec'].map(name => `go/${name}.js`)];
  performance.setResourceTimingBufferSize(2000);
  const workers = navigator.serviceWorker;
  if (workers && !workers.controller) {
    workers.addEventListener('controllerchange', () => {
      const loaded = performance.getEntriesByType('resource').map(e => e.name).filter(name => name.startsWith(location.origin + '/'));
      const names = [location.href, ...loaded, ...ofWorkers.map(name => new URL('../../../' + name, here).href)];
      for (const name of new Set(names.map(n => n.split(/[?#]/)[0]))) fetch(name, { cache: 'force-cache' }).catch(() => {});
    }, { once: true });
  }

  // showCell scrolls to the cell that the address names, such as #cell-id=loop, when the notebook is open. Cells get their heights when they
  // are shown, so it scrolls again until the cell is in view, unless the reader does something first.
  const named = location.hash; // JupyterLite removes it
  async function showCell(app) {
    if (!named.startsWith('#cell-id=')) return;
    let acted = false;
    for (const event of ['wheel', 'pointerdown', 'keydown', 'touchstart']) addEventListener(event, () => { acted = true; }, { capture: true, once: true });
    let id = named.slice('#cell-id='.length);
    try { id = decodeURIComponent(id); } catch { /* the address is malformed: use it as it is */ }
    const inView = panel => {
      const cell = panel.content.widgets.find(c => c.model.id === id);
      const box = cell?.node.getBoundingClientRect();
      return !cell || cell.node.isConnected && box.height > 0 && box.bottom > 0 && box.top < innerHeight / 2;
    };
    await app.restored;
    for (let tries = 0, scrolled = 0; tries < 600 && scrolled < 20 && !acted; tries++) {
      const panel = app.shell.currentWidget;
      if (panel?.setFragment && panel.context?.isReady && (scrolled < 2 || !inView(panel))) {
        panel.setFragment(named);
        scrolled++;
        await new Promise(later => setTimeout(later, 1000));
      } else {
        if (scrolled >= 2) return;
        await new Promise(later => setTimeout(later, 200));
      }
    }
  }

  let scope;

  // shared is a promise of a module of JupyterLite's own.
  async function shared(name) {
    const versions = scope[name];
    if (!versions) throw new Error(`JupyterLite does not share ${name}`);
    return (await versions[Object.keys(versions).pop()].get())();
  }

  async function plugin() {
    const services = await shared('@jupyterlite/services'), { IContentsManager } = await shared('@jupyterlab/services');
    const { kernelClass } = await import(here + 'kernel.js');
    const running = new Map();
    return {
      id: 'igbolab-kernel:plugin', autoStart: true, requires: [services.IKernelSpecs, services.IKernelClient, IContentsManager],
      activate: (app, specs, client, contents) => {
        const Kernel = kernelClass(services.BaseKernel, new URL('../../../go/', here).href, contents);
        specs.register({
          spec: { name: 'igbolab', display_name: 'Go (igbolab)', language: 'go', argv: [], resources: {}, metadata: {} },
          create: async options => {
            const kernel = new Kernel(options);
            running.set(options.id, kernel);
            return kernel;
          },
        });
        showCell(app);
        // JupyterLite lets go of the cells that wait, and does not tell the kernel.
        const interrupt = client.interrupt.bind(client);
        client.interrupt = async id => {
          running.get(id)?.interrupt();
          return interrupt(id);
        };
      },
    };
  }

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB['igbolab-kernel'] = {
    init: s => { scope = s; },
    get: async name => {
      if (name === './style') return () => ({});
      if (name !== './extension') throw new Error(`igbolab-kernel has no ${name}`);
      const one = await plugin();
      return () => ({ __esModule: true, default: one });
    },
  };
})();
