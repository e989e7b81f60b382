package outcome

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
)

// timing returns a timing with medians and shortest rounds of both clocks.
func timing(name string, median, shortest, cpu float64) race.Timing {
	return race.Timing{Name: name, Median: median, Min: shortest, CPU: cpu, CPUMin: cpu, Rounds: []float64{median}, Graph: 100}
}

func TestJudge(t *testing.T) {
	compile := 2.0
	slow := timing("jax", 3, 2, 1)
	slow.CompileCPU = &compile
	ours := timing("igbo", 2, 1, 0.5)
	ours.CompileCPU = &compile
	rows := []Comparison{
		{Row: "gru", Ours: ours, References: []ReferenceResult{{Timing: slow}, {Timing: race.Timing{Name: "torch"}, Note: reference.ErrNotInstalled.Error()}}},
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
		{"compilation by the wall clock, not measured alone", Goal{Row: "gru-16", Measure: Compile, AtMost: 1}, 0, false, "not measured"},
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

// TestGoalNeedsTheShortestTimesToo checks that a disturbance of one side does not meet a goal.
func TestGoalNeedsTheShortestTimesToo(t *testing.T) {
	rows := []Comparison{{Row: "step", Ours: timing("igbo", 1, 1, 1), References: []ReferenceResult{{Timing: timing("torch", 50, 2, 1)}}}}
	if j := judge(Goal{Row: "step", Measure: Time, Against: "torch", AtLeast: 3}, &rows[0], rows); *j.Value != 50 || *j.Met {
		t.Errorf("%+v, want 50, missed", j)
	}
}

func TestRatiosOverRounds(t *testing.T) {
	ours := race.Timing{Median: 1.5, Min: 1, Rounds: []float64{1, 2}, CPU: 3}
	p := ReferenceResult{Timing: race.Timing{Median: 4, Min: 4, Rounds: []float64{4, 4}, CPU: 8}}
	p.Settle(ours)
	if math.Abs(*p.Ratio-4/1.5) > 1e-12 || *p.RatioMin != 4 || *p.RatioLow != 2 || *p.RatioHigh != 4 || *p.RatioCPU != *p.Ratio {
		t.Errorf("ratio %g of %g to %g, want 2.67 of 2 to 4", *p.Ratio, *p.RatioLow, *p.RatioHigh)
	}
}

func TestMeasured(t *testing.T) {
	for _, c := range []struct {
		target  Target
		vectors string
		want    Target
	}{{Embedded, "avx512", Embedded}, {Embedded, "avx2", AVX2}, {Embedded, "plain", Embedded}, {XLACPU, "", XLACPU}, {CUDA, "", CUDA}} {
		if got := c.target.Measured(Machine{Vectors: c.vectors}); got != c.want {
			t.Errorf("%s with the kernels %q is %q, want %q", c.target, c.vectors, got, c.want)
		}
	}
}

func TestTargetOf(t *testing.T) {
	for name, want := range map[string]Target{
		"go": Embedded, "go:parallelism=2": Embedded, "": Embedded, "xla": XLACPU, "xla:cpu": XLACPU, "xla:cpu,asynchronous=true": XLACPU,
		"xla:/home/cuda/pjrt_c_api_cpu_plugin.so": XLACPU, "xla:cuda": CUDA, "xla:cuda,tf32=false": CUDA, "xla:/a/xla_cuda_plugin.so,tf32=false": CUDA,
	} {
		if got := TargetOf(name); got != want {
			t.Errorf("the target of %q is %q, want %q", name, got, want)
		}
	}
}
