package compare

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestPooledDeviance checks that the deviance of the mean can be computed from parts, combined in
// any way.
func TestPooledDeviance(t *testing.T) {
	loss, data := task.Loss{Kind: task.KindPoisson}, igbo.Data{Features: []string{"a"}, Steps: 1}
	rng := rand.New(rand.NewPCG(4, 0))
	for i := range 30 {
		data.X, data.Y, data.Weights = append(data.X, 0), append(data.Y, float64(rng.IntN(5))), append(data.Weights, float64(i%3))
	}
	all := spreadOf(data.View(nil), loss)
	split := spreadOf(data.Part(0, 11).View(nil), loss).with(spreadOf(data.Part(11, 30).View(nil), loss))
	flat := make([]float64, 30)
	for i := range flat {
		flat[i] = math.Log(all.Mean)
	}
	m := must.Of(loss.Metrics(task.Predictions{Outputs: 1, Values: flat, Targets: data.Y, Weights: data.Weights})).In(t)
	backendtest.Near(t, "deviance", []float64{all.missed(loss) / all.Weight, split.missed(loss) / split.Weight}, []float64{m.Deviance, m.Deviance}, 1e-12)
}
