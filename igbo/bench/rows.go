package bench

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/models"
)

// rows are the lines of the table. On CUDA the perceptron and the GRU take
// larger batches and every goal is at least JAX's time and a third of
// PyTorch's on the small step and the GRU.
func rows(cuda bool) []row {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{256, 256}
	linear := paperStep()
	mlp := stepSize{spec: models.MLPSpec(wide), features: 10, batch: 512, points: 32, edges: 30}

	gru := baseGRU()
	goals := []map[string]float64{{"torch": 8, "jax": 1.5}, {"torch": 1}, {"jax": 1, "torch": 10}}
	if cuda {
		mlp.batch, gru.batch = 65536, 4096
		goals = []map[string]float64{{"torch": 3, "jax": 1}, {"jax": 1}, {"jax": 1, "torch": 3}}
	}
	return []row{
		{
			name:  "step",
			title: fmt.Sprintf("IGBO step, linear, B = %d, M = %d, E = %d", linear.batch, linear.points, linear.edges),
			peers: []string{"torch", "torch.compile", "jax"}, goals: goals[0], make: linear.make,
		},
		{
			name: "mlp", title: fmt.Sprintf("IGBO step, MLP 10-256-256-1, B = %d, M = %d", mlp.batch, mlp.points),
			peers: []string{"torch", "torch.compile", "jax"}, goals: goals[1], make: mlp.make,
		},
		{
			name: "table1", title: "Table I, 5 seeds, 3 optimisers", peers: []string{"torch"},
			goals: map[string]float64{"torch": 10}, once: true, make: makeTableOne,
		},
		{
			name: "gru", title: "h and its gradient, " + gru.String(), peers: []string{"torch", "jax"}, goals: goals[2], make: gru.make,
		},
		{
			name: "ig-mlp", title: fmt.Sprintf("attribution alone, MLP 10-256-256-1, B = %d, M = %d", mlp.batch, mlp.points),
			peers: []string{"captum"}, make: attributed{mlp}.make,
		},
		{
			name: "ig-gru", title: "attribution of the last output alone, " + gru.String(), peers: []string{"captum"}, make: lastStep{gru}.make,
		},
	}
}

// paperStep is the size of the paper's IGBO step.
func paperStep() stepSize {
	return stepSize{spec: models.LinearSpec(), features: 10, batch: 32, points: 20, edges: 30}
}

// baseGRU is the size of the work on the GRU.
func baseGRU() sequenceSize {
	return sequenceSize{hidden: 32, batch: 16, steps: 64, features: 8, points: 16}
}

func (s stepSize) make(ctx context.Context, engine compute.Backend, _ Config) (Contender, *peer.Work, error) {
	p, err := newStepProblem(s)
	if err != nil {
		return nil, nil, err
	}
	return newStep(ctx, engine, p)
}
