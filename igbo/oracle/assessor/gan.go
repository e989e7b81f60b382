package assessor

import (
	"context"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/task"
)

// adversary trains a generator G and a discriminator D = σ(logit) and keeps D.
// Both players step at once, each along the gradient of its own loss:
//
//	L_D = −log D(x) − log(1 − D(G(z))) + (γ/2)·‖∇_x logit(x)‖²
//	L_G = −log D(G(z))
//
// The non-saturating loss, as −log D is what the paper takes for validity, which
// the hinge loss has no D for; the penalty on data (R1) is the one with which
// simultaneous gradient steps converge near the equilibrium (Mescheder, Geiger
// and Nowozin, 2018), which alternating without it do not.
//
// One scalar does it for both: in L = L_D + L_G the gradient of L_D is stopped at
// G(z), and that of L_G at D's weights, so that the gradient of L is L_D's for D's
// variables and L_G's for G's. Adam scales each coordinate by itself: one Adam on
// the union is two. So the game is one training of igbo's, with its checkpoints.
func adversary(ctx context.Context, backend compute.Backend, cfg Config, data Points) (*classifier, error) {
	c := &classifier{Window: data.Steps}
	c.Features, c.Steps = data.Features, data.Steps
	n := data.dims()
	discriminator, generator := widths(n, cfg.Hidden), []int{cfg.Latent, cfg.Hidden, cfg.Hidden, n}
	t := training{
		name: "gan", inputs: n + cfg.Latent, batch: func(rng *rand.Rand) gomlx.Batch { return game(cfg, data, rng) },
		loss: task.Loss{Kind: task.KindCustom, Name: "game", Function: func(_, loss *Node) *Node { return loss }},
		function: func(scope *model.Scope, in, _ *Node) *Node {
			in = Squeeze(in, 1)
			x, z := Slice(in, AxisRange(), AxisRange(0, n)), Slice(in, AxisRange(), AxisRange(n, n+cfg.Latent))
			d := variables(scope.In("discriminator"), in.DType(), in.Graph(), discriminator)
			g := variables(scope.In("generator"), in.DType(), in.Graph(), generator)
			forD, forG := play(x, z, d, g, cfg.Penalty)
			return InsertAxes(Add(forD, forG), -1)
		},
	}
	values, err := t.run(ctx, backend, cfg)
	if err != nil {
		return nil, err
	}
	c.layers, err = learned(values, "/model/discriminator", discriminator)
	return c, err
}

// play builds both players' losses [B] of data x [B,n] and latent variables z [B,·];
// no gradient of the one's flows into the other's variables.
func play(x, z *Node, d, g []affine, penalty float64) (forD, forG *Node) {
	real, fake := logits(x, d), perceptron(z, g)
	slope := Gradient(ReduceAllSum(real), x)[0]
	forD = Add(Softplus(Neg(real)), Softplus(logits(StopGradient(fake), d)))
	forD = Add(forD, MulScalar(ReduceSum(Square(slope), -1), penalty/2))
	return forD, Softplus(Neg(logits(fake, stopped(d))))
}

// game is a batch of series, each with latent variables beside it; the game has no
// targets.
func game(cfg Config, data Points, rng *rand.Rand) gomlx.Batch {
	width := data.dims() + cfg.Latent
	x := make([]float32, 0, cfg.Batch*width)
	for range cfg.Batch {
		for _, v := range data.row(rng.IntN(data.Series())) {
			x = append(x, float32(v))
		}
		for range cfg.Latent {
			x = append(x, float32(rng.NormFloat64()))
		}
	}
	return gomlx.Batch{
		Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(x, cfg.Batch, 1, width)},
		Labels: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(make([]float32, cfg.Batch), cfg.Batch, 1)},
	}
}
