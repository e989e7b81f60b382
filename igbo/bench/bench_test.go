package bench

import (
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// BenchmarkRow times our side of the table, compilation apart.
func BenchmarkRow(b *testing.B) {
	for _, r := range rows(Embedded) {
		if r.once || r.onlyCompile {
			continue // minutes; igbo bench runs it
		}
		b.Run(r.name, func(b *testing.B) {
			c, _, err := r.make(b.Context(), backendtest.Open(b), DefaultConfig())
			if err != nil {
				b.Fatal(err)
			}
			repeat(b, c)
		})
	}
}

// BenchmarkCumulative times h of the GRU in forward mode.
func BenchmarkCumulative(b *testing.B) {
	for _, s := range []sequenceSize{
		{hidden: 32, batch: 16, steps: 16, features: 8, points: 16},
		{hidden: 32, batch: 32, steps: 64, features: 2, points: 16},
		{hidden: 32, batch: 32, steps: 64, features: 8, points: 16},
		{hidden: 32, batch: 32, steps: 64, features: 8, points: 4},
	} {
		b.Run(fmt.Sprintf("B=%d/T=%d/D=%d/M=%d", s.batch, s.steps, s.features, s.points), func(b *testing.B) {
			benchmarkCumulative(b, models.GRU(models.GRUConfig{Hidden: s.hidden}), s)
		})
	}
}

func benchmarkCumulative(b *testing.B, f attribution.Model, s sequenceSize) {
	c, err := newScores(backendtest.Open(b), f, s, attribution.DefaultConfig(), false)
	if err != nil {
		b.Fatal(err)
	}
	repeat(b, c)
}

// repeat times b.N runs, reports the first apart, and closes the contender.
func repeat(b *testing.B, c Contender) {
	b.Helper()
	defer c.Close()
	b.ReportMetric(c.Ready().First.Wall.Seconds(), "first-s")
	b.ResetTimer()
	if _, err := c.Run(b.Context(), b.N); err != nil {
		b.Fatal(err)
	}
}
