package doctest

import (
	"regexp"
	"strings"
	"testing"
)

// primer is the notebook with the notation of the course.
const primer = "notebooks/00_notebooks_in_go.ipynb"

var (
	symbolRow = regexp.MustCompile(`(?m)^\| \$(.+?)\$ \| (.+?) \| .*\| (\d+) \| .*\|$`)
	symbols   = regexp.MustCompile(`,\\ |,\\\s`)
)

// second are uses of a letter for a second thing, each with what the course writes. Most
// are the paper's.
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

// TestNotation: in the course's notation no letter stands twice, and no notebook uses one
// of them for something else.
func TestNotation(t *testing.T) {
	all := books(t)
	rows := symbolRow.FindAllStringSubmatch(all[primer].prose(), -1)
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
	for _, file := range []string{primer, "notebooks/03_clt_dag.ipynb"} {
		if !strings.Contains(all[file].prose(), loss) {
			t.Errorf("%s has no equation of the interpretability loss, expected %s…", file, loss)
		}
	}
}
