package training

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestUnitsOfBatches checks that converting the units batch by batch gives the same model, bit for bit, as converting all
// data at once.
func TestUnitsOfBatches(t *testing.T) {
	before := scaledOnce
	t.Cleanup(func() { scaledOnce = before })
	rng := rand.New(rand.NewPCG(2, 3))
	series := samples.Data{Features: []string{"a", "b"}, Steps: 3, Outputs: 2}
	for i := range 40 * 3 {
		valid := i%3 == 0 || rng.IntN(3) > 0
		v := func() float64 {
			if !valid {
				return math.NaN()
			}
			return 5 + 3*rng.NormFloat64()
		}
		series.X, series.Y, series.Mask = append(series.X, v(), v()), append(series.Y, v(), v()), append(series.Mask, valid)
	}
	for name, change := range map[string]func(cfg *settings.Config, data *samples.Data){
		"float32": func(cfg *settings.Config, _ *samples.Data) { cfg.DType = "float32" },
		"float64": func(cfg *settings.Config, _ *samples.Data) { cfg.DType = "float64" },
		"all data": func(cfg *settings.Config, _ *samples.Data) {
			cfg.Optimizer.Name, cfg.Optimizer.LearningRate = settings.Armijo, 1
		},
		"padded, two targets": func(cfg *settings.Config, data *samples.Data) {
			*data, cfg.Model = series, models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}, Outputs: 2}
		},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, data, order := modeltest.Small(t)
			cfg.Standardize, cfg.Epochs = true, 2
			if change(&cfg, &data); data.Outputs == 2 {
				order = nil
			}
			scaledOnce = before
			want := outcomeOf(t, trains(t, cfg, data, order))
			scaledOnce = 0
			if got := outcomeOf(t, trains(t, cfg, data, order)); !reflect.DeepEqual(got, want) {
				t.Errorf("batches in units\n%+v\ndata in units\n%+v", got, want)
			}
		})
	}
}
