package bench

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/bench/peer"
)

// timing has medians and shortest rounds of both clocks.
func timing(name string, median, shortest, cpu float64) Timing {
	return Timing{Name: name, Median: median, Min: shortest, CPU: cpu, CPUMin: cpu, Rounds: []float64{median}, Graph: 100}
}

func TestJudge(t *testing.T) {
	compile := 2.0
	slow := timing("jax", 3, 2, 1)
	slow.CompileCPU = &compile
	ours := timing("igbo", 2, 1, 0.5)
	ours.CompileCPU = &compile
	rows := []Comparison{
		{Row: "gru", Ours: ours, Peers: []PeerResult{{Timing: slow}, {Timing: Timing{Name: "torch"}, Note: peer.ErrNotInstalled.Error()}}},
		{Row: "gru-16", Ours: timing("igbo", 1, 1, 1)},
		{Row: "gru-1024", Note: "no memory"},
	}
	for _, c := range []struct {
		name  string
		goal  Goal
		value float64
		met   bool
		note  string
	}{
		{"both reach it", Goal{Row: "gru", Measure: Time, Against: "jax", AtLeast: 1.5}, 1.5, true, ""},
		{"the median misses", Goal{Row: "gru", Measure: Time, Against: "jax", AtLeast: 1.6}, 1.5, false, ""},
		{"CPU time", Goal{Row: "gru", Measure: CPU, Against: "jax", AtMost: 0.5}, 0.5, true, ""},
		{"CPU time, missed", Goal{Row: "gru", Measure: CPU, Against: "jax", AtMost: 0.4}, 0.5, false, ""},
		{"compilation", Goal{Row: "gru", Measure: CompileCPU, Against: "jax", AtMost: 1.2}, 1, true, ""},
		{"seconds", Goal{Row: "gru", Measure: Time, AtMost: 2}, 2, true, ""},
		{"seconds, missed", Goal{Row: "gru", Measure: Time, AtMost: 1.9}, 2, false, ""},
		{"another row", Goal{Row: "gru", Measure: GraphSize, Against: "row gru-16", AtMost: 1}, 1, true, ""},
		{"a peer that is not there", Goal{Row: "gru", Measure: Time, Against: "torch", AtLeast: 1}, 0, false, "not installed"},
		{"a peer that was not asked", Goal{Row: "gru", Measure: Time, Against: "captum", AtLeast: 1}, 0, false, "captum was not run"},
		{"a row that was not asked", Goal{Row: "gru", Measure: GraphSize, Against: "row step", AtMost: 1}, 0, false, "the row step was not run"},
		{"a row that failed", Goal{Row: "gru-1024", Measure: Time, AtMost: 1}, 0, false, "no memory"},
		{"beside a row that failed", Goal{Row: "gru", Measure: GraphSize, Against: "row gru-1024", AtMost: 1}, 0, false, "no memory"},
		{"what was not measured", Goal{Row: "gru-16", Measure: CompileCPU, AtMost: 1}, 0, false, "not measured"},
	} {
		j := judge(c.goal, find(rows, c.goal.Row), rows)
		switch {
		case c.note != "":
			if j.Value != nil || j.Met != nil || !strings.Contains(j.Note, c.note) {
				t.Errorf("%s: %+v, want no verdict and %q", c.name, j, c.note)
			}
		case j.Value == nil || *j.Value != c.value || *j.Met != c.met:
			t.Errorf("%s: %+v, want %g, met %t", c.name, j, c.value, c.met)
		}
	}
}

// TestGoalNeedsTheShortestTimesToo: a disturbance of one side does not meet it.
func TestGoalNeedsTheShortestTimesToo(t *testing.T) {
	rows := []Comparison{{Row: "step", Ours: timing("igbo", 1, 1, 1), Peers: []PeerResult{{Timing: timing("torch", 50, 2, 1)}}}}
	if j := judge(Goal{Row: "step", Measure: Time, Against: "torch", AtLeast: 3}, &rows[0], rows); *j.Value != 50 || *j.Met {
		t.Errorf("%+v, want 50, missed", j)
	}
}

// TestGoalsNameWhatIsMeasured: every goal is of a row, and names a contender of it.
func TestGoalsNameWhatIsMeasured(t *testing.T) {
	for _, target := range Targets() {
		for _, g := range goals(target) {
			known := map[string]bool{"": true}
			found := false
			for _, r := range rows(target) {
				known["row "+r.name] = true
				if r.name != g.Row {
					continue
				}
				found = true
				for _, p := range r.peers {
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
