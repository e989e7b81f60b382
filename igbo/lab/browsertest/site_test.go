//go:build browser

package browsertest

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/kernel/compose"
	"github.com/igbolab/igbolab/igbo/lab/site"
)

// siteServer is a site's folder behind a bare file server, which can be taken away.
type siteServer struct {
	*httptest.Server
	folder string
	mu     sync.Mutex
	away   bool
	sent   int64 // bytes
}

// ServeHTTP serves files, with nothing of its own.
func (s *siteServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	away := s.away
	s.mu.Unlock()
	if away {
		panic(http.ErrAbortHandler)
	}
	http.FileServer(http.Dir(s.folder)).ServeHTTP(&counting{w, s}, r)
}

// siteNotebooks are those of the site.
var siteNotebooks = []string{"00_notebooks_in_go.ipynb", "02_temporal_integrated_gradients.ipynb", "03_clt_dag.ipynb", "04_projection_geometry.ipynb"}

// makeSite makes a site of some notebooks, with the packages that their cells import; or it is the one in the folder
// that IGBOLAB_SITE names.
func makeSite(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("IGBOLAB_SITE"); dir != "" {
		return dir
	}
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lab.Open(lab.Options{Checkout: checkout, Out: os.Stderr, Supervisor: []string{os.Args[0], "supervise"}})
	if err == nil {
		err = l.SetupSite(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	files, packages := map[string][]byte{}, map[string]bool{"fmt": true, "time": true, "strings": true}
	for _, name := range siteNotebooks {
		text, err := os.ReadFile(filepath.Join(checkout, "notebooks", name))
		if err != nil {
			t.Fatal(err)
		}
		n, err := ipynb.Read(text)
		if err != nil {
			t.Fatal(err)
		}
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
	folder := filepath.Join(t.TempDir(), "site")
	begin := time.Now()
	err = l.MakeSite(t.Context(), site.Options{Files: files, Packages: slices.Collect(maps.Keys(packages)), Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a site of %d notebooks after %s", len(files), time.Since(begin).Round(time.Second))
	return folder
}

// counting counts what is sent.
type counting struct {
	http.ResponseWriter
	s *siteServer
}

func (c *counting) Write(b []byte) (int, error) {
	c.s.mu.Lock()
	c.s.sent += int64(len(b))
	c.s.mu.Unlock()
	return c.ResponseWriter.Write(b)
}

// serveSite serves a site to a browser in which a request to any other host fails the test.
func serveSite(t *testing.T) (*siteServer, context.Context) {
	t.Helper()
	s := &siteServer{folder: makeSite(t)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	ctx := browser(t)
	chromedp.ListenTarget(ctx, func(e any) {
		if sent, is := e.(*network.EventRequestWillBeSent); is {
			to, err := url.Parse(sent.Request.URL)
			if err != nil || to.Scheme != "data" && to.Scheme != "blob" && !strings.HasPrefix(sent.Request.URL, s.URL) {
				t.Errorf("a request to %s, expected none but to %s", sent.Request.URL, s.URL)
			}
		}
	})
	if err := chromedp.Run(ctx, network.Enable()); err != nil {
		t.Fatal(err)
	}
	return s, ctx
}

// TestSite: the course in a browser.
func TestSite(t *testing.T) {
	s, ctx := serveSite(t)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	p := page{t, ctx, "04_projection_geometry.ipynb"}
	begin := time.Now()
	p.visit(s)
	p.setSources(`%%\nfmt.Println("hello", 6*7)`)
	p.runCells()
	t.Logf("first cell after %s, %d MB", time.Since(begin), s.sent>>20)
	t.Log(p.outputs())
}

// visit opens a notebook of the site and waits for its kernel.
func (p page) visit(s *siteServer) {
	p.t.Helper()
	if err := chromedp.Run(p.ctx, chromedp.Navigate(s.URL+"/lab/index.html?path="+p.name)); err != nil {
		p.t.Fatal(err)
	}
	p.until("the kernel", time.Minute, `(() => {
		const w = `+panel+`;
		if (w) { window.jupyterapp.shell.activateById(w.id); w.content.node.focus(); }
		return w?.sessionContext?.session?.kernel?.connectionStatus === "connected" && !!window.jupyterapp.shell.currentWidget;
	})()`)
}

// setSources makes the notebook one of these cells.
func (p page) setSources(sources ...string) {
	p.t.Helper()
	list := "[`" + strings.Join(sources, "`, `") + "`]"
	eval[bool](p, `(() => { const m = `+panel+`.content.model.sharedModel;
		while (m.cells.length) m.deleteCell(0);
		for (const source of `+list+`) m.addCell({cell_type: "code", source, metadata: {}});
		return true; })()`)
}

// runCells runs all cells and waits until they have ended.
func (p page) runCells() {
	p.t.Helper()
	eval[bool](p, started)
	p.until("the end of the cells", limit, "window.igboDone")
}

// outputs are those of the cells, as JSON.
func (p page) outputs() []string {
	return eval[[]string](p, panel+`.content.model.sharedModel.cells.filter(c => c.cell_type === "code").map(c => JSON.stringify(c.getOutputs()))`)
}
