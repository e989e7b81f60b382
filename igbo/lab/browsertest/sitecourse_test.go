//go:build browser

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/lab"
)

// checkSiteCourse: all cells of notebooks run in the browser and show what is committed: figures byte for byte, but for their
// words, and numbers to 1e-9. It is the first notebook in short tests and three more in others, or those that
// IGBOLAB_SITE_COURSE names, by commas.
func checkSiteCourse(t *testing.T, s *siteServer) {
	names := siteNotebooks
	if testing.Short() {
		names = names[:1]
	}
	if chosen := os.Getenv("IGBOLAB_SITE_COURSE"); chosen != "" {
		names = strings.Split(chosen, ",")
	}
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, ".ipynb"), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(s.browser(t), time.Hour)
			defer cancel()
			text, err := os.ReadFile(filepath.Join(checkout, "notebooks", filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			p, begin := page{t, ctx, name}, time.Now()
			p.visit(s)
			p.runEach()
			compareCells(t, codeCells(t, text), codeCells(t, []byte(eval[string](p, `JSON.stringify(`+panel+`.content.model.toJSON())`))))
			p.screenshot("site")
			t.Logf("%s after %s", name, time.Since(begin).Round(time.Second))
		})
	}
}

// runEach runs the cells one after another, also behind one that fails.
func (p page) runEach() {
	eval[bool](p, `(() => { window.igboDone = false; const w = `+panel+`;
		(async () => {
			for (let i = 0; i < w.content.widgets.length; i++) {
				if (w.content.widgets[i].model.type !== "code") continue;
				w.content.activeCellIndex = i;
				await window.jupyterapp.commands.execute("notebook:run-cell");
			}
			window.igboDone = true;
		})();
		return true; })()`)
	p.until("the end of the cells", time.Hour, "window.igboDone")
}

// siteCell is a code cell with what it shows.
type siteCell struct {
	stdout, failure string
	figures         []string
	shell           bool // it has a command for a shell, which a browser has not
}

// codeCells reads those of a notebook.
func codeCells(t *testing.T, text []byte) (cells []siteCell) {
	t.Helper()
	var n struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Source  any
			Outputs []struct {
				Type, Name, Ename, Evalue string
				Kind                      string `json:"output_type"`
				Text                      any
				Data                      map[string]any
			}
		}
	}
	if err := json.Unmarshal(text, &n); err != nil {
		t.Fatal(err)
	}
	for _, c := range n.Cells {
		if c.Type != "code" {
			continue
		}
		one := siteCell{shell: strings.HasPrefix(joinedLines(c.Source), "!")}
		for _, o := range c.Outputs {
			if o.Kind == "stream" && o.Name == "stdout" {
				one.stdout += joinedLines(o.Text)
			}
			if o.Kind == "error" {
				one.failure = o.Ename + ": " + o.Evalue
			}
			if svg := joinedLines(o.Data["image/svg+xml"]); svg != "" {
				one.figures = append(one.figures, inWords.ReplaceAllString(strings.TrimSpace(svg), "\n"))
			}
		}
		cells = append(cells, one)
	}
	return cells
}

// joinedLines is a text that a notebook has as a text or as lines.
func joinedLines(v any) string {
	if lines, is := v.([]any); is {
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(fmt.Sprint(line))
		}
		return b.String()
	}
	text, _ := v.(string)
	return text
}

// compareCells fails where cells show something else.
func compareCells(t *testing.T, want, got []siteCell) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("%d code cells, expected %d", len(got), len(want))
	}
	works, same := 0, 0
	for i := range want {
		if got[i].failure != want[i].failure {
			t.Errorf("code cell %d fails with %q, expected %q", i+1, got[i].failure, want[i].failure)
			continue
		}
		works++
		if want[i].shell {
			t.Logf("code cell %d is for a shell", i+1)
			continue
		}
		what := textDiffers(want[i].stdout, got[i].stdout)
		if len(got[i].figures) < len(want[i].figures) {
			what = fmt.Sprintf("%d figures, expected %d", len(got[i].figures), len(want[i].figures))
		}
		for k := range min(len(want[i].figures), len(got[i].figures)) {
			if want[i].figures[k] != got[i].figures[k] {
				what += fmt.Sprintf(" figure %d is another one: %s", k+1, firstDifference(want[i].figures[k], got[i].figures[k]))
			}
		}
		if what != "" {
			t.Errorf("code cell %d: %s", i+1, what)
			continue
		}
		same++
	}
	t.Logf("%d of %d cells work, %d show what is committed", works, len(want), same)
}

// firstDifference shows where two texts part.
func firstDifference(want, got string) string {
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	near := func(s string) string { return s[max(0, min(at, len(s))-40):min(len(s), at+40)] }
	return fmt.Sprintf("%q, expected %q", near(got), near(want))
}

var (
	siteNumber = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e[-+]?\d+)?`)
	// inWords matches what a figure shows in words, with the line's end, which outputs that are older have not.
	inWords = regexp.MustCompile(`<desc>[^<]*</desc>\n?|\n`)
	// timed matches what a machine's speed decides.
	timed = regexp.MustCompile(`\d+(?:\.\d+)?(?:e[-+]\d+)? ?(?:ns|µs|ms|s|m)\b`)
)

// textDiffers says how a text differs from what was expected, times apart; empty: it does not.
func textDiffers(want, got string) string {
	want, got = timed.ReplaceAllString(want, "(time)"), timed.ReplaceAllString(got, "(time)")
	a, b := siteNumber.FindAllString(want, -1), siteNumber.FindAllString(got, -1)
	if siteNumber.ReplaceAllString(want, "0") != siteNumber.ReplaceAllString(got, "0") || len(a) != len(b) {
		return fmt.Sprintf("prints %q, expected %q", got, want)
	}
	for i := range a {
		x, _ := strconv.ParseFloat(a[i], 64)
		y, _ := strconv.ParseFloat(b[i], 64)
		if math.Abs(x-y) > 1e-9*math.Max(math.Abs(x), math.Abs(y)) {
			return fmt.Sprintf("the number %s, expected %s", b[i], a[i])
		}
	}
	return ""
}
