//go:build browser

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/site"
)

// siteServer is a plain file server for a site's folder that can be stopped.
type siteServer struct {
	*httptest.Server
	folder  string
	firefox string       // path of the program; empty means Chromium
	sent    atomic.Int64 // bytes sent
}

// ServeHTTP serves files without additional features.
func (s *siteServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.FileServer(http.Dir(s.folder)).ServeHTTP(&counting{w, s}, r)
}

// goAway stops the server: nobody listens any more.
func (s *siteServer) goAway() {
	s.CloseClientConnections()
	s.Close()
}

// comeBack starts it again at the same address.
func (s *siteServer) comeBack(t *testing.T) {
	t.Helper()
	listener := must.Of(net.Listen("tcp", s.Listener.Addr().String())).In(t)
	s.Server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: s}}
	s.Start()
}

// siteNotebooks lists the notebooks of the site, unless others are to be compared.
var siteNotebooks = []string{"00_notebooks_in_go.ipynb", "02_temporal_integrated_gradients.ipynb", "03_clt_dag.ipynb", "04_projection_geometry.ipynb"}

// makeSite makes a site of some notebooks with the packages that their cells import, or returns the site in the folder that IGBOLAB_SITE
// names.
func makeSite(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("IGBOLAB_SITE"); dir != "" {
		return dir
	}
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	l, err := lab.Open(lab.Options{Checkout: checkout, Out: os.Stderr, Supervisor: []string{os.Args[0], "supervise"}})
	if err == nil {
		err = l.SetupSite(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	files, packages := map[string][]byte{}, map[string]bool{"fmt": true, "time": true, "strings": true, "container/ring": true}
	for _, name := range slices.Concat(siteNotebooks, siteCourse(t, checkout)) {
		text := must.Of(os.ReadFile(filepath.Join(checkout, "notebooks", filepath.FromSlash(name)))).In(t)
		n := must.Of(ipynb.Read(text)).In(t)
		files[name] = text
		cells := &compose.Notebook{}
		for i, code := range n.Code() {
			if p, err := cells.Program(code, i+1); err == nil {
				cells.Keep()
				for _, path := range p.Paths {
					packages[path] = true
				}
			}
		}
	}
	text := must.Of(json.Marshal(map[string]any{"cells": []any{map[string]any{
		"cell_type": "code", "id": "a", "execution_count": nil, "metadata": map[string]any{}, "outputs": []any{}, "source": shipped,
	}}, "metadata": map[string]any{}, "nbformat": 4, "nbformat_minor": 5})).In(

		t)

	files[shippedName] = text
	for _, path := range []string{"context", "os", "github.com/igbolab/igbolab/igbo", "github.com/igbolab/igbolab/igbo/notebook", "github.com/igbolab/igbolab/igbo/tabular/table", "github.com/igbolab/igbolab/plots"} {
		packages[path] = true
	}
	folder := filepath.Join(t.TempDir(), "site")
	begin := time.Now()
	must.Do(t, l.MakeSite(t.Context(), site.Options{Files: files, Packages: slices.Collect(maps.Keys(packages)), Folder: folder}))
	t.Logf("a site of %d notebooks after %s", len(files), time.Since(begin).Round(time.Second))
	return folder
}

// shipped is a slow cell in a separate notebook, whose result is part of the site.
const (
	shippedName = "shipped.ipynb"
	shipped     = `func slow(n int) int {
	fmt.Println("computing")
	x := uint32(n)
	for range 2_000_000_000 { // seconds of a processor, which are what counts
		x = x*1664525 + 1013904223
	}
	fmt.Println(x)
	return n * n
}
%%
fmt.Println(notebook.Keep(9, slow))`
)

// counting counts sent bytes.
type counting struct {
	http.ResponseWriter
	s *siteServer
}

func (c *counting) Write(b []byte) (int, error) {
	c.s.sent.Add(int64(len(b)))
	return c.ResponseWriter.Write(b)
}

// serveSite serves a site.
func serveSite(t *testing.T) *siteServer {
	t.Helper()
	s := &siteServer{folder: makeSite(t)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() { s.Close() })
	return s
}

// browser opens a browser. A request to any other host fails the test.
func (s *siteServer) browser(t *testing.T) context.Context {
	t.Helper()
	asked := func(address string) {
		to, err := url.Parse(address)
		if err != nil || to.Scheme != "data" && to.Scheme != "blob" && address != "about:blank" && !strings.HasPrefix(address, s.URL+"/") {
			t.Errorf("a request to %s, expected none but to %s", address, s.URL)
		}
	}
	if s.firefox != "" {
		return startFirefox(t, s.firefox, asked)
	}
	ctx := browser(t)
	chromedp.ListenTarget(ctx, func(e any) {
		if sent, is := e.(*network.EventRequestWillBeSent); is {
			asked(sent.Request.URL)
		}
	})
	must.Do(t, chromedp.Run(ctx, network.Enable()))
	return ctx
}

// TestSite checks the course in a browser: Chromium, or the Firefox that IGBOLAB_FIREFOX names.
func TestSite(t *testing.T) {
	s := serveSite(t)
	s.firefox = os.Getenv("IGBOLAB_FIREFOX")
	t.Run("cells", func(t *testing.T) { checkSiteCells(t, s) })
	t.Run("course", func(t *testing.T) { checkSiteCourse(t, s) })
}

// checkSiteCells checks that cells are compiled, edited and interrupted in a browser, that errors name cell and line, and that cached
// values persist.
func checkSiteCells(t *testing.T, s *siteServer) {
	ctx, cancel := context.WithTimeout(s.browser(t), limit)
	defer cancel()
	p := page{t, ctx, siteNotebooks[0]}
	begin := time.Now()
	p.visit(s)
	p.setSources("%%\nfmt.Println(\"six times seven\", 6*7)")
	p.runCells()
	t.Logf("a first cell after %s, %.1f MB", time.Since(begin).Round(100*time.Millisecond), float64(s.sent.Load())/1e6)
	p.shows(0, "six times seven 42")
	p.checkEditing()
	if s.firefox == "" {
		p.checkMemory()
	}
	p.checkHelp()
	p.checkFaults()
	p.checkInterrupt()
	p.checkSlider()
	p.checkFiles()
	p.checkKept(s)
	p.checkShipped(s)
	p.checkLost(s)
	p.checkAway(s) // after the first visit with an empty cache
}

// checkEditing checks that an edited cell runs again, and uses declarations of other cells.
func (p page) checkEditing() {
	p.setSources("func twice(x int) int { return 2 * x }", "%%\nfmt.Println(\"twice\", twice(21))")
	p.runCells()
	p.shows(1, "twice 42")
	p.setSource(0, "func twice(x int) int { return 2*x + 1 }")
	begin := time.Now()
	p.runCells()
	p.shows(1, "twice 43")
	p.t.Logf("two edited cells: %s; the parts of each %s", time.Since(begin).Round(time.Millisecond), eval[string](p, lastTimes))
}

// checkHelp checks completion and descriptions of names of cells and packages, and that a cell shows its run time.
func (p page) checkHelp() {
	const kernel = panel + `.sessionContext.session.kernel`
	for code, want := range map[string]string{"%%\ntwi": "twice", "%%\nstrings.ToUp": "ToUpper", "%%\nvar b strings.Builder\nb.WriteS": "WriteString"} {
		got := eval[string](p, fmt.Sprintf(kernel+`.requestComplete({code: %q, cursor_pos: %d}).then(a => JSON.stringify(a.content))`, code, len(code)))
		if !strings.Contains(got, `"`+want+`"`) {
			p.t.Errorf("%q is completed by %s, expected %s", code, got, want)
		}
	}
	got := eval[string](p, kernel+`.requestInspect({code: "twice(3)", cursor_pos: 3, detail_level: 0}).then(a => JSON.stringify(a.content))`)
	if !strings.Contains(got, "return 2*x + 1") {
		p.t.Errorf("twice is %s, expected its declaration", got)
	}
	p.setSources("%%time\n%%\nfmt.Println(\"timed\")")
	p.runCells()
	p.shows(0, "timed")
	p.shows(0, "time: ")
}

// lastTimes returns the times that the tools report for the newest cell.
const lastTimes = `JSON.stringify(globalThis.igbolabTimes?.at(-1))`

// checkFaults checks that errors of the compiler, the parser and a failing program name the cell and the line.
func (p page) checkFaults() {
	for _, c := range []struct{ source, name, want string }{
		{"%%\nx := 1\nfmt.Println(y)", "CompileError", "line 3: undefined: y"},
		{"func broken() {\n\tx := := 1\n}", "CompileError", "line 2: expected operand, found ':='"},
		{"%%\nvar none []int\nfmt.Println(none[3])", "Panic", "line 3: runtime error: index out of range [3] with length 0"},
		{"import \"example.org/nowhere\"\n%%\nnowhere.F()", "CompileError", "example.org/nowhere is not among this site's packages"},
	} {
		p.setSources(c.source)
		p.runCells()
		p.shows(0, `"output_type":"error"`)
		p.shows(0, `"ename":"`+c.name+`"`)
		p.shows(0, c.want)
	}
}

// checkInterrupt checks that an endless loop can be interrupted, and that the next cell works.
func (p page) checkInterrupt() {
	p.setSources("%%\nfmt.Println(\"begun\")\nfor i := 0; ; i++ {\n}", "%%\nfmt.Println(\"and on\")")
	eval[bool](p, started)
	p.until("the loop", time.Minute, `JSON.stringify(`+panel+`.content.model.sharedModel.cells[0].getOutputs()).includes("begun")`)
	begin := time.Now()
	eval[bool](p, panel+`.sessionContext.session.kernel.interrupt().then(() => true)`)
	p.until("the end of the loop", time.Minute, "window.igboDone")
	p.t.Logf("interrupted after %s", time.Since(begin).Round(time.Millisecond))
	p.shows(0, `"ename":"Interrupted"`)
	p.setSource(0, "%%\nfor {\n\tfmt.Println(strings.Repeat(\"flood \", 10_000))\n}")
	eval[bool](p, started)
	p.until("the end of the flood", time.Minute, `JSON.stringify(`+panel+`.content.model.sharedModel.cells[0].getOutputs().slice(-1)).includes("the rest is dropped")`)
	eval[bool](p, panel+`.sessionContext.session.kernel.interrupt().then(() => true)`)
	p.until("the end of the loop", time.Minute, "window.igboDone")
	p.setSource(0, "")
	p.runCells()
	p.shows(1, "and on")
}

// slider is a cell with a slider, and endless is a cell that runs until it is interrupted.
const (
	slider = `%%
notebook.Check(inline.Slider("slope", []float64{1, 2, 3}, func(x float64) (inline.Figure, error) {
	return plots.Lines([]plots.Line{plots.Curve(fmt.Sprint("slope ", x), func(t float64) float64 { return x * t }, 0, 1)})
}))`
	endless = "%%\nfmt.Println(\"later\")\nfor {\n}"
)

// checkSlider checks that a slider changes its figure while a later cell runs.
func (p page) checkSlider() {
	p.setSources(slider, endless)
	eval[bool](p, started)
	const outputs = `JSON.stringify(` + panel + `.content.model.sharedModel.cells[%d].getOutputs())`
	p.until("the later cell", 2*time.Minute, fmt.Sprintf(outputs+`.includes("later")`, 1))
	p.shows(0, "slope 2")
	begin := time.Now()
	eval[bool](p, `(() => { const e = document.querySelector("[data-igbolab-control]"); e.value = 2;
		return e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	p.until("the figure at 3", time.Minute, fmt.Sprintf(outputs+`.includes("slope 3")`, 0))
	p.t.Logf("a slider moved after %s", time.Since(begin).Round(time.Millisecond))
	p.screenshot("slider")
	eval[bool](p, panel+`.sessionContext.session.kernel.interrupt().then(() => true)`)
	p.until("the end of the loop", time.Minute, "window.igboDone")
}

// checkFiles checks that a cell reads the files next to the notebook in JupyterLite's list, and that files that it writes appear there.
func (p page) checkFiles() {
	const contents = "window.jupyterapp.serviceManager.contents"
	eval[bool](p, contents+`.save("houses.csv", {type: "file", format: "text", name: "houses.csv", path: "houses.csv", content: "rooms,price\n3,250\n"}).then(() => true)`)
	p.setSources(`%%
text := notebook.Must(os.ReadFile("houses.csv"))
list := notebook.Must(os.ReadDir("."))
fmt.Println(string(text), len(list) > 2)
_, err := os.Stat("none.csv")
fmt.Println(os.IsNotExist(err))
notebook.Check(os.WriteFile("found.csv", append(text, "4,300\n"...), 0o600))
notebook.Check(os.Mkdir("out", 0o700))
notebook.Check(os.WriteFile("out/bytes", []byte{0, 255, 254}, 0o600))`, `%%
f := notebook.Must(os.OpenFile("found.csv", os.O_APPEND|os.O_WRONLY, 0))
notebook.Must(f.WriteString("5,350\n"))
notebook.Check(f.Close())
fmt.Println(notebook.Must(os.ReadFile("out/bytes")), notebook.Must(table.Read(context.Background(), "found.csv", table.ReadOptions{})).Rows())
notebook.Check(os.Remove("out/bytes"))`)
	p.runCells()
	p.shows(0, `rooms,price\n3,250\n true\ntrue\n`)
	p.shows(1, "[0 255 254] 3")
	const wrote = "rooms,price\n3,250\n4,300\n5,350\n"
	if got := eval[string](p, contents+`.get("found.csv", {content: true}).then(f => f.content)`); got != wrote {
		p.t.Errorf("the list has %q, expected %q", got, wrote)
	}
	if eval[bool](p, contents+`.get("out/bytes").then(() => true, () => false)`) {
		p.t.Error("a file that a cell removed is in the list")
	}
}

// checkShipped checks that a browser finds results that were computed when the site was made.
func (p page) checkShipped(s *siteServer) {
	if _, err := os.Stat(filepath.Join(s.folder, "files", shippedName)); err != nil {
		p.t.Log("a site that was made without the notebook for this")
		return
	}
	p.setSources(shipped)
	p.runCells()
	if p.shows(0, "81"); strings.Contains(p.outputs()[0], "computing") {
		p.t.Errorf("the cell shows %s: it computed, expected what came with the site", p.outputs()[0])
	}
}

// checkLost clears the service worker and the browser's caches, as a user or a full disk may do. The next cell must run, with a package
// that no cell had used and with files, and the page must open again.
func (p page) checkLost(s *siteServer) {
	p.visit(s)
	if n := eval[int](p, `(async () => {
		const workers = await navigator.serviceWorker.getRegistrations(), names = await caches.keys();
		for (const w of workers) await w.unregister();
		for (const name of names) await caches.delete(name);
		return workers.length * names.length; })()`); n == 0 {
		p.t.Error("no worker or nothing fetched was there to be lost")
	}
	p.setSources("import \"container/ring\"\n%%\nfmt.Println(ring.New(3).Len(), len(notebook.Must(os.ReadFile(\"found.csv\"))) > 10)")
	p.runCells()
	p.shows(0, "3 true")
	p.visit(s)
	p.setSources("%%\nfmt.Println(\"anew\")")
	p.runCells()
	p.shows(0, "anew")
	p.until("the page among what the service worker keeps", time.Minute, `caches.match(location.pathname).then(kept => !!kept)`)
}

// checkKept checks that a cached value of a cell is found after the page was reloaded.
func (p page) checkKept(s *siteServer) {
	kept := "func slow(n int) int {\n\tfmt.Println(\"computing\")\n\treturn n * n\n}\n%%\nfmt.Println(notebook.Keep(7, slow), notebook.Keep(8, func(n int) int { fmt.Println(\"another\"); return n }))"
	for i := range 2 {
		p.visit(s)
		p.setSources(kept)
		p.runCells()
		p.shows(0, "49 8")
		if found := p.outputs()[0]; strings.Contains(found, "computing") != (i == 0) || strings.Contains(found, "another") != (i == 0) {
			p.t.Errorf("run %d shows %s", i+1, found)
		}
	}
}

// checkAway checks that a second visit needs no server.
func (p page) checkAway(s *siteServer) {
	s.goAway()
	defer s.comeBack(p.t)
	begin := time.Now()
	p.visit(s)
	p.setSources("%%\nfmt.Println(\"without a server\")")
	p.runCells()
	p.shows(0, "without a server")
	p.t.Logf("a second visit, without the server: %s until a cell has run", time.Since(begin).Round(100*time.Millisecond))
}

// shows fails unless the output of a cell contains a text.
func (p page) shows(cell int, want string) {
	p.t.Helper()
	if got := p.outputs()[cell]; !strings.Contains(got, want) {
		p.t.Errorf("cell %d shows %s, expected %s", cell+1, got, want)
	}
}

// patience limits the time until a page is loaded.
const patience = 3 * time.Minute

// visit opens a notebook of the site and waits for its kernel.
func (p page) visit(s *siteServer) {
	p.t.Helper()
	address := s.URL + "/lab/index.html?path=" + p.name
	var err error
	if f := firefoxOf(p.ctx); f != nil {
		err = f.navigate(address)
	} else {
		err = chromedp.Run(p.ctx, chromedp.Navigate(address))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.until("the kernel", patience, `(() => {
		const w = `+panel+`;
		if (w) { window.jupyterapp.shell.activateById(w.id); w.content.node.focus(); }
		// A window without the focus, such as Firefox's without a screen, sends no such event.
		if (w && !document.hasFocus()) w.content.node.dispatchEvent(new FocusEvent("focus"));
		return w?.sessionContext?.session?.kernel?.connectionStatus === "connected" && !!window.jupyterapp.shell.currentWidget;
	})()`)
}

// setSources replaces the notebook's cells.
func (p page) setSources(sources ...string) {
	p.t.Helper()
	list, err := json.Marshal(sources)
	if err != nil {
		p.t.Fatal(err)
	}
	eval[bool](p, `(() => { const m = `+panel+`.content.model.sharedModel;
		while (m.cells.length) m.deleteCell(0);
		for (const source of `+string(list)+`) m.addCell({cell_type: "code", source, metadata: {}});
		return true; })()`)
}

// setSource changes a cell.
func (p page) setSource(cell int, source string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(%s.content.model.sharedModel.cells[%d].setSource(%q), true)`, panel, cell, source))
}

// runCells runs all cells and waits until they have ended.
func (p page) runCells() {
	p.t.Helper()
	eval[bool](p, started)
	p.until("the end of the cells", 2*time.Minute, "window.igboDone")
}

// outputs returns the outputs of the cells, as JSON.
func (p page) outputs() []string {
	return eval[[]string](p, panel+`.content.model.sharedModel.cells.filter(c => c.cell_type === "code").map(c => JSON.stringify(c.getOutputs()))`)
}
