package dag

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/dag/repair"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// wideScores returns scores of d features with means from 0.5 down to 0.
func wideScores(n, d int) *mat.Dense {
	means := make([]float64, d)
	for k := range means {
		means[k] = 0.5 * (1 - float64(k)/float64(d))
	}
	return normalScores(testRNG(70), n, means, 0.09, 0.045)
}

// BenchmarkBuild builds dense graphs, in which most pairs get an edge.
func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		d, rows int
		est     estimate.Method
		with    estimate.Multiplicity
	}{
		{100, 1600, estimate.BetweenBatch, estimate.NoCorrection},
		{1000, 1600, estimate.BetweenBatch, estimate.NoCorrection},
		{1000, 1600, estimate.BetweenBatch, estimate.BenjaminiHochberg},
		{1000, 1600, estimate.WithinBatch, estimate.NoCorrection},
		{1000, 1600, estimate.Frequency, estimate.NoCorrection},
		{1000, 1600, estimate.Bootstrap, estimate.NoCorrection},
		{1000, 1600, estimate.Permutation, estimate.NoCorrection},
		{1000, 1600, estimate.Truncated, estimate.NoCorrection},
	} {
		scores := wideScores(c.rows, c.d)
		b.Run(fmt.Sprintf("D=%d/N=%d/%s/%s", c.d, c.rows, c.est, c.with), func(b *testing.B) {
			b.ReportAllocs()
			opts := DefaultOptions()
			opts.Estimator, opts.Multiplicity, opts.Repair = c.est, c.with, DropEdges
			for b.Loop() {
				d := must.Of(Build(scores, opts)).In(b)
				b.ReportMetric(float64(len(d.Edges)), "edges")
			}
		})
	}
}

func BenchmarkFeedbackArcSet(b *testing.B) {
	for _, n := range []int{repair.MaxExact, 200} {
		edges := randomEdges(testRNG(72), n, 0.5)
		b.Run(fmt.Sprintf("D=%d/E=%d", n, len(edges)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, rec := Repair(names(nil, n), edges, weightP); rec == nil || rec.Exact != (n <= repair.MaxExact) {
					b.Fatal("unexpected repair")
				}
			}
		})
	}
}

func BenchmarkReadScores(b *testing.B) {
	var text strings.Builder
	text.WriteString(strings.Join(names(nil, 100), ",") + "\n")
	for range 1000 {
		text.WriteString(strings.Repeat("0.123456,", 99) + "0.5\n")
	}
	for b.Loop() {
		if _, _, err := ReadScores("", strings.NewReader(text.String())); err != nil {
			b.Fatal(err)
		}
	}
}
