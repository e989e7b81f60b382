//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/site"
)

// The notebook of the tests of links, and the cell with a slider that they name.
const (
	linked     = "05_igbo_by_hand.ipynb"
	linkedCell = "slider-run"
)

// slid is the block of frames that shows a value of a label, or undefined.
func slid(label string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("[data-plots-frames]")].find(b => b.querySelector("img").alt.startsWith(%q))`, label+" = ")
}

// onScreen reports whether an element is in view.
func onScreen(element string) string {
	return `(() => { const e = ` + element + `; if (!e) return false;
		const box = e.getBoundingClientRect(); return box.height > 0 && box.bottom > 0 && box.top < innerHeight; })()`
}

// turn moves a slider by a key, and waits for the figure of another value. JupyterLab may have drawn the cell again, so the slider is
// focused by each attempt.
func (p page) turn(label, key, want string) {
	p.t.Helper()
	p.until("the slider of "+label, patience, slid(label)+`?.querySelector("input")?.type === "range"`)
	before := eval[string](p, `(() => { const b = `+slid(label)+`; b.querySelector("input").focus({preventScroll: true}); return b.querySelector("img").src; })()`)
	if !eval[bool](p, `document.activeElement === `+slid(label)+`.querySelector("input")`) {
		p.t.Fatalf("%s: the slider of %s does not take the focus", p.name, label)
	}
	must.Do(p.t, chromedp.Run(p.ctx, chromedp.KeyEvent(key)))
	p.until(label+" = "+want, 20*time.Second, fmt.Sprintf(`%s?.querySelector("img").alt === %q`, slid(label), label+" = "+want))
	if after := eval[string](p, slid(label)+`.querySelector("img").src`); after == before {
		p.t.Errorf("%s: the figure of %s = %s is that of the value before", p.name, label, want)
	}
}

// fits fails if a reader has to scroll the page or the notebook in it sideways. A single output may scroll.
func (p page) fits(width int64) {
	p.t.Helper()
	if sum := eval[int64](p, "document.documentElement.scrollWidth"); sum > width {
		p.t.Errorf("%s: the page is %d px wide, want at most %d", p.name, sum, width)
	}
	if found := eval[[]string](p, beyond); len(found) > 0 {
		p.t.Errorf("%s: beyond the screen: %q", p.name, found)
	}
	const scroller = `[...document.querySelectorAll(".jp-WindowedPanel-outer")].find(e => e.clientWidth > 0)`
	if over := eval[int64](p, `(e => e ? e.scrollWidth - e.clientWidth : 0)(`+scroller+`)`); over > 1 {
		p.t.Errorf("%s: the notebook scrolls sideways by %d px", p.name, over)
	}
}

// TestLinkedPage: an exported page opens at the cell that a link names, on a phone and on a desk. Its opening moves and its answers unfold
// by keyboard.
func TestLinkedPage(t *testing.T) {
	file := export(t, lab.ExportOptions{Kind: "html", Names: []string{linked}})[0]
	chromium := browser(t)
	for name, width := range map[string]int64{"phone": 390, "desk": 1280} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(tab(t, chromium), 3*time.Minute)
			defer cancel()
			p := page{t, ctx, "linked-page-" + name}
			must.Do(t, chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(width, 844, 1, width < 600), chromedp.Navigate("file://"+file+"#cell-id="+linkedCell)))
			p.until("the cell of the link", time.Minute, onScreen(`document.getElementById("cell-id=`+linkedCell+`")`))
			p.screenshot("link")
			p.fits(width)
			if found := eval[[]string](p, small); len(found) > 0 && width < 600 {
				t.Errorf("figures are too small: %q", found)
			}
			p.turn("start", kb.ArrowRight, "2")
			p.turn("start", kb.End, "4")
			if closed := eval[bool](p, `(() => { const d = document.querySelector('[id="cell-id=cone"] details'); d?.querySelector("summary").focus(); return d?.open === false; })()`); !closed {
				t.Fatal("the answer to the first prediction is not there, or is open")
			}
			must.Do(t, chromedp.Run(ctx, chromedp.KeyEvent(kb.Enter)))
			p.until("the answer", 10*time.Second, `document.querySelector('[id="cell-id=cone"] details').open`)
			p.screenshot("answer")
			p.fits(width)
		})
	}
}

// TestLinkedSite: the site opens a notebook at the cell that a link names, on a phone and on a desk, and its slider moves by keyboard before
// anything runs. The notebook is all of the site, or the site is in the folder that IGBOLAB_SITE names.
func TestLinkedSite(t *testing.T) {
	folder := os.Getenv("IGBOLAB_SITE")
	if folder == "" {
		checkout := must.Of(lab.FindCheckout(".")).In(t)
		l := must.Of(lab.Open(lab.Options{Checkout: checkout, Out: os.Stderr, Supervisor: []string{os.Args[0], "supervise"}})).In(t)
		must.Do(t, l.SetupSite(t.Context()))
		text := must.Of(os.ReadFile(filepath.Join(checkout, "notebooks", linked))).In(t)
		folder = filepath.Join(t.TempDir(), "site")
		must.Do(t, l.MakeSite(t.Context(), site.Options{Files: map[string][]byte{linked: text}, Packages: []string{"fmt"}, Folder: folder}))
	}
	s := &siteServer{folder: folder}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() { s.Close() })
	for name, width := range map[string]int64{"phone": 390, "desk": 1280} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(s.browser(t), 5*time.Minute)
			defer cancel()
			p := page{t, ctx, "linked-site-" + name}
			must.Do(t, chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(width, 844, 1, width < 600),
				chromedp.Navigate(s.URL+"/lab/index.html?path="+linked+"#cell-id="+linkedCell)))
			p.until("the cell of the link", patience, onScreen(slid("λ")))
			p.turn("λ", kb.ArrowRight, "0.7")
			p.screenshot("link")
			p.fits(width)
			if found := eval[[]string](p, cut); len(found) > 0 {
				t.Errorf("pictures are cut: %q", found)
			}
		})
	}
}
