//go:build browser

package browsertest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/program"
)

// reportPage returns the page that igbo report makes of the committed results.
func reportPage(t *testing.T) (file string, text []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "report.html")
	if out, err := exec.CommandContext(t.Context(), program.Built(t, source), "report", "--out", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text = must.Of(os.ReadFile(file)).In(t)
	return file, text
}

// TestReportFits checks the report in the sizes of a phone and a desktop, in light and dark mode. Nothing is wider than the screen unless
// it scrolls in its own box, drawings have descriptions, links have targets, and nothing is fetched.
func TestReportFits(t *testing.T) {
	file, text := reportPage(t)
	if found := regexp.MustCompile(`(?i)<script|<link|<iframe|\bsrc=|href="[^#]|url\(|https?://`).FindAll(text, 3); found != nil {
		t.Errorf("the page has %q", found)
	}
	chromium := browser(t)
	for _, screen := range []struct {
		name, scheme  string
		width, height int64
	}{{"phone", "light", 375, 812}, {"desk", "light", 1280, 900}, {"phone-dark", "dark", 375, 812}} {
		ctx, cancel := context.WithTimeout(tab(t, chromium), 2*time.Minute*slower())
		defer cancel()
		p := page{t, ctx, "report"}
		fetched := p.watch()
		if err := chromedp.Run(ctx, emulation.SetDeviceMetricsOverride(screen.width, screen.height, 1, screen.width < 600),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: screen.scheme}}), chromedp.Navigate("file://"+file)); err != nil {
			t.Fatal(err)
		}
		if wide := eval[int64](p, "document.documentElement.scrollWidth"); wide > screen.width {
			t.Errorf("%s: the page is %d px wide, want %d", screen.name, wide, screen.width)
		}
		if found := eval[[]string](p, beyond); len(found) > 0 {
			t.Errorf("%s: beyond the screen: %q", screen.name, found)
		}
		if lost := eval[[]string](p, `[...document.querySelectorAll("a[href^='#']")].map(a => a.getAttribute("href").slice(1)).filter(id => !document.getElementById(id))`); len(lost) > 0 {
			t.Errorf("links to nothing: %q", lost)
		}
		if mute := eval[int](p, `[...document.querySelectorAll("svg")].filter(s => !s.getAttribute("aria-label") || s.getAttribute("role") !== "img").length`); mute > 0 {
			t.Errorf("%d drawings without words", mute)
		}
		if twice := eval[[]string](p, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)`); len(twice) > 0 {
			t.Errorf("anchors that come twice: %q", twice)
		}
		if tables, figures := eval[int](p, `document.querySelectorAll("section table").length`), eval[int](p, `document.querySelectorAll("section figure svg").length`); tables < 5 || figures < 5 {
			t.Errorf("%d tables and %d figures", tables, figures)
		}
		if small := eval[[]string](p, `[...document.querySelectorAll("p, td, th, dd, figcaption")].filter(e => parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.textContent.slice(0, 30))`); len(small) > 0 {
			t.Errorf("%s: letters below 12 px: %q", screen.name, small)
		}
		if len(*fetched) > 0 {
			t.Errorf("fetched: %q", *fetched)
		}
		p.screenshot(screen.name)
		p.wholePage(screen.name + "-whole")
	}
}

// onPaper lists tables and drawings that are wider than their sheet, in portrait or landscape format.
const onPaper = `(() => {
	const found = [], body = document.body.getBoundingClientRect().width;
	for (const e of document.querySelectorAll("table, svg, pre, dl")) {
		if (e.closest(".wide") ? %[1]d : !%[1]d) continue;
		const box = e.getBoundingClientRect();
		if (box.right > body + 1 || e.scrollWidth > e.clientWidth + 1 && e.tagName !== "svg" && e.tagName !== "TABLE") found.push(e.tagName + " " + (e.closest("[id]") || e).id + " to " + Math.round(box.right) + " of " + Math.round(body));
	}
	return found;
})()`

// TestReportPrints checks that the printed report has at least one page for each study, and that no table, drawing or command is cut off,
// on sheets in portrait or, for wide tables, landscape format.
func TestReportPrints(t *testing.T) {
	file, _ := reportPage(t)
	ctx, cancel := context.WithTimeout(browser(t), 2*time.Minute*slower())
	defer cancel()
	p := page{t, ctx, "report"}
	var paper []byte
	print := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		paper, _, err = cdppage.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
		return err
	})
	must.Do(t, chromedp.Run(ctx, chromedp.Navigate("file://"+file), print))
	sections := eval[int](p, `document.querySelectorAll("section").length`)
	pages := regexp.MustCompile(`/Type\s*/Page\b[^s]`).FindAll(paper, -1)
	if !bytes.HasPrefix(paper, []byte("%PDF")) || len(pages) <= sections {
		t.Errorf("%d pages for %d sections", len(pages), sections)
	}
	if dir := os.Getenv("IGBOLAB_SCREENSHOTS"); dir != "" {
		must.Do(t, os.WriteFile(filepath.Join(dir, "report.pdf"), paper, 0o644))
	}
	const perMillimetre = 96 / 25.4
	for landscape, width := range []float64{210 - 2*14, 297 - 2*12} { // as in the page's style
		must.Do(t, chromedp.Run(ctx, emulation.SetEmulatedMedia().WithMedia("print"), emulation.SetDeviceMetricsOverride(int64(width*perMillimetre), 1000, 1, false)))
		if found := eval[[]string](p, fmt.Sprintf(onPaper, 1-landscape)); len(found) > 0 {
			t.Errorf("cut on paper: %s", strings.Join(found, "; "))
		}
	}
}
