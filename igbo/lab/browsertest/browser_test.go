//go:build browser

package browsertest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// limit limits the time of one notebook.
const limit = 30 * time.Minute

// TestMain makes this program the supervisor of its lab if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "supervise" {
		code, err := procgroup.Supervise(os.Stdin)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// browser opens a headless Chromium.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 1600),
		chromedp.WSURLReadTimeout(2*time.Minute), // its default of 20 s is short for a busy machine
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	focus(t, ctx)
	return ctx
}

// focus opens a page. JupyterLab has a current notebook only while its page has the focus.
func focus(t *testing.T, ctx context.Context) {
	t.Helper()
	if err := chromedp.Run(ctx, emulation.SetFocusEmulationEnabled(true)); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
}

// tab opens another page in a browser, which is faster than to start another Chromium.
func tab(t *testing.T, browser context.Context) context.Context {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	focus(t, ctx)
	return ctx
}

// TestNotebooksInTheBrowser opens every notebook, runs all cells and checks the page. JupyterLab shows all notebooks in one page, because
// loading it takes longer than showing a notebook.
func TestNotebooksInTheBrowser(t *testing.T) {
	f := startFrontEnd(t)
	chromium, whole := browser(t), t
	moved := false
	var shown context.Context // the page, if it can show another notebook
	for _, name := range f.names {
		t.Run(strings.TrimSuffix(name, ".ipynb"), func(t *testing.T) {
			at := shown
			if at == nil {
				at = tab(whole, chromium)
			}
			shown = nil
			ctx, cancel := context.WithTimeout(at, limit)
			defer cancel()
			p := page{t, ctx, name}
			p.open(f)
			moved = p.runWithSliders() || moved
			p.checkOutputs()
			p.screenshot("end")
			if eval[bool](p, inJupyterLab) {
				shown = at
			}
		})
	}
	if !moved {
		t.Error("no notebook had a live slider")
	}
}

// failing is a notebook whose second cell fails late. A front end that requests the third cell only after the reply would run it.
const failing = `{"cells": [
	{"cell_type": "code", "id": "a", "execution_count": null, "metadata": {}, "outputs": [], "source": "%%\nfmt.Println(\"before\")"},
	{"cell_type": "code", "id": "b", "execution_count": null, "metadata": {}, "outputs": [], "source": "%%\ntime.Sleep(5 * time.Second)\npanic(\"this cell fails\")"},
	{"cell_type": "code", "id": "c", "execution_count": null, "metadata": {}, "outputs": [], "source": "%%\nfmt.Println(\"after\")"}],
	"metadata": {"kernelspec": {"name": "igbolab", "display_name": "Go (igbolab)", "language": "go"}}, "nbformat": 4, "nbformat_minor": 5}`

// TestWritten checks notebooks that the tests write.
func TestWritten(t *testing.T) {
	f := startFrontEnd(t)
	t.Run("error", func(t *testing.T) { checkError(t, f) })
	t.Run("living", func(t *testing.T) { checkStatefulSliders(t, f) })
	t.Run("variables", func(t *testing.T) { checkVariables(t, f) })
	t.Run("reactive", func(t *testing.T) { checkReactive(t, f) })
	t.Run("breakpoints", func(t *testing.T) { checkBreakpoints(t, f) })
}

// checkError checks that a failed cell shows its error, and that later cells do not run.
func checkError(t *testing.T, f frontEnd) {
	must.Do(t, os.WriteFile(filepath.Join(f.dir, "failing.ipynb"), []byte(failing), 0o644))
	ctx, cancel := context.WithTimeout(browser(t), limit)
	defer cancel()
	p := page{t, ctx, "failing.ipynb"}
	p.open(f)
	p.runAll()
	p.screenshot("end")
	outputs := eval[[]string](p, panel+`.content.model.sharedModel.cells.map(c => JSON.stringify(c.getOutputs()))`)
	for i, want := range []string{"before", "this cell fails", ""} {
		if got := outputs[i]; !strings.Contains(got, want) || strings.Contains(got, `"error"`) != (i == 1) || i == 2 && got != "[]" {
			t.Errorf("cell %d shows %s, want %q", i+1, got, want)
		}
	}
}

// page is a notebook in the browser.
type page struct {
	t    *testing.T
	ctx  context.Context
	name string
}

// eval runs JavaScript; promises are awaited.
func eval[T any](p page, script string) T {
	p.t.Helper()
	var out T
	var err error
	if f := firefoxOf(p.ctx); f != nil {
		err = f.evaluate(script, &out)
	} else {
		err = chromedp.Run(p.ctx, chromedp.Evaluate(script, &out, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
			return e.WithAwaitPromise(true)
		}))
	}
	if err != nil {
		p.screenshot("failed")
		p.t.Fatalf("%s: %v", p.name, err)
	}
	return out
}

const inJupyterLab = `window.jupyterapp?.name === "JupyterLab"`

// open loads the notebook, in the open page of JupyterLab or a new one, and waits for its kernel.
func (p page) open(f frontEnd) {
	if eval[bool](p, inJupyterLab) { // the one that was open, and its kernel, end
		eval[bool](p, fmt.Sprintf(`(async w => { await w?.sessionContext.shutdown(); w?.dispose();
			await window.jupyterapp.commands.execute("docmanager:open", {path: %q}); return true; })(%s)`, p.name, panel))
	} else if err := chromedp.Run(p.ctx, chromedp.Navigate(f.address+f.folder+p.name+"?reset&"+f.query)); err != nil {
		p.t.Fatal(err)
	}
	p.until("the kernel", time.Minute, `(() => {
		const w = `+panel+`;
		if (w) { window.jupyterapp.shell.activateById(w.id); w.content.node.focus(); }
		return w?.sessionContext?.session?.kernel?.connectionStatus === "connected" && !!window.jupyterapp.shell.currentWidget;
	})()`)
}

// slower is IGBOLAB_SLOWER, a factor for the time limits in a page on a busy machine, at least 1.
var slower = sync.OnceValue(func() time.Duration {
	n, _ := strconv.Atoi(os.Getenv("IGBOLAB_SLOWER"))
	return time.Duration(max(n, 1))
})

// until waits for a condition in the page.
func (p page) until(what string, patience time.Duration, condition string) {
	p.t.Helper()
	patience *= slower()
	for deadline := time.Now().Add(patience); !eval[bool](p, condition); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.screenshot("failed")
			p.t.Fatalf("%s: %s did not come within %s; the page says %s", p.name, what, patience, eval[string](p, state))
		}
	}
}

// panel is the notebook's widget. JupyterLab has no current widget while its page lacks the focus.
const panel = `(window.jupyterapp && [...window.jupyterapp.shell.widgets("main")].find(w => w.sessionContext))`

// state describes the page for the message of a failure.
const state = `(() => { const w = ` + panel + `, k = w?.sessionContext?.session?.kernel;
	return JSON.stringify({app: !!window.jupyterapp, widget: w?.id, session: !!w?.sessionContext?.session, kernel: k?.name, status: k?.status, connection: k?.connectionStatus}); })()`

const started = `(() => { window.igboDone = false;
	window.jupyterapp.commands.execute("notebook:run-all-cells").then(() => { window.igboDone = true; }); return true; })()`

// checkOutputs fails if an output is an error, or if the notebook has no pictures.
func (p page) checkOutputs() {
	errors := eval[[]string](p, `(() => { const cells = `+panel+`.content.model.sharedModel.cells;
		return cells.filter(c => c.cell_type === "code").flatMap(c => c.getOutputs()).filter(o => o.output_type === "error").map(o => o.ename + ": " + o.evalue); })()`)
	if len(errors) > 0 {
		p.t.Errorf("%s: %v", p.name, errors)
	}
	pictures := eval[int](p, `(() => { const cells = `+panel+`.content.model.sharedModel.cells;
		return cells.filter(c => c.cell_type === "code").flatMap(c => c.getOutputs()).filter(o => o.data && (o.data["image/png"] || o.data["image/svg+xml"] || String(o.data["text/html"] || "").includes("<svg") || String(o.data["text/html"] || "").includes("data-plots-frames"))).length; })()`)
	if pictures == 0 {
		p.t.Errorf("%s shows no picture", p.name)
	}
	p.t.Logf("%s: %d pictures", p.name, pictures)
}

// screenshot saves a picture in the folder that IGBOLAB_SCREENSHOTS names.
func (p page) screenshot(what string) {
	dir := os.Getenv("IGBOLAB_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	var err error
	if f := firefoxOf(p.ctx); f != nil {
		picture, err = f.picture()
		what += "-firefox"
	} else {
		err = chromedp.Run(p.ctx, chromedp.CaptureScreenshot(&picture))
	}
	if err != nil {
		p.t.Logf("no screenshot: %v", err)
		return
	}
	if err := os.MkdirAll(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		p.t.Fatal(err)
	}
	name := fmt.Sprintf("%s-%s.png", strings.ReplaceAll(strings.TrimSuffix(p.name, ".ipynb"), "/", "-"), what)
	if err := os.WriteFile(filepath.Join(dir, name), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
