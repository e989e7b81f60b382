package linear

import (
	"math"

	"github.com/igbolab/igbolab/igbo/task"
)

// robust is the absolute or quantile loss of r = f − y, a·|r| + b·r, where |r| is smoothed near 0:
//
//	|r|   if |r| ≥ ε, else   r²/(2ε) + ε/2
//
// in standard deviations of the target. The smoothed loss is at most a·ε/2 too large. A parabola with curvature
// a/max(|r|, ε) that touches it at r is nowhere below it. So a Newton step with that curvature decreases the
// penalised loss (Hunter and Lange, 2000).
type robust struct{ a, b float64 }

// kink is ε. leastProgress is the smallest relative progress of a step.
const (
	kink          = 1e-3
	leastProgress = 1e-7
)

// Robust reports whether a loss is the absolute or a quantile loss. Only [Path] fits them.
func Robust(loss task.Loss) bool {
	_, is := robustOf(loss)
	return is
}

// robustOf returns the smoothed form of a robust loss and reports whether it is one.
func robustOf(loss task.Loss) (robust, bool) {
	switch {
	case loss.Is(task.KindAbsolute):
		return robust{1, 0}, true
	case loss.Is(task.KindQuantile):
		return robust{0.5, 0.5 - loss.Quantile}, true
	}
	return robust{}, false
}

func (l robust) value(r float64) float64 {
	size := math.Abs(r)
	if size < kink {
		size = r*r/(2*kink) + kink/2
	}
	return l.a*size + l.b*r
}

func (l robust) slope(r float64) float64 { return l.a*r/max(math.Abs(r), kink) + l.b }

func (l robust) curvature(r float64) float64 { return l.a / max(math.Abs(r), kink) }
