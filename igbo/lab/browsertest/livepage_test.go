//go:build browser

package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
)

// TestLivePage opens a page from a file, in the sizes of a phone and a desktop. It checks that the page requests nothing else, that its
// sliders work by keys, and that its program draws exactly what native code draws. If the program is missing, the frames play.
func TestLivePage(t *testing.T) {
	file := export(t, lab.ExportOptions{Kind: "live", Names: []string{"04_projection_geometry.ipynb"}})[0]
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	drawn := frames(t, filepath.Join(checkout, "notebooks", "04_projection_geometry.ipynb"))
	for _, screen := range []struct {
		name          string
		width, height int64
	}{{"phone", 390, 844}, {"desk", 1280, 900}} {
		t.Run(screen.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(browser(t), 3*time.Minute)
			defer cancel()
			p := page{t, ctx, "live-04"}
			asked := &[]string{}
			chromedp.ListenTarget(ctx, func(event any) {
				if e, ok := event.(*network.EventRequestWillBeSent); ok && e.Request.URL != "file://"+file && !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "blob:") {
					*asked = append(*asked, e.Request.URL)
				}
			})
			must.Do(t, chromedp.Run(ctx, network.Enable(), emulation.SetDeviceMetricsOverride(screen.width, screen.height, 1, screen.width < 600), chromedp.Navigate("file://"+file)))
			p.until("both sliders compute", time.Minute, `document.querySelectorAll("[data-igbolab-ready]").length === 2`)
			t.Logf("ready after %v ms", eval[[]string](p, `[...document.querySelectorAll("[data-igbolab-ready]")].map(b => b.dataset.igbolabReady)`))
			for _, digest := range eval[[]string](p, `[...document.querySelectorAll("[data-igbolab-live]")].map(b => b.dataset.plotsFrames)`) {
				p.moved(digest, drawn[digest])
			}
			if found := eval[[]string](p, beyond); len(found) > 0 {
				t.Errorf("beyond the screen: %q", found)
			}
			p.screenshot(screen.name)
			p.wholePage(screen.name + "-whole")
			if len(*asked) > 0 {
				t.Errorf("asked for %q", *asked)
			}
		})
	}
}

// TestLivePageWithoutProgram checks that sliders play their frames if the program cannot run.
func TestLivePageWithoutProgram(t *testing.T) {
	file := export(t, lab.ExportOptions{Kind: "live", Names: []string{"00_notebooks_in_go.ipynb"}})[0]
	text := must.Of(os.ReadFile(file)).In(t)
	program := regexp.MustCompile(`(id="igbolab-program">)[^<]+`)
	if !program.Match(text) {
		t.Fatal("the page has no program")
	}
	must.Do(t, os.WriteFile(file, program.ReplaceAll(text, []byte("${1}AAAA")), 0o600))
	ctx, cancel := context.WithTimeout(browser(t), 3*time.Minute)
	defer cancel()
	p := page{t, ctx, "live-00"}
	must.Do(t, chromedp.Run(ctx, chromedp.Navigate("file://"+file), chromedp.WaitReady("[data-plots-frames] input")))
	const block = `[...document.querySelectorAll("[data-plots-frames]")].find(b => b.querySelector("img").alt.startsWith("frequency f"))`
	if !eval[bool](p, `(() => { const i = `+block+`?.querySelector("input"); i?.focus(); return i != null; })()`) {
		t.Fatal("the page has no slider of the frequency")
	}
	must.Do(t, chromedp.Run(ctx, chromedp.KeyEvent(kb.End)))
	p.until("a frame", time.Minute, block+`.querySelector("img").alt === "frequency f = 5"`)
}

// moved moves a slider by keys and compares the figure with the one drawn natively.
func (p page) moved(digest string, drawn []string) {
	block := `document.querySelector('[data-plots-frames="` + digest + `"]')`
	at := eval[int](p, `(() => { const i = `+block+`.querySelector("input"); i.scrollIntoView({block: "center"}); i.focus(); return Number(i.value); })()`)
	for _, step := range []struct {
		key string
		to  int
	}{{kb.ArrowRight, at + 1}, {kb.ArrowRight, at + 2}, {kb.ArrowLeft, at + 1}, {kb.Home, 0}, {kb.End, len(drawn) - 1}} {
		if err := chromedp.Run(p.ctx, chromedp.KeyEvent(step.key)); err != nil {
			p.t.Fatal(err)
		}
		to := string(mustJSON(p.t, step.to))
		p.until("a move to "+to, time.Minute, block+`.dataset.igbolabAt === "`+to+`"`)
		const head = "data:image/svg+xml;charset=utf-8,"
		shown := eval[string](p, `decodeURIComponent(`+block+`.querySelector("img").src.slice(`+string(mustJSON(p.t, len(head)))+`))`)
		const fits = `<svg style="max-width:100%;height:auto" ` // the difference to a frame
		if !strings.Contains(shown, fits) {
			p.t.Errorf("%s at %d: the picture is none of the program's", digest, step.to)
		}
		if strings.Replace(shown, fits, "<svg ", 1) != drawn[step.to] {
			p.t.Errorf("%s at %d: the picture is not what native code draws", digest, step.to)
		}
		if alt := eval[string](p, block+`.querySelector("img").alt`); !strings.Contains(alt, " = ") || !strings.Contains(alt, ": ") {
			p.t.Errorf("%s at %d is described as %q", digest, step.to, alt)
		}
		p.t.Logf("%s to %d: %s ms", digest, step.to, eval[string](p, block+`.dataset.igbolabTook`))
	}
}

// frames returns the frames in a notebook's outputs by the digests of their blocks.
func frames(t *testing.T, notebook string) map[string][]string {
	t.Helper()
	text := must.Of(os.ReadFile(notebook)).In(t)
	var n struct {
		Cells []struct {
			Outputs []struct {
				Data struct {
					HTML json.RawMessage `json:"text/html"`
				} `json:"data"`
			} `json:"outputs"`
		} `json:"cells"`
	}
	must.Do(t, json.Unmarshal(text, &n))
	all := map[string][]string{}
	written := regexp.MustCompile(`(?s)data-plots-frames="([0-9a-f]{16})".*?const lines = (\[.*?\]);\n\s*const frames = (\[.*?\]);\n`)
	for _, c := range n.Cells {
		for _, o := range c.Outputs {
			var lines []string
			if json.Unmarshal(o.Data.HTML, &lines) != nil {
				continue
			}
			for _, m := range written.FindAllStringSubmatch(strings.Join(lines, ""), -1) {
				var parts []string
				var numbers [][]int
				must.Do(t, errors.Join(json.Unmarshal([]byte(m[2]), &parts), json.Unmarshal([]byte(m[3]), &numbers)))
				for _, frame := range numbers {
					var drawing strings.Builder
					for _, n := range frame {
						drawing.WriteString(parts[n])
					}
					all[m[1]] = append(all[m[1]], drawing.String())
				}
			}
		}
	}
	return all
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	return must.Of(json.Marshal(v)).In(t)
}
