package igbo

import (
	"fmt"
	"math"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// evaluationRows bounds how many samples one graph takes.
const evaluationRows = 1024

// evaluate runs a graph over the data once.
func (m *Model) evaluate(data Data, build attribution.MaskedModel) ([]float64, error) {
	e, err := m.newEvaluator(build)
	if err != nil {
		return nil, err
	}
	defer e.close()
	return e.run(data)
}

// evaluator runs a graph over data, as often as needed.
type evaluator struct {
	model *Model
	exec  *model.Exec
}

func (m *Model) newEvaluator(build attribution.MaskedModel) (*evaluator, error) {
	if err := m.ready(); err != nil {
		return nil, err
	}
	exec, err := model.NewExec(m.backend, m.store, func(scope *model.Scope, inputs []*Node) *Node {
		x, mask := split(inputs)
		return build(scope.At(modelScope), x, mask)
	})
	if err != nil {
		return nil, fmt.Errorf("igbo: %w", err)
	}
	return &evaluator{m, exec}, nil
}

func (e *evaluator) close() {
	if e != nil {
		e.exec.Finalize()
	}
}

// split parts the inputs of a graph: x, and the mask, nil where there is none.
func split(inputs []*Node) (x, mask *Node) {
	if len(inputs) == 1 {
		return inputs[0], nil
	}
	return inputs[0], inputs[1]
}

// run runs the graph over the data in pieces and joins the flat results.
func (e *evaluator) run(data Data) ([]float64, error) {
	if err := data.Validate(); err != nil {
		return nil, err
	}
	m := e.model
	if !slices.Equal(data.Features, m.Features) {
		return nil, fmt.Errorf("igbo: data with the features %v, the model was trained on %v", data.Features, m.Features)
	}
	dtype, err := m.Config.dtype()
	if err != nil {
		return nil, err
	}
	var joined []float64
	for from := 0; from < data.Samples(); from += evaluationRows {
		to := min(from+evaluationRows, data.Samples())
		scaled, err := m.scaled(data.part(from, to), from)
		if err != nil {
			return nil, err
		}
		out, err := e.exec.Call1(arguments(scaled.inputs(dtype))...)
		if err != nil {
			return nil, fmt.Errorf("igbo: %w", err)
		}
		part, err := wide.Floats(out)
		if err != nil {
			return nil, fmt.Errorf("igbo: %w", err)
		}
		if i := slices.IndexFunc(part, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); i >= 0 {
			return nil, fmt.Errorf("igbo: the model gives %g for sample %d, expected a finite number; its weights or the data are too large", part[i], from+i/(len(part)/(to-from)))
		}
		if joined == nil {
			joined = make([]float64, 0, len(part)/(to-from)*data.Samples())
		}
		joined = append(joined, part...)
	}
	return joined, nil
}

func arguments(in []*tensors.Tensor) (args []any) {
	for _, t := range in {
		args = append(args, t)
	}
	return args
}
