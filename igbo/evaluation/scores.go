package evaluation

import (
	"context"
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

// Scores returns the Relative Importance Scores; see igbo.Model.Scores.
func Scores(m *trained.Model, data samples.Data) (*mat.Dense, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	if err := m.CheckPath(); err != nil {
		return nil, err
	}
	return ScoresWith(m, data, m.Config.Attribution)
}

// ScoresWith returns the scores for the given settings; see igbo.Model.ScoresWith.
func ScoresWith(m *trained.Model, data samples.Data, cfg attribution.Config) (*mat.Dense, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(len(m.Features)); err != nil {
		return nil, err
	}
	return scoresIn(context.Background(), nil, m, data, cfg)
}

// scoresIn computes scores and allocates them in a space, or on the heap if space is nil.
func scoresIn(ctx context.Context, space *spool.Space, m *trained.Model, data samples.Data, cfg attribution.Config) (*mat.Dense, error) {
	if err := m.CheckOutput(); err != nil {
		return nil, err
	}
	flat, err := evaluate(ctx, space, m, data, ScoresGraph(m, cfg))
	if err != nil {
		return nil, err
	}
	rows := data.Samples() * m.Attributed()
	return mat.NewDense(rows, len(flat)/rows, flat), nil
}

// ScoresGraph returns a function that builds H [B,D], or [B·K,D] for K attributed outputs.
func ScoresGraph(m *trained.Model, cfg attribution.Config) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		h := scores(m, scope, x, mask, cfg)
		if len(h) == 1 {
			return h[0]
		}
		b, d := h[0].Shape().Dim(0), h[0].Shape().Dim(1)
		return Reshape(Stack(h, 1), b*len(h), d)
	}
}

// scores builds H [B,D] for every attributed output.
func scores(m *trained.Model, scope *model.Scope, x, mask *Node, cfg attribution.Config) (h []*Node) {
	for _, f := range m.Config.Output.Of(scope, m.Function(), x, mask, m.Outputs()) {
		if mask == nil {
			h = append(h, attribution.Scores(scope, unmasked(f), x, cfg))
		} else {
			h = append(h, attribution.MaskedScores(scope, f, x, mask, cfg))
		}
	}
	return h
}

// unmasked adapts a masked model to series without padding.
func unmasked(f attribution.MaskedModel) attribution.Model {
	return func(scope *model.Scope, x *Node) *Node { return f(scope, x, nil) }
}

// Attribute returns the attribution tensor; see igbo.Model.Attribute.
func Attribute(m *trained.Model, data samples.Data) ([]float64, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	if err := errors.Join(m.CheckOutput(), m.CheckPath()); err != nil {
		return nil, err
	}
	if err := memory.Check(8 * float64(len(data.X)) * float64(data.Steps) * float64(m.Attributed())); err != nil {
		return nil, fmt.Errorf("evaluation: attributions of %d samples of T = %d steps: %w", data.Samples(), data.Steps, err)
	}
	return evaluate(context.Background(), nil, m, data, func(scope *model.Scope, x, mask *Node) *Node {
		var tig []*Node
		for _, f := range m.Config.Output.Of(scope, m.Function(), x, mask, m.Outputs()) {
			if mask == nil {
				tig = append(tig, attribution.TIG(scope, unmasked(f), x, m.Config.Attribution))
			} else {
				tig = append(tig, attribution.MaskedTIG(scope, f, x, mask, m.Config.Attribution))
			}
		}
		if len(tig) == 1 {
			return tig[0]
		}
		return Stack(tig, 1)
	})
}

// SecondLoss builds H(θ) and the number of satisfied constraints. For several attributed outputs, they are the
// mean loss and the total number. Both are nil if the DAG has no constraints. The model runs in inference mode:
// without dropout and with the moving averages of batch normalisation, so the samples of a batch do not
// influence each other.
func SecondLoss(m *trained.Model, scope *model.Scope, x, mask *Node) (loss, satisfied *Node) {
	scope.Store().SetTraining(x.Graph(), false)
	defer scope.Store().SetTraining(x.Graph(), true)
	for i, h := range scores(m, scope, x, mask, m.Config.Attribution) {
		l, s := objective.Loss(h, m.DAG)
		if i == 0 || l == nil {
			loss, satisfied = l, s
		} else {
			loss, satisfied = Add(loss, l), Add(satisfied, s)
		}
	}
	if n := m.Attributed(); n > 1 && loss != nil {
		loss = DivScalar(loss, float64(n))
	}
	return loss, satisfied
}

// Interpretability computes H(θ) from numeric scores. It is the counterpart of [SecondLoss].
func Interpretability(m *trained.Model, scores *mat.Dense, d *dag.DAG) (total objective.Value, err error) {
	return interpretability(nil, m, scores, d)
}

// interpretability is like Interpretability but allocates copies of columns in a space, or on the heap if space
// is nil.
func interpretability(space *spool.Space, m *trained.Model, scores *mat.Dense, d *dag.DAG) (total objective.Value, err error) {
	n := m.Attributed()
	if n == 1 {
		return objective.EvaluateIn(space, scores, d)
	}
	rows, columns := scores.Dims()
	for c := range n {
		h := mat.NewDense(rows/n, columns, spool.Scratch[float64](space, rows/n*columns))
		for i := range rows / n {
			h.SetRow(i, scores.RawRowView(i*n+c))
		}
		v, err := objective.EvaluateIn(space, h, d)
		if err != nil {
			return total, err
		}
		total.Loss += v.Loss / float64(n)
		total.Satisfied += v.Satisfied
		total.Constraints += v.Constraints
	}
	return total, nil
}
