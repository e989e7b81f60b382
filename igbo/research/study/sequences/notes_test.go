package sequences

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// planted returns a result whose models have these gains in AUPRC, by seed.
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

// TestNotesFollowTheNumbers checks that the notes about the gain use the paired intervals, even if the intervals of the methods
// overlap.
func TestNotesFollowTheNumbers(t *testing.T) {
	for want, r := range map[string]*Result{
		"is above 0 for gru, and is below 0 for lstm, and does not exclude 0 for conv.": planted(
			[]float64{0.1, 0.11, 0.12}, []float64{-0.1, -0.11, -0.12}, []float64{0.1, -0.1, 0.05}),
		"is above 0 for gru, lstm.":          planted([]float64{0.2, 0.21}, []float64{0.3, 0.31}),
		"With one seed there is no interval": planted([]float64{0.2}),
	} {
		if note := r.Tables()[1].Notes[0]; !strings.Contains(note, want) {
			t.Errorf("%q, want one with %q", note, want)
		}
	}
	if note := planted([]float64{0.2, 0.3}, []float64{-0.2, -0.3}).Tables()[0].Notes[0]; !strings.Contains(note, "exceed it for 1 of 2 models") {
		t.Errorf("%q", note)
	}
}

// TestMapsSayWhatTheyAre checks that the title has the model, the step and the agreement with the truth, and that the meaning
// of the colours is given. One seed must have no error bars.
func TestMapsSayWhatTheyAre(t *testing.T) {
	r := planted([]float64{0.2})
	of := Map{Name: "truth", Steps: 2, Values: []float64{1, 2, -3, 4}}
	r.Features, r.TruthMap, r.Config.Seed0, r.Models[0].Maps = []string{"a", "b"}, of, 7, []Map{of, of}
	figure := must.Of(r.MapsFigure(0)).In(t)
	svg, err := figure.SVG()
	for _, want := range []string{"gru, t = 23: correlation with the truth 1.00 by truth, 1.00 by truth", ">contribution<"} {
		if err != nil || !strings.Contains(string(svg), want) {
			t.Errorf("%v, or no %q in the figure", err, want)
		}
	}
	for seeds, want := range map[int]int{1: 0, 2: 1, 3: 0} {
		notes := planted(make([]float64, seeds)).recoveryTable().Notes
		if got := strings.Count(strings.Join(notes, " "), "degree of freedom"); got != want {
			t.Errorf("%d seeds: %d warnings, want %d", seeds, got, want)
		}
	}
}
