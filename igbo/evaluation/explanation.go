package evaluation

import (
	"context"
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

// An Explanation holds a model's scores for samples, and the completeness errors of the attributions.
type Explanation struct {
	// Scores holds the Relative Importance Scores H [N,K]. Here, K is the number of feature groups, or D without
	// groups.
	Scores *mat.Dense
	// Gaps and Rises hold one number per sample, in the model's units. A gap is the largest completeness gap |Σ
	// TIG − (F(x) − F(x′))| over the steps, and a rise is the largest |Σ h|. Compare the gaps with the rises.
	Gaps, Rises []float64
}

// explainedRows is the number of samples between two checks of the context.
const explainedRows = 8 * evaluationRows

// Explain computes scores and completeness gaps; see igbo.Model.Explain.
func Explain(ctx context.Context, m *trained.Model, data samples.Data, cfg attribution.Config, progress func(done, total int)) (*Explanation, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, errors.New("evaluation: explaining: the context is nil (use context.Background())")
	}
	if err := cfg.Validate(len(m.Features)); err != nil {
		return nil, err
	}
	if err := m.CheckOutput(); err != nil {
		return nil, err
	}
	if n := m.Attributed(); n != 1 {
		return nil, fmt.Errorf("evaluation: explaining each of %d outputs is unsupported, want one output (set Config.Output)", n)
	}
	if err := data.Validate(); err != nil {
		return nil, err
	}
	e, err := NewEvaluator(m, explanationGraph(m, cfg))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	k, n := len(m.Features), data.Samples()
	if len(cfg.Groups) > 0 {
		k = len(cfg.Groups)
	}
	x := &Explanation{Scores: mat.NewDense(n, k, nil), Gaps: make([]float64, n), Rises: make([]float64, n)}
	for from := 0; from < n; from += explainedRows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := min(from+explainedRows, n)
		flat, err := e.Run(data.Part(from, to))
		if err != nil {
			return nil, err
		}
		for i := from; i < to; i++ {
			row := flat[(i-from)*(k+2) : (i-from+1)*(k+2)]
			copy(x.Scores.RawRowView(i), row)
			x.Gaps[i], x.Rises[i] = row[k], row[k+1]
		}
		if progress != nil {
			progress(to, n)
		}
	}
	return x, nil
}

// explanationGraph builds [B,K+2]: H, the largest gap and the largest |Σh| over the steps.
func explanationGraph(m *trained.Model, cfg attribution.Config) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		f := m.Config.Output.Of(scope, m.Function(), x, mask, m.Outputs())[0]
		h, gap := attribution.CumulativeAndGap(scope, f, x, mask, cfg)
		largest := func(v *Node) *Node { return ReduceAndKeep(v, ReduceMax, -1) }
		return Concatenate([]*Node{attribution.Score(h, mask, cfg), largest(gap), largest(Abs(ReduceSum(h, -1)))}, -1)
	}
}
