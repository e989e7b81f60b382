package main

import (
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPredictUnknownCategories checks that rows with categories that the training did not see are predicted or left empty, in place, and
// counted, and that the predictions of other rows do not change.
func TestPredictUnknownCategories(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	houses(t, "houses.csv", 40)
	text := string(must.Of(os.ReadFile("houses.csv")).In(t))
	lines := strings.Split(text, "\n")
	lines[3] = strings.NewReplacer("town", "", "village", "").Replace(lines[3])
	must.Do(t, os.WriteFile("houses.csv", []byte(strings.Join(lines, "\n")), 0o666))
	for _, rule := range []string{"own", "drop"} {
		trained(t, "--target", "price", "--drop", "kind", "--missing", rule, "--out", rule, "--quiet").must(t)
	}
	must.Do(t, os.WriteFile("houses.csv", []byte(text), 0o666))
	trained(t, "--target", "price", "--drop", "kind", "--out", "refuse", "--quiet").must(t)
	const news = "number,size,place,colour,noise\na,20,town,red,0\nb,20,moon,red,0\nc,20,village,red,0\nd,20,sun,red,0\n"
	must.Do(t, os.WriteFile("new.csv", []byte(news), 0o666))
	must.Do(t, os.WriteFile("known.csv", []byte(strings.NewReplacer("moon", "town", "sun", "town").Replace(news)), 0o666))
	const reports = `2 of 4 rows of new.csv have categories of "place" that the training did not see (the first is "moon" in line 3); they are treated as `
	for _, c := range []struct{ model, rule, as, b string }{
		{"own", "", "missing\n", "?"}, {"own", "missing", "missing\n", "?"}, {"own", "rare", "the mean of the training's categories\n", "?"}, {"own", "refuse", "", ""},
		{"drop", "", "missing, so these rows are left out\n", "b,"}, {"drop", "rare", "the mean of", "?"},
		{"refuse", "", "", ""}, {"refuse", "missing", "", ""}, {"refuse", "rare", "the mean of the training's categories\n", "?"},
	} {
		line := []string{"predict", c.model, "new.csv", "--quiet"}
		if c.rule != "" {
			line = append(line, "--unknown", c.rule)
		}
		a := performed(line...)
		if c.as == "" {
			if a.code != cli.ExitFailed || a.stdout != "" || !strings.Contains(a.stderr, `line 3, column "place": no training row has the category "moon" (2 rows have such categories)`) || c.rule != "refuse" && !strings.Contains(a.stderr, "--unknown rare") {
				t.Errorf("%q: exit code %d, %q, %s", line, a.code, a.stdout, a.stderr)
			}
			continue
		}
		known := strings.Split(performed("predict", c.model, "known.csv", "--quiet").must(t).stdout, "\n")
		got := strings.Split(a.must(t).stdout, "\n")
		if len(got) != 6 || got[1] != known[1] || got[3] != known[3] || !strings.HasPrefix(got[2], "b,") || !strings.HasPrefix(got[4], "d,") || got[2] == known[2] || got[2][1:] != got[4][1:] {
			t.Errorf("%q: %q, of known ones %q", line, got, known)
		}
		if c.b != "?" && got[2] != c.b || !strings.Contains(a.stderr, reports+c.as) {
			t.Errorf("%q: %q, %s", line, got[2], a.stderr)
		}
	}
	must.Do(t, os.WriteFile("order.yaml", []byte("tiers:\n  - [[size, place], [colour, noise]]\n"), 0o666))
	for _, line := range [][]string{{"explain", "refuse", "new.csv"}, {"check", "refuse", "new.csv", "--order", "order.yaml"}} {
		if a := performed(line...); a.code != cli.ExitFailed || !strings.Contains(a.stderr, "--unknown rare") {
			t.Errorf("%q: exit code %d, %s", line, a.code, a.stderr)
		}
		if a := performed(append(line, "--unknown", "rare")...); a.code == cli.ExitFailed || !strings.Contains(a.stdout+a.stderr, reports) {
			t.Errorf("%q with --unknown rare: exit code %d, %s%s", line, a.code, a.stdout, a.stderr)
		}
	}
}
