package bench

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// BenchmarkRow times our side of the table without compilation.
func BenchmarkRow(b *testing.B) {
	for _, r := range rows(outcome.Embedded) {
		if r.once {
			continue // takes minutes; igbo bench runs it
		}
		b.Run(r.name, func(b *testing.B) {
			c, _, err := r.make(b.Context(), backendtest.Open(b))
			if err != nil {
				b.Fatal(err)
			}
			repeat(b, c)
		})
	}
}

// BenchmarkCumulative times h of the GRU in forward mode.
func BenchmarkCumulative(b *testing.B) {
	for _, s := range []workload.SequenceSize{
		{Hidden: 32, Batch: 16, Steps: 16, Features: 8, Points: 16},
		{Hidden: 32, Batch: 32, Steps: 64, Features: 2, Points: 16},
		{Hidden: 32, Batch: 32, Steps: 64, Features: 8, Points: 16},
		{Hidden: 32, Batch: 32, Steps: 64, Features: 8, Points: 4},
	} {
		b.Run(fmt.Sprintf("B=%d/T=%d/D=%d/M=%d", s.Batch, s.Steps, s.Features, s.Points), func(b *testing.B) {
			benchmarkCumulative(b, models.GRU(models.GRUConfig{Hidden: s.Hidden}), s)
		})
	}
}

func benchmarkCumulative(b *testing.B, f attribution.Model, s workload.SequenceSize) {
	c := must.Of(newScores(backendtest.Open(b), f, s, attribution.DefaultConfig(), false)).In(b)
	repeat(b, c)
}

// repeat times b.N runs, reports the first run separately, and closes the contender.
func repeat(b *testing.B, c race.Contender) {
	b.Helper()
	defer c.Close()
	b.ReportMetric(c.Ready().First.Wall.Seconds(), "first-s")
	b.ResetTimer()
	if _, err := c.Run(b.Context(), b.N); err != nil {
		b.Fatal(err)
	}
}
