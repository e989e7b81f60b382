//go:build browser

package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
)

// exported exports the course, solutions included, and returns the files.
func exported(t *testing.T, kind string) []string {
	t.Helper()
	return export(t, lab.ExportOptions{Kind: kind, Solutions: true})
}

// export exports notebooks and returns the files.
func export(t *testing.T, o lab.ExportOptions) []string {
	t.Helper()
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	l := must.Of(lab.Open(lab.Options{Checkout: checkout, Out: os.Stderr, Supervisor: []string{os.Args[0], "supervise"}})).In(t)
	must.Do(t, l.SetupPython(t.Context()))
	out := t.TempDir()
	o.Out = out
	must.Do(t, l.Export(t.Context(), o))
	pages, _ := filepath.Glob(filepath.Join(out, "*.html"))
	solved, _ := filepath.Glob(filepath.Join(out, "*", "*.html"))
	if len(pages) == 0 {
		t.Fatal("no page was exported")
	}
	return append(pages, solved...)
}

// beyond lists elements that extend beyond the screen and are in nothing that scrolls.
const beyond = `(() => {
	const wide = document.documentElement.clientWidth + 1, found = [];
	for (const e of document.body.querySelectorAll("*")) {
		const box = e.getBoundingClientRect();
		if (box.width === 0 || box.right <= wide) continue;
		let at = e.parentElement;
		while (at && at !== document.body && !["auto", "scroll"].includes(getComputedStyle(at).overflowX)) at = at.parentElement;
		if (!at || at === document.body) found.push(e.tagName + "." + e.getAttribute("class") + " to " + Math.round(box.right));
	}
	return found.slice(0, 5);
})()`

// cut lists pictures that are wider than their container, so the reader would have to scroll.
const cut = `[...document.querySelectorAll("img, svg, figure")].filter(e => e.clientWidth > 0 && e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
	.map(e => e.tagName + " to " + Math.round(e.getBoundingClientRect().right)).slice(0, 5)`

// small lists the figures of a page that are too narrow for readable labels. A figure that is wider than the screen scrolls in its output.
const small = `[...document.querySelectorAll(".jp-OutputArea-output svg[role=img], .jp-OutputArea-output figure > img")].filter(e => e.clientWidth > 0 && e.getBoundingClientRect().width < 539)
	.map(e => e.tagName + " of " + Math.round(e.getBoundingClientRect().width)).slice(0, 5)`

// TestPagesFit checks, in the sizes of a phone and a desktop, that nothing extends beyond the screen except in an output that scrolls,
// that figures have readable labels on a phone, that Go is highlighted, and that nothing is fetched.
func TestPagesFit(t *testing.T) {
	chromium := browser(t)
	for _, file := range exported(t, "html") {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		t.Run(name, func(t *testing.T) {
			for _, screen := range []struct {
				name          string
				width, height int64
			}{{"phone", 375, 812}, {"desk", 1280, 900}} {
				ctx, cancel := context.WithTimeout(tab(t, chromium), time.Minute*slower())
				defer cancel()
				p := page{t, ctx, name}
				fetched := p.watch()
				must.Do(t, chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(screen.width, screen.height, 1, screen.width < 600), chromedp.Navigate("file://"+file)))
				if sum := eval[int64](p, "document.documentElement.scrollWidth"); sum > screen.width {
					t.Errorf("%s: the page is %d px wide, want %d", screen.name, sum, screen.width)
				}
				if found := eval[[]string](p, beyond); len(found) > 0 {
					t.Errorf("%s: beyond the screen: %q", screen.name, found)
				}
				if found := eval[[]string](p, small); len(found) > 0 && screen.width < 600 {
					t.Errorf("%s: figures are too small: %q", screen.name, found)
				}
				if n := eval[int](p, `document.querySelectorAll(".hl-go .kd, .hl-go .kt, .hl-go .k").length`); n == 0 && unicode.IsDigit(rune(name[0])) { // text pages have little Go
					t.Errorf("no keyword of Go is highlighted")
				}
				if wrong := eval[[]string](p, `[...document.querySelectorAll(".highlight .err")].map(e => e.textContent).slice(0, 5)`); len(wrong) > 0 {
					t.Errorf("marked as wrong: %q", wrong)
				}
				if plain := eval[[]string](p, `[...document.querySelectorAll("mi[mathvariant=script], mi[mathvariant=bold]")].map(e => e.textContent).slice(0, 5)`); len(plain) > 0 {
					t.Errorf("letters of another alphabet that look like plain ones: %q", plain)
				}
				if formulas := eval[int](p, `document.querySelectorAll("math").length`); formulas > 0 && !eval[bool](p, `document.fonts.ready.then(() => [...document.fonts].some(f => f.family.includes("STIX Two Math") && f.status === "loaded"))`) {
					t.Errorf("%d formulas are not in the page's own font", formulas)
				}
				if len(*fetched) > 0 {
					t.Errorf("fetched: %q", *fetched)
				}
				p.screenshot(screen.name)
				p.wholePage(screen.name + "-whole")
				if links := eval[[]string](p, `[...document.querySelectorAll("a[href$='.ipynb']")].map(a => a.getAttribute("href")).filter(h => !h.includes(":"))`); len(links) > 0 {
					t.Errorf("links to notebooks where there are pages: %q", links)
				}
			}
		})
	}
}

// TestPagesLinkToPages checks that a page links to pages that were exported with it, and to no notebook.
func TestPagesLinkToPages(t *testing.T) {
	links := regexp.MustCompile(`<a href="([^":#]*\.(?:html|ipynb))`)
	for _, file := range export(t, lab.ExportOptions{Kind: "html", Names: []string{"00", "03"}}) {
		text := must.Of(os.ReadFile(file)).In(t)
		found := links.FindAllStringSubmatch(string(text), -1)
		for _, link := range found {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), link[1])); err != nil {
				t.Errorf("%s links to %s, which was not exported", filepath.Base(file), link[1])
			}
		}
		if strings.HasPrefix(filepath.Base(file), "03") && len(found) == 0 {
			t.Error("notebook 03 does not link to notebook 00")
		}
	}
}

// watch records the page's network requests.
func (p page) watch() *[]string {
	fetched := &[]string{}
	chromedp.ListenTarget(p.ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok && strings.HasPrefix(e.Request.URL, "http") {
			*fetched = append(*fetched, e.Request.URL)
		}
	})
	if err := chromedp.Run(p.ctx, network.Enable()); err != nil {
		p.t.Fatal(err)
	}
	return fetched
}

// TestSlidesTurn checks that slides can be turned without a network.
func TestSlidesTurn(t *testing.T) {
	chromium := browser(t)
	for _, file := range exported(t, "slides") {
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(tab(t, chromium), time.Minute*slower())
			defer cancel()
			p := page{t, ctx, name}
			fetched := p.watch()
			must.Do(t, chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(1280, 800, 1, false), chromedp.Navigate("file://"+file)))
			p.until("reveal.js", 10*time.Second, `window.Reveal !== undefined && Reveal.isReady()`)
			total := eval[int](p, "Reveal.getTotalSlides()")
			seen := map[string]bool{}
			for i := range total {
				seen[eval[string](p, `(Reveal.getCurrentSlide().innerText || "").trim().slice(0, 200)`)] = true
				if high := eval[int](p, `(() => { const s = Reveal.getCurrentSlide(); return s.scrollHeight; })()`); high == 0 {
					t.Errorf("slide %d shows nothing", i+1)
				}
				if i < 6 {
					p.screenshot("slide-" + string(rune('1'+i)))
				}
				eval[bool](p, "(Reveal.next(), true)")
			}
			if len(seen) < 5 || !eval[bool](p, "Reveal.isLastSlide()") {
				t.Errorf("%d different slides of %d", len(seen), total)
			}
			if len(*fetched) > 0 {
				t.Errorf("fetched: %q", *fetched)
			}
		})
	}
}

// wholePage saves a picture of the whole page.
func (p page) wholePage(what string) {
	dir := os.Getenv("IGBOLAB_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	if err := chromedp.Run(p.ctx, chromedp.FullScreenshot(&picture, 90)); err != nil {
		p.t.Logf("no screenshot: %v", err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, p.name+"-"+what+".jpg"), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
