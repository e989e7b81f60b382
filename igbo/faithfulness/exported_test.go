package faithfulness

import (
	"errors"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, different lengths, and numbers that
// are not finite.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	f, x, short, nan := linear([]float64{1, 2}), []float64{1, 2}, []float64{1}, []float64{1, math.NaN()}
	curve := func(measure func(Function, []float64, []float64, []float64) (Curve, error)) exported.Call {
		try := func(f Function, x, r, a []float64) func() error {
			return func() error { _, err := measure(f, x, r, a); return err }
		}
		return exported.Bad(try(nil, x, x, x), try(f, nil, nil, nil), try(f, short, x, x), try(f, x, short, x), try(f, x, x, short),
			try(f, nan, x, x), try(f, x, nan, x), try(f, x, x, nan),
			try(func([]float64) ([]float64, error) { return short, nil }, x, x, x),
			try(func(p []float64) ([]float64, error) { return make([]float64, len(p)/2+1), nil }, x, x, x),
			try(func([]float64) ([]float64, error) { return []float64{1, 2, math.Inf(1)}, nil }, x, x, x))
	}
	rationale := func(measure func(Function, []float64, []float64, []float64, []float64) (float64, error)) exported.Call {
		call := curve(func(f Function, x, r, a []float64) (Curve, error) {
			_, err := measure(f, x, r, a, []float64{1, 1})
			return Curve{}, err
		})
		for _, shares := range [][]float64{nil, {}, {0}, {1.1}, {math.NaN()}, {0.5, -1}} {
			call.Bad = append(call.Bad, func() error { _, err := measure(f, x, x, x, shares); return err })
		}
		return call
	}
	same := func(points []float64) ([]float64, error) { return points, nil }
	sensitivity := func(e Explanation, x []float64, set func(*SensitivityConfig)) func() error {
		cfg := DefaultSensitivityConfig()
		set(&cfg)
		return func() error { _, err := Sensitivity(e, x, cfg); return err }
	}
	keep := func(*SensitivityConfig) {}
	flat := func([]float64) (float64, error) { return 1, nil }
	permutation := func(loss Loss, points []float64, n, repeats int, group ...int) func() error {
		return func() error { _, _, err := Permutation(loss, points, n, [][]int{group}, repeats, 0); return err }
	}
	exported.Check(t, map[string]exported.Call{
		"Recover": exported.Bad(func() error { _, err := Recover(nil, nil); return err }, func() error { _, err := Recover(x, []bool{true}); return err },
			func() error { _, err := Recover(nan, []bool{true, true}); return err }),
		"Deletion": curve(Deletion), "Insertion": curve(Insertion), "Curve.Area": exported.Total("0 of no curve"),
		"Comprehensiveness": rationale(Comprehensiveness), "Sufficiency": rationale(Sufficiency), "DefaultShares": exported.Total("no argument"),
		"DefaultSensitivityConfig": exported.Total("no argument"),
		"Sensitivity": exported.Bad(sensitivity(nil, x, keep), sensitivity(same, nil, keep), sensitivity(same, nan, keep), sensitivity(same, []float64{0, 0}, func(c *SensitivityConfig) { c.Scale = []float64{0, 0} }),
			sensitivity(same, x, func(c *SensitivityConfig) { c.Radius = 0 }), sensitivity(same, x, func(c *SensitivityConfig) { c.Radius = math.NaN() }),
			sensitivity(same, x, func(c *SensitivityConfig) { c.Draws = 0 }), sensitivity(same, x, func(c *SensitivityConfig) { c.Draws = math.MaxInt }),
			sensitivity(same, x, func(c *SensitivityConfig) { c.Scale = short }), sensitivity(same, x, func(c *SensitivityConfig) { c.Scale = []float64{-1, 1} }),
			sensitivity(func([]float64) ([]float64, error) { return short, nil }, x, keep)),
		"SensitivityConfig.Points": exported.Bad(func() error { _, err := SensitivityConfig{}.Points(x); return err }),
		"SensitivityOf": exported.Bad(func() error { _, err := SensitivityOf(nil, 0); return err }, func() error { _, err := SensitivityOf(x, 2); return err },
			func() error { _, err := SensitivityOf([]float64{0, 0, 1, 1}, 2); return err }, func() error { _, err := SensitivityOf([]float64{1, 1, 1}, 2); return err },
			func() error { _, err := SensitivityOf(append(nan, 1, 1), 2); return err }),
		"Permutation": exported.Bad(permutation(nil, x, 1, 1), permutation(flat, x, 2, 1), permutation(flat, append(x, 3), 2, 1), permutation(flat, nil, 0, 1),
			permutation(flat, x, math.MinInt, 1), permutation(flat, x, 1, 0), permutation(flat, x, 1, 1, 1), permutation(flat, x, 1, 1, -1), permutation(flat, []float64{1, math.Inf(1)}, 1, 1),
			permutation(func([]float64) (float64, error) { return math.NaN(), nil }, x, 1, 1), permutation(func([]float64) (float64, error) { return 0, errors.New("no") }, x, 1, 1)),
		"RankCorrelation": exported.Bad(func() error { _, err := RankCorrelation(x, short); return err }, func() error { _, err := RankCorrelation(nil, nil); return err },
			func() error { _, err := RankCorrelation(x, nan); return err }),
		"Randomization": exported.Bad(func() error { _, err := Randomization([][]float64{x}, nil); return err }, func() error { _, err := Randomization(nil, nil); return err },
			func() error { _, err := Randomization([][]float64{short}, [][]float64{short}); return err }),
		"Spread": exported.Bad(func() error { _, err := Spread(nil); return err }, func() error { _, err := Spread([][]float64{x}); return err },
			func() error { _, err := Spread([][]float64{x, short}); return err }, func() error { _, err := Spread([][]float64{x, nan}); return err }),
	})
}
