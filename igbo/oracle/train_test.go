package oracle

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// offBowl returns the fraction of points that are farther from the curve, measured in x_2, than 97.5 % of the
// data.
func offBowl(points []float64) float64 {
	off := 0
	for i := 0; i < len(points); i += 2 {
		if math.Abs(points[i+1]-points[i]*points[i]+1) > 2.24*0.05 {
			off++
		}
	}
	return float64(off) / float64(len(points)/2)
}

// TestOracleStaysOnData checks that after a short training most of each path is in the data, for any K, while
// most of the straight line is not.
func TestOracleStaysOnData(t *testing.T) {
	data, c := bowl(512, 1), DefaultConfig()
	c.Steps = 300
	o := mustTrain(t, c, data, newKernels(t, data, 256, 0.15)).Oracle
	fresh := bowl(128, 9)
	const pairs = 64
	var alphas []float64
	for i := range 60 {
		alphas = append(alphas, (float64(i)+0.5)/60)
	}
	off := func(p attribution.Path) float64 {
		return offBowl(run(t, func(_ *model.Scope, x *Node) *Node {
			points, _ := p.Points(Slice(x, AxisRange(0, pairs)), Slice(x, AxisRange(pairs, 2*pairs)), alphas)
			return points
		}, fresh.X, 2*pairs, 1, 2))
	}
	straight := off(attribution.Straight{})
	for _, k := range []int{4, 6, 9} {
		along := off(mustPath(t, o, k))
		t.Logf("K = %d: %.3f off the data, %.3f of the straight line", k, along, straight)
		if !(along < 0.6*straight) {
			t.Errorf("K = %d: %.3f is off the data, of the straight line %.3f", k, along, straight)
		}
	}
}
