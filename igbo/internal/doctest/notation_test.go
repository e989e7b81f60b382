package doctest

import (
	"regexp"
	"strings"
	"testing"
)

// primer is the notebook with the first symbols of the course, and notation the page with all of them.
const (
	primer   = "notebooks/00_notebooks_in_go.ipynb"
	notation = "notebooks/pages/notation.md"
)

var (
	symbolRow = regexp.MustCompile(`(?m)^\| \$(.+?)\$ \| (.+?) \| .*\| (\d+) \| .*\|$`)
	firstRow  = regexp.MustCompile(`(?m)^\| \$(.+?)\$ \| .+ \|.*\|$`)
	symbols   = regexp.MustCompile(`,\\ |,\\\s`)
)

// second lists uses of a letter with a second meaning, each with the course's notation. Most are from the paper.
var second = map[string]string{
	`(\\gamma|γ)\((\\alpha|α)\)|\bd(\\alpha|α)\b`:       `γ(τ) and dτ: α is the threshold of an edge`,
	`(\\varepsilon|\\epsilon|ε) ?\+ ?(\\sum|Σ)`:         `κ + Σ: ε is the end of an interval`,
	`\+ ?(\\varepsilon|\\epsilon|ε)_t`:                  `ξ_t: ε is the end of an interval`,
	`\bH\((\\theta|θ)\)`:                                `\mathcal H(θ): H is the score`,
	`(\\hat )?\bP\(s_`:                                  `\Pr: P is the projection`,
	`(\\alpha|α) ?(g_1|g₁|n_1|n₁)|(\\beta|β) ?(g_2|g₂)`: `a₁g₁ + a₂g₂: α is the threshold of an edge`,
	`\bh_t = |\bh_\{t−1\}`:                              `y_t: h is a contribution`,
	`\\hat A\(\\tau\)|\\,d\\tau ,\\qquad \\mathrm\{AUR`: `q: τ is the position on the path`,
}

// TestNotation checks that each letter has one meaning in the course's notation, and that no notebook uses it otherwise. The first
// notebook has the ten rows that notebook 2 needs.
func TestNotation(t *testing.T) {
	all := books(t)
	rows := symbolRow.FindAllStringSubmatch(read(t, notation), -1)
	seen := map[string]string{}
	for _, row := range rows {
		for _, s := range symbols.Split(row[1], -1) {
			s = strings.TrimSpace(s)
			if other, twice := seen[s]; twice {
				t.Errorf("%s stands for %q and for %q", s, other, row[2])
			}
			seen[s] = row[2]
		}
	}
	if len(seen) < 35 {
		t.Errorf("%d letters found, so the test looks past them", len(seen))
	}
	needed := 0
	for _, row := range rows {
		if row[3] == "2" {
			needed++
		}
	}
	first := firstRow.FindAllStringSubmatch(all[primer].prose(), -1)
	for _, row := range first {
		for _, s := range symbols.Split(row[1], -1) {
			if _, known := seen[strings.TrimSpace(s)]; !known {
				t.Errorf("%s has the symbol %s, and %s has not", primer, s, notation)
			}
		}
	}
	if len(first) != 10 || needed != 10 {
		t.Errorf("%d rows in %s and %d of notebook 2 in %s, expected ten", len(first), primer, needed, notation)
	}
	for file, b := range all {
		text := strings.ReplaceAll(b.prose(), `\mathcal H`, "ℋ")
		for pattern, instead := range second {
			if file == primer {
				break
			}
			for _, m := range regexp.MustCompile(pattern).FindAllString(text, -1) {
				t.Errorf("%s writes %q, expected %s", file, m, instead)
			}
		}
	}
	const loss = `\mathcal H(\theta)=\frac1{|E|}\sum_{u\to v}`
	for file, text := range map[string]string{notation: read(t, notation), "notebooks/03_clt_dag.ipynb": all["notebooks/03_clt_dag.ipynb"].prose()} {
		if !strings.Contains(text, loss) {
			t.Errorf("%s has no equation of the interpretability loss, expected %s…", file, loss)
		}
	}
}
