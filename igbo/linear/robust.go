package linear

import (
	"math"

	"github.com/igbolab/igbolab/igbo/task"
)

// robust is the absolute or the quantile loss of r = f − y, a·|r| + b·r, with |r| rounded near its kink:
//
//	|r|   if |r| ≥ ε, else   r²/(2ε) + ε/2
//
// in standard deviations of the target. It is at most a·ε/2 too large. The parabola with its slope and the curvature a/max(|r|, ε) is
// nowhere below it and touches it at r, so a Newton step with that curvature lowers the penalised loss (Hunter and Lange, 2000).
type robust struct{ a, b float64 }

// kink is ε, leastProgress the smallest relative progress of a step.
const (
	kink          = 1e-3
	leastProgress = 1e-7
)

// Robust reports whether a loss is the absolute or a quantile loss, which only [Path] fits.
func Robust(loss task.Loss) bool {
	_, is := robustOf(loss)
	return is
}

// robustOf returns the rounded loss of a robust loss, and reports whether it is one.
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
