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

// ScoresFrom computes scores with a separate baseline for each sample; see igbo.Model.ScoresFrom.
func ScoresFrom(ctx context.Context, m *trained.Model, data samples.Data, baselines []float64, cfg attribution.Config) (*mat.Dense, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, errors.New("evaluation: computing scores: the context is nil (use context.Background())")
	}
	if err := cfg.Validate(len(m.Features)); err != nil {
		return nil, err
	}
	if err := m.CheckOutput(); err != nil {
		return nil, err
	}
	if n := m.Attributed(); n != 1 {
		return nil, fmt.Errorf("evaluation: computing scores of each of %d outputs is unsupported, want one output (set Config.Output)", n)
	}
	if err := data.Validate(); err != nil {
		return nil, err
	}
	if len(baselines) != len(data.X) {
		return nil, fmt.Errorf("evaluation: computing scores: the baselines have %d numbers, want %d, one for each input", len(baselines), len(data.X))
	}
	e, err := NewEvaluator(m, fromGraph(m, data.Steps, cfg))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	both := beside(data, baselines)
	var flat []float64
	for from := 0; from < both.Samples(); from += explainedRows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part, err := e.Run(both.Part(from, min(from+explainedRows, both.Samples())))
		if err != nil {
			return nil, err
		}
		flat = append(flat, part...)
	}
	return mat.NewDense(both.Samples(), len(flat)/both.Samples(), flat), nil
}

// beside returns data in which each series is followed by its baseline, so a graph receives both.
func beside(data samples.Data, baselines []float64) samples.Data {
	row := data.Steps * len(data.Features)
	both := samples.Data{Features: data.Features, Steps: 2 * data.Steps, Outputs: data.Outputs, Y: make([]float64, 2*len(data.Y))}
	for i := range data.Samples() {
		both.X = append(append(both.X, data.X[i*row:(i+1)*row]...), baselines[i*row:(i+1)*row]...)
		if data.Mask != nil {
			mask := data.Mask[i*data.Steps : (i+1)*data.Steps]
			both.Mask = append(append(both.Mask, mask...), mask...)
		}
	}
	return both
}

// fromGraph builds H [B,K] from inputs [B,2T,D] whose last T steps are the baseline.
func fromGraph(m *trained.Model, steps int, cfg attribution.Config) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		from := Slice(x, AxisRange(), AxisRange(steps, 2*steps))
		x = Slice(x, AxisRange(), AxisRange(0, steps))
		if mask != nil {
			mask = Slice(mask, AxisRange(), AxisRange(0, steps))
		}
		own := cfg
		own.Baselines = []attribution.Baseline{{Name: "given", PerSample: func(*Node) *Node { return from }}}
		return ScoresGraph(m, own)(scope, x, mask)
	}
}
