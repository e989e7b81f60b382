//go:build browser

package browsertest

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
)

// siteCourse returns the notebooks to compare: the first in short tests, and three more in others. IGBOLAB_SITE_COURSE can name others,
// separated by commas; "all" means every notebook and solution.
func siteCourse(t *testing.T, checkout string) []string {
	t.Helper()
	chosen := os.Getenv("IGBOLAB_SITE_COURSE")
	switch {
	case chosen == "all":
		var names []string
		for _, pattern := range []string{"[0-9]*.ipynb", "solutions/[0-9]*.ipynb"} {
			found, err := fs.Glob(os.DirFS(filepath.Join(checkout, "notebooks")), pattern)
			if err != nil || len(found) < 12 {
				t.Fatalf("%d notebooks %s (%v), expected those of the course", len(found), pattern, err)
			}
			names = append(names, found...)
		}
		return names
	case chosen != "":
		return strings.Split(chosen, ",")
	case testing.Short():
		return siteNotebooks[:1]
	}
	return siteNotebooks
}

// checkSiteCourse runs all cells of notebooks in the browser and compares the outputs with the committed ones, as igbo lab --check does:
// numbers in text to siteTolerance, figures by their words and to sitePoints. Cached results come with the site. Tests that are not short
// check in the browser's storage that none was computed.
func checkSiteCourse(t *testing.T, s *siteServer) {
	checkout := must.Of(lab.FindCheckout(".")).In(t)
	for _, name := range siteCourse(t, checkout) {
		t.Run(strings.TrimSuffix(name, ".ipynb"), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(s.browser(t), time.Hour)
			defer cancel()
			text := must.Of(os.ReadFile(filepath.Join(checkout, "notebooks", filepath.FromSlash(name)))).In(t)
			p, begin := page{t, ctx, name}, time.Now()
			p.visit(s)
			var before []string
			if !testing.Short() {
				before = p.computed()
			}
			p.runEach()
			compareCells(t, name, codeCells(t, text), codeCells(t, []byte(eval[string](p, `JSON.stringify(`+panel+`.content.model.toJSON())`))))
			if !testing.Short() {
				if computed := len(p.computed()) - len(before); computed > siteComputes[name] {
					t.Errorf("%d kept results were computed in the browser, expected %d beside those of the site", computed, siteComputes[name])
				}
			}
			p.name = strings.ReplaceAll(name, "/", "-")
			p.screenshot("site")
			took := eval[[]float64](p, "window.igboSeconds")
			slowest := slices.Index(took, slices.Max(took))
			t.Logf("%s after %s; the slowest cell is %d with %.1f s; all in seconds: %.1f", name, time.Since(begin).Round(time.Second), slowest+1, took[slowest], took)
		})
	}
}

// siteComputes holds the number of results that a notebook computes to demonstrate caching. They are not part of the site.
var siteComputes = map[string]int{"00_notebooks_in_go.ipynb": 1}

// computed returns the files of results that this browser has computed and cached.
func (p page) computed() []string {
	p.t.Helper()
	return eval[[]string](p, `new Promise((ok, failed) => {
		const asked = indexedDB.open("igbolab");
		asked.onupgradeneeded = () => asked.transaction.abort(); // nothing was kept yet, and a database without its store would stay
		asked.onerror = () => asked.error.name === "AbortError" ? ok([]) : failed(asked.error);
		asked.onsuccess = () => {
			const keys = asked.result.transaction("files").objectStore("files").getAllKeys();
			keys.onerror = () => failed(keys.error);
			keys.onsuccess = () => { asked.result.close(); ok(keys.result.filter(path => path.endsWith(".study"))); };
		};
	})`)
}

// runEach runs the cells one after another, and continues after failures.
func (p page) runEach() {
	eval[bool](p, `(() => { window.igboDone = false; window.igboSeconds = []; const w = `+panel+`;
		(async () => {
			for (let i = 0; i < w.content.widgets.length; i++) {
				if (w.content.widgets[i].model.type !== "code") continue;
				w.content.activeCellIndex = i;
				const begin = performance.now();
				await window.jupyterapp.commands.execute("notebook:run-cell");
				window.igboSeconds.push((performance.now() - begin) / 1000);
			}
			window.igboDone = true;
		})();
		return true; })()`)
	p.until("the end of the cells", time.Hour, "window.igboDone")
}
