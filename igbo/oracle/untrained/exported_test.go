package untrained

import (
	"context"
	"math"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero and invalid values.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	good, _ := arcs()
	nan, inf := math.NaN(), math.Inf(1)
	bad := []Pairs{{}, {1, 2, []float64{1}, []float64{1}}, {1, 2, []float64{1, 2}, nil}, {1, 2, []float64{1, nan}, []float64{1, 2}},
		{1, 2, []float64{1, 2}, []float64{inf, 2}}, {math.MaxInt, math.MaxInt, nil, nil}, {-1, -2, []float64{1, 2}, []float64{1, 2}}}
	fixed := func(p Pairs, anchors []float64) func() error {
		return func() error { _, err := Fixed(p, anchors); return err }
	}
	geodesic := func(data []float64, p Pairs, cfg GeodesicConfig) func() error {
		return func() error { _, err := Geodesic(data, p, cfg); return err }
	}
	relaxed := func(b compute.Backend, a assessor.Assessor, p Pairs, cfg RelaxedConfig) func() error {
		return func() error { _, err := Relaxed(context.Background(), b, a, p, cfg); return err }
	}
	backend, points := backendtest.Open(t), []float64{0, 0, 0, 1, 0, 2}
	one, rc := GeodesicConfig{1, 1}, DefaultRelaxedConfig()
	calls := map[string][]func() error{
		"Fixed":    {fixed(good, nil), fixed(good, []float64{1}), fixed(good, []float64{nan, 1, 2, 3, 4, 5, 6, 7})},
		"Geodesic": {geodesic(nil, good, one), geodesic(points, good, GeodesicConfig{}), geodesic(points[1:], good, one), geodesic([]float64{0, 0, nan, 1, 0, 2}, good, one), geodesic(points, good, GeodesicConfig{3, 1})},
		"Relaxed":  {relaxed(nil, circle{}, good, rc), relaxed(backend, nil, good, rc), relaxed(backend, circle{}, good, RelaxedConfig{})},
	}
	var validate []func() error
	for _, p := range bad {
		validate = append(validate, p.Validate)
		calls["Fixed"] = append(calls["Fixed"], fixed(p, p.X))
		calls["Geodesic"] = append(calls["Geodesic"], geodesic(points, p, one))
		calls["Relaxed"] = append(calls["Relaxed"], relaxed(backend, circle{}, p, rc))
	}
	refused := func(change func(*RelaxedConfig)) func() error {
		c := DefaultRelaxedConfig()
		change(&c)
		return func() error { return c.Validate(2) }
	}
	exported.Check(t, map[string]exported.Call{
		"Fixed": exported.Bad(calls["Fixed"]...), "Geodesic": exported.Bad(calls["Geodesic"]...), "Relaxed": exported.Bad(calls["Relaxed"]...),
		"Pairs.Validate": exported.Bad(validate...), "Pairs.Len": exported.Total("0 for no pairs"),
		"GeodesicConfig.Validate": exported.Bad(GeodesicConfig{}.Validate, GeodesicConfig{1, 0}.Validate, GeodesicConfig{1, math.MaxInt}.Validate),
		"RelaxedConfig.Validate": exported.Bad(func() error { return RelaxedConfig{}.Validate(2) }, refused(func(c *RelaxedConfig) { c.Anchors = math.MaxInt }),
			refused(func(c *RelaxedConfig) { c.Steps = math.MaxInt }), refused(func(c *RelaxedConfig) { c.Rate = nan }), refused(func(c *RelaxedConfig) { c.Weight = inf }),
			refused(func(c *RelaxedConfig) { c.Scale = []float64{1, 1} }), refused(func(c *RelaxedConfig) { c.Shift, c.Scale = []float64{nan, 0}, []float64{1, 1} }),
			refused(func(c *RelaxedConfig) { c.Shift, c.Scale = []float64{0}, []float64{1} })),
		"GradientOf":            exported.Bad(func() error { _, err := GradientOf(nil)(points); return err }),
		"DefaultGeodesicConfig": exported.Total("no argument"), "DefaultRelaxedConfig": exported.Total("no argument"),
	})
}
