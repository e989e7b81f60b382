package verdict

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a mean over folds with its confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Corrected is the interval of the mean of J differences between folds by the corrected resampled
// t statistic (Nadeau and Bengio, 2003),
//
//	mean ± t_{J−1}·s·√(1/J + ratio),   ratio = n_test/n_train,
//
// at a two-sided level such as 0.95: training parts overlap, so that the naive
// variance s²/J is too small. Errors: fewer than two differences, a spread that is not finite.
func Corrected(differences []float64, ratio, level float64) (Interval, error) {
	j := float64(len(differences))
	switch {
	case j < 2:
		return Interval{}, fmt.Errorf("verdict: an interval of %g differences, expected at least 2", j)
	case !(ratio >= 0) || math.IsInf(ratio, 0):
		return Interval{}, fmt.Errorf("verdict: %g test samples for each to train on, expected a number of at least 0", ratio)
	case !(level > 0 && level < 1):
		return Interval{}, fmt.Errorf("verdict: an interval of level %g, expected inside (0, 1)", level)
	}
	mean, s := stat.MeanStdDev(differences, nil)
	if math.IsNaN(s) || math.IsInf(s, 0) || math.IsInf(mean, 0) {
		return Interval{}, fmt.Errorf("verdict: differences such as %g, whose spread is no finite number; expected smaller ones, such as of a target in a larger unit", differences[0])
	}
	half := distuv.StudentsT{Sigma: 1, Nu: j - 1}.Quantile((1+level)/2) * s * math.Sqrt(1/j+ratio)
	return Interval{mean, mean - half, mean + half}, nil
}

// times is the interval of c times the quantity, c > 0.
func (i Interval) times(c float64) Interval { return Interval{c * i.Mean, c * i.Low, c * i.High} }

// Text writes mean [low, high], each with a format such as "%.3g".
func (i Interval) Text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", i.Mean, i.Low, i.High)
}
