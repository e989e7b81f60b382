package posterior

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/samples"
)

// TestCoverage checks that 90 % intervals contain about 90 % of new targets from 8 rows on, and at least 82 %
// for 4 rows. They must contain more than intervals that use the mean of the intercept given the weights
// instead of a draw.
func TestCoverage(t *testing.T) {
	const level, fresh = .9, 20
	tables := sweep.Draws(40, 100, 1000)
	for _, c := range []struct {
		columns int
		size    float64 // standard deviation of the weights
	}{{1, 0}, {1, 1}, {3, 1}} {
		for _, rows := range []int{4, 8, 16, 64} {
			var in, mean float64
			for n := range tables {
				r := rand.New(rand.NewPCG(uint64(n), uint64(rows)))
				w := make([]float64, c.columns)
				for j := range w {
					w[j] = c.size * r.NormFloat64()
				}
				data, test := drawnTable(r, w, rows), drawnTable(r, w, fresh)
				cfg := DefaultConfig()
				cfg.Chains, cfg.Burn, cfg.Draws, cfg.Seed = 1, 200, 600, uint64(n)
				p := must.Of(Sample(context.Background(), data, Order{}, cfg)).In(t)
				in += held(t, p, test, level) / float64(tables)
				p.Chains[0].Intercept = p.Chains[0].InterceptMean
				mean += held(t, p, test, level) / float64(tables)
			}
			t.Logf("%d columns with weights of %g, %d rows, %d tables: %.3f, with the mean of the intercept %.3f", c.columns, c.size, rows, tables, in, mean)
			low := level - .02
			if rows == 4 {
				low -= .04 // the prior of σ is in units of the standard deviation of the targets, which a few targets underestimate
			}
			if e := 4 * .15 / math.Sqrt(float64(tables)); !(in > low-e && in < level+.04+e) {
				t.Errorf("%d rows: 90 %% intervals hold %.3f", rows, in)
			}
			if rows == 4 && !(in > mean) {
				t.Errorf("4 rows: %.3f with drawn intercepts, %.3f with their means", in, mean)
			}
		}
	}
}

// drawnTable draws a table with targets 5 + x·w + N(0, 1).
func drawnTable(r *rand.Rand, w []float64, rows int) (d samples.Data) {
	d.Features, d.Steps = make([]string, len(w)), 1
	for range rows {
		y := 5 + r.NormFloat64()
		for _, v := range w {
			x := r.NormFloat64()
			d.X, y = append(d.X, x), y+v*x
		}
		d.Y = append(d.Y, y)
	}
	return d
}

// held returns the fraction of targets within their intervals.
func held(t *testing.T, p *Posterior, d samples.Data, level float64) (share float64) {
	for i, b := range must.Of(p.Intervals(d.X, level)).In(t) {
		if b.Low <= d.Y[i] && d.Y[i] <= b.High {
			share += 1 / float64(len(d.Y))
		}
	}
	return share
}
