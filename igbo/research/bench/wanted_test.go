package bench

import (
	"testing"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// TestGoalsNameWhatIsMeasured checks that every goal refers to a row and to a contender of that row.
func TestGoalsNameWhatIsMeasured(t *testing.T) {
	for _, target := range outcome.Targets() {
		for _, g := range Goals(target) {
			known := map[string]bool{"": true}
			found := false
			for _, r := range rows(target) {
				known["row "+r.name] = true
				if r.name != g.Row {
					continue
				}
				found = true
				for _, p := range r.references {
					known[p.Name()] = true
				}
				for _, b := range r.beside {
					known[b.name] = true
				}
			}
			if !found || !known[g.Against] || (g.AtLeast > 0) == (g.AtMost > 0) {
				t.Errorf("%s: goal %+v is of no row, or against nobody there, or has not one bound", target, g)
			}
		}
	}
}
