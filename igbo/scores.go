package igbo

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/objective"
)

// Scores returns the Relative Importance Scores H [N,D] of the samples, with
// the attribution settings of the configuration and through the output that it
// names. Through each of K outputs they are [N·K,D], output by output for each sample.
func (m *Model) Scores(data Data) (*mat.Dense, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if err := m.checkPath(); err != nil {
		return nil, err
	}
	return m.ScoresWith(data, m.Config.Attribution)
}

// ScoresWith returns H [N,D] with other attribution settings.
func (m *Model) ScoresWith(data Data, cfg attribution.Config) (*mat.Dense, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(len(m.Features)); err != nil {
		return nil, err
	}
	if err := m.checkOutput(); err != nil {
		return nil, err
	}
	flat, err := m.evaluate(data, m.scoresGraph(cfg))
	if err != nil {
		return nil, err
	}
	rows := data.Samples() * m.attributed()
	return mat.NewDense(rows, len(flat)/rows, flat), nil
}

// checkOutput checks that the configuration says which output is attributed.
func (m *Model) checkOutput() error {
	if err := m.Config.Output.Check(m.outputs); err != nil {
		return fmt.Errorf("igbo: Config.Output: %w", err)
	}
	return nil
}

// attributed is how many outputs are.
func (m *Model) attributed() int { return m.Config.Output.Count(m.outputs) }

// scoresGraph builds H [B,D], or [B·K,D] through each of K outputs.
func (m *Model) scoresGraph(cfg attribution.Config) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		h := m.scores(scope, x, mask, cfg)
		if len(h) == 1 {
			return h[0]
		}
		b, d := h[0].Shape().Dim(0), h[0].Shape().Dim(1)
		return Reshape(Stack(h, 1), b*len(h), d)
	}
}

// scores builds H [B,D] through every output that is attributed.
func (m *Model) scores(scope *model.Scope, x, mask *Node, cfg attribution.Config) (h []*Node) {
	for _, f := range m.Config.Output.Of(scope, m.f, x, mask, m.outputs) {
		if mask == nil {
			h = append(h, attribution.Scores(scope, unmasked(f), x, cfg))
		} else {
			h = append(h, attribution.MaskedScores(scope, f, x, mask, cfg))
		}
	}
	return h
}

// unmasked is a model on series without padding.
func unmasked(f attribution.MaskedModel) attribution.Model {
	return func(scope *model.Scope, x *Node) *Node { return f(scope, x, nil) }
}

// Attribute returns the full attribution tensor TIG, N·T·T·D numbers indexed
// by sample, output step, input step and feature, in the model's units; through
// each of K outputs N·K·T·T·D, indexed by sample and output first.
//
// It is an error where the tensor of all samples exceeds the memory that the machine has.
func (m *Model) Attribute(data Data) ([]float64, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	if err := errors.Join(m.checkOutput(), m.checkPath()); err != nil {
		return nil, err
	}
	if err := memory.Check(8 * float64(len(data.X)) * float64(data.Steps) * float64(m.attributed())); err != nil {
		return nil, fmt.Errorf("igbo: attributions of %d samples of T = %d steps: %w", data.Samples(), data.Steps, err)
	}
	return m.evaluate(data, func(scope *model.Scope, x, mask *Node) *Node {
		var tig []*Node
		for _, f := range m.Config.Output.Of(scope, m.f, x, mask, m.outputs) {
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

// secondLoss builds H(θ) and how many constraints hold, the mean and the sum over
// the outputs that are attributed; nil for a DAG without constraints.
// They are those of the model as it predicts: without dropout, and with the moving
// averages of batch normalisation, so that the samples of a batch do not see each other.
func (m *Model) secondLoss(scope *model.Scope, x, mask *Node) (loss, satisfied *Node) {
	scope.Store().SetTraining(x.Graph(), false)
	defer scope.Store().SetTraining(x.Graph(), true)
	for i, h := range m.scores(scope, x, mask, m.Config.Attribution) {
		l, s := objective.Loss(h, m.DAG)
		if i == 0 || l == nil {
			loss, satisfied = l, s
		} else {
			loss, satisfied = Add(loss, l), Add(satisfied, s)
		}
	}
	if n := m.attributed(); n > 1 && loss != nil {
		loss = DivScalar(loss, float64(n))
	}
	return loss, satisfied
}

// interpretability is H(θ) of scores in numbers, as secondLoss builds it.
func (m *Model) interpretability(scores *mat.Dense, d *dag.DAG) (total objective.Value, err error) {
	n := m.attributed()
	if n == 1 {
		return objective.Evaluate(scores, d)
	}
	rows, columns := scores.Dims()
	for c := range n {
		h := mat.NewDense(rows/n, columns, nil)
		for i := range rows / n {
			h.SetRow(i, scores.RawRowView(i*n+c))
		}
		v, err := objective.Evaluate(h, d)
		if err != nil {
			return total, err
		}
		total.Loss += v.Loss / float64(n)
		total.Satisfied += v.Satisfied
		total.Constraints += v.Constraints
	}
	return total, nil
}
