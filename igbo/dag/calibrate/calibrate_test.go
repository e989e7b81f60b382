package calibrate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestCalibrationTable measures false-edge rates and coverage by estimator, number of rows and α,
// with consecutive batches and, as in the paper, with 50 batches drawn from the rows. Run it with
// -v to see the table.
func TestCalibrationTable(t *testing.T) {
	truth := Truth{Means: []float64{0.1, 0.1, 0.05, 0.05, 0, 0}, Noise: 0.3, Common: 0.3}
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %5s %7s %5s %8s %8s %8s %8s %8s %8s\n",
		"estimator", "rows", "batches", "α", "false", "reversed", "found", "cover B", "cover μ", "cyclic")
	rates := map[string]Result{}
	for _, est := range []estimate.Method{estimate.BetweenBatch, estimate.WithinBatch, estimate.Frequency, estimate.Bootstrap, estimate.Permutation, estimate.Truncated, estimate.Auto} {
		for _, c := range []struct{ rows, batches int }{{64, 0}, {192, 0}, {960, 0}, {200, 50}} {
			for _, alpha := range []float64{0.5, 0.7, 0.9} {
				opts := dag.DefaultOptions()
				opts.Estimator, opts.Alpha, opts.Resamples, opts.Batches = est, alpha, 200, c.batches
				r := must.Of(Run(truth, c.rows, 60, opts)).In(t)
				rates[fmt.Sprint(est, c.rows, alpha)] = r
				fmt.Fprintf(&table, "%-12s %5d %7d %5.2f %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f\n",
					est, c.rows, c.batches, alpha, r.FalseEdges, r.Reversed, r.Found, r.CoverBatch, r.CoverMean, r.Cyclic)
			}
		}
	}
	t.Logf("batches of 32, r = 1 (nominal cover B 0.683)\n%s", table.String())
	for _, est := range []estimate.Method{estimate.WithinBatch, estimate.BetweenBatch, estimate.Bootstrap, estimate.Permutation, estimate.Truncated, estimate.Auto} {
		few, many := rates[fmt.Sprint(est, 64, 0.7)], rates[fmt.Sprint(est, 960, 0.7)]
		if many.FalseEdges >= few.FalseEdges || many.Found < 0.9 || many.Reversed > 0.01 {
			t.Errorf("%s at α = 0.7: false edges %.3f → %.3f, found %.3f", est, few.FalseEdges, many.FalseEdges, many.Found)
		}
		if math.Abs(many.CoverBatch-0.683) > 0.05 {
			t.Errorf("%s: coverage of a fresh batch %.3f, nominal 0.683", est, many.CoverBatch)
		}
		// 50 batches drawn from 200 rows are worth 178 rows, not 1600. So they produce more false
		// edges than 960 rows in 30 batches.
		if pool := rates[fmt.Sprint(est, 200, 0.7)]; pool.FalseEdges < 0.1 || pool.FalseEdges > 0.35 {
			t.Errorf("%s on redrawn batches: false edges %.3f, expected about 0.2", est, pool.FalseEdges)
		}
	}
}
