package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

// evaluationRows is the maximum number of samples per graph call.
const evaluationRows = 1024

// evaluate runs a graph over the data once. It allocates the results in the given space, or on the heap if it
// is nil.
func evaluate(ctx context.Context, space *spool.Space, m *trained.Model, data samples.Data, build attribution.MaskedModel) ([]float64, error) {
	e, err := NewEvaluator(m, build)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	return e.runIn(ctx, space, data)
}

// An Evaluator runs a graph over data repeatedly.
type Evaluator struct {
	model *trained.Model
	exec  *model.Exec
}

// NewEvaluator returns an [Evaluator] for a graph that uses the variables of m. Call Close after use.
func NewEvaluator(m *trained.Model, build attribution.MaskedModel) (*Evaluator, error) {
	if err := m.Ready(); err != nil {
		return nil, err
	}
	exec, err := model.NewExec(m.Backend(), m.Store(), func(scope *model.Scope, inputs []*Node) *Node {
		x, mask := Unpack(inputs)
		return build(scope.At(trained.Scope), x, mask)
	})
	if err != nil {
		return nil, fmt.Errorf("evaluation: %w", err)
	}
	return &Evaluator{m, exec}, nil
}

// Close frees the graph.
func (e *Evaluator) Close() {
	if e != nil {
		e.exec.Finalize()
	}
}

// Unpack splits the inputs of a graph into x and the mask. The mask is nil if there is none.
func Unpack(inputs []*Node) (x, mask *Node) {
	if len(inputs) == 1 {
		return inputs[0], nil
	}
	return inputs[0], inputs[1]
}

// Run runs the graph over the data in batches and concatenates the flat results.
func (e *Evaluator) Run(data samples.Data) ([]float64, error) {
	return e.runIn(context.Background(), nil, data)
}

func (e *Evaluator) runIn(ctx context.Context, space *spool.Space, data samples.Data) ([]float64, error) {
	if err := data.Validate(); err != nil {
		return nil, err
	}
	m := e.model
	if !slices.Equal(data.Features, m.Features) {
		return nil, fmt.Errorf("evaluation: the data have the features %.60q, want those of the model, %.60q", data.Features, m.Features)
	}
	var joined []float64
	for from := 0; from < data.Samples(); from += evaluationRows {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("evaluation: evaluating: %w", err)
		}
		to := min(from+evaluationRows, data.Samples())
		part, err := e.once(data.Part(from, to), from)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(part, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); i >= 0 {
			return nil, fmt.Errorf("evaluation: the model returned %g for sample %d, want a finite number (the model is undefined at the sample, at its baseline or between them, or the weights or the data are too large)", part[i], from+i/(len(part)/(to-from)))
		}
		if joined == nil {
			if joined, err = spool.Make[float64](space, len(part)/(to-from)*data.Samples()); err != nil {
				return nil, fmt.Errorf("evaluation: %w", err)
			}
			joined = joined[:0]
		}
		joined = append(joined, part...)
	}
	return joined, nil
}

// once runs the graph over one batch that starts at sample from. Its results may be NaN or infinite.
func (e *Evaluator) once(data samples.Data, from int) ([]float64, error) {
	dtype, err := e.model.Config.Precision()
	if err != nil {
		return nil, err
	}
	scaled, err := e.model.Scaled(data, from)
	if err != nil {
		return nil, err
	}
	out, err := e.exec.Call1(inputs(scaled, dtype)...)
	if err != nil {
		return nil, fmt.Errorf("evaluation: %w", err)
	}
	values, err := wide.Floats(out)
	if err != nil {
		return nil, fmt.Errorf("evaluation: %w", err)
	}
	return values, nil
}
