package sequences

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
)

// planted is a result whose models gain these in AUPRC, seed by seed.
func planted(gains ...[]float64) *Result {
	cfg := DefaultConfig()
	cfg.Models, cfg.Seeds = cfg.Models[:len(gains)], len(gains[0])
	r := &Result{Config: cfg}
	of := func(values []float64) study.Estimate { return study.NewEstimate(values, cfg.Level) }
	for i, gain := range gains {
		tig, gradient := make([]float64, len(gain)), make([]float64, len(gain))
		for j, g := range gain {
			gradient[j] = 0.1 * float64(j)
			tig[j] = gradient[j] + g
		}
		r.Models = append(r.Models, Model{Model: cfg.Models[i].Kind, Unexplained: of(tig), Methods: []MethodRecovery{
			{Method: "TIG", AUPRC: of(tig)}, {Method: "gradient × input", AUPRC: of(gradient)}, {Method: "random", AUR: of(gain)},
		}})
	}
	return r
}

// TestNotesFollowTheNumbers: what is said of the gain is what the paired
// intervals say, though those of the methods overlap.
func TestNotesFollowTheNumbers(t *testing.T) {
	for want, r := range map[string]*Result{
		"lies above 0 for gru, and lies below 0 for lstm, and does not exclude 0 for conv.": planted(
			[]float64{0.1, 0.11, 0.12}, []float64{-0.1, -0.11, -0.12}, []float64{0.1, -0.1, 0.05}),
		"lies above 0 for gru, lstm.": planted([]float64{0.2, 0.21}, []float64{0.3, 0.31}),
		"One seed has no interval":    planted([]float64{0.2}),
	} {
		if note := r.Tables()[1].Notes[0]; !strings.Contains(note, want) {
			t.Errorf("%q, want one with %q", note, want)
		}
	}
	if note := planted([]float64{0.2, 0.3}, []float64{-0.2, -0.3}).Tables()[0].Notes[0]; !strings.Contains(note, "exceed it for 1 of 2 models") {
		t.Errorf("%q", note)
	}
}
