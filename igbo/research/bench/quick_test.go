package bench

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// slowed returns the reference run of AVX2 with every time multiplied by factor and equal rounds.
func slowed(t *testing.T, factor float64) *Report {
	t.Helper()
	r := must.Of(referenceRun("avx2")).In(t)
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		c.Ours.Median *= factor
		c.Ours.Min, c.Ours.Rounds = c.Ours.Median, []float64{c.Ours.Median, c.Ours.Median}
	}
	two := 1.9
	r.Comparisons[slices.IndexFunc(r.Comparisons, func(c outcome.Comparison) bool { return c.Row == replicasRow })].References[0].Ratio = &two
	return r
}

// TestReferenceRuns checks that each committed run has all workloads of QuickConfig.
func TestReferenceRuns(t *testing.T) {
	for _, vectors := range []string{"avx2", "avx512"} {
		r := must.Of(referenceRun(vectors)).In(t)
		if r.Machine.Vectors != vectors {
			t.Errorf("%s.json was measured with kernels %s", vectors, r.Machine.Vectors)
		}
		for _, row := range QuickConfig().Rows {
			if !slices.ContainsFunc(r.Comparisons, func(c outcome.Comparison) bool { return c.Row == row && c.Ours.Median > 0 }) {
				t.Errorf("%s.json has no time of %s", vectors, row)
			}
		}
	}
}

func TestSummarize(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(r *Report)
		factor  float64
		warning string // part of the only warning; empty means none
	}{
		{"the reference machine", func(*Report) {}, 1, ""},
		{"half the speed", func(*Report) {}, 2, ""},
		{"a tenth of the speed", func(*Report) {}, 10, "0.1 times the speed of the reference machine"},
		{"no vector instructions", func(r *Report) { r.Machine.Vectors = "plain" }, 3, "kernels plain"},
		{"a busy machine", func(r *Report) { r.Comparisons[2].Ours.Rounds[1] *= 3 }, 1, "took 3.0 times the median"},
		{"one free core", func(r *Report) {
			for _, c := range r.Comparisons {
				if c.Row == replicasRow {
					*c.References[0].Ratio = 1.02
				}
			}
		}, 1, "only 1.0 times as fast"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := slowed(t, c.factor)
			c.change(r)
			q := must.Of(Summarize(r)).In(t)
			if math.Abs(q.Speed()*c.factor-1) > 1e-9 {
				t.Errorf("speed %g, want %g", q.Speed(), 1/c.factor)
			}
			switch {
			case c.warning == "" && len(q.Warnings) > 0 || c.warning != "" && len(q.Warnings) != 1:
				t.Errorf("warnings %q", q.Warnings)
			case c.warning != "" && !strings.Contains(q.Warnings[0], c.warning):
				t.Errorf("warning %q, want one with %q", q.Warnings[0], c.warning)
			}
			must.Of(q.Figure()).In(t)
		})
	}
}

// TestQuickRun checks a run of a small part, and a run without any result.
func TestQuickRun(t *testing.T) {
	engine := backendtest.Open(t)
	cfg := QuickConfig()
	cfg.Rows, cfg.Rounds, cfg.Slice, cfg.pause = []string{"step", "product"}, 2, time.Millisecond, 0
	q := must.Of(Summarize(must.Of(Run(t.Context(), engine, cfg)).In(t))).In(t)
	if len(q.Speeds) != 2 || len(q.Expected) != 1 || !(q.Expected[0].Seconds > 0) {
		t.Errorf("speeds %v, want %v", q.Speeds, q.Expected)
	}
	for _, want := range []string{"IGBO step", "1024×1024×1024", "reference machine"} {
		if !strings.Contains(q.Text(), want) || !strings.Contains(q.Markdown(), want) {
			t.Errorf("no %q in\n%s", want, q.Text())
		}
	}
	partial := slowed(t, 1)
	partial.Partial = Interrupted
	if text := must.Of(Summarize(partial)).In(t).Text(); strings.Contains(text, "No problem") || !strings.Contains(text, "incomplete (interrupted)") {
		t.Errorf("an interrupted run ends with\n%s", text)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	nothing, _ := Run(ended, engine, cfg)
	if _, err := Summarize(nothing); err == nil {
		t.Error("a run without a time was summarised")
	}
}
