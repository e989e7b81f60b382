package trees

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/shapley"
)

// Predict returns the output of each row, N·K numbers.
func (t *Model) Predict(rows [][]Cell) ([]float64, error) {
	z, err := t.encoded(rows)
	if err != nil {
		return nil, err
	}
	margins := make([][]float64, len(rows))
	for i := range rows {
		margins[i] = t.all.Predict(nil, z[i*t.all.Columns:(i+1)*t.all.Columns])
	}
	return t.behind(margins)
}

// Values returns the exact Shapley values [N·players] of one output at the given rows, relative to the
// background rows. If t.Margin is set, it explains the sum behind the output. player[i] is the player of input
// column i, from 0 to players−1.
func (t *Model) Values(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int)) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Values(ctx, x, z, owner, players, progress)
	})
}

// Against is like [Model.Values] and also passes the values for each background row to take. See
// [shapley.Ensemble.Against].
func (t *Model) Against(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int), take shapley.Stepper) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Against(ctx, x, z, owner, players, progress, take)
	})
}

// Interactions returns the Shapley interaction values. See [shapley.Ensemble.Interactions].
func (t *Model) Interactions(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int)) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Interactions(ctx, x, z, owner, players, progress)
	})
}

func (t *Model) values(rows, background [][]Cell, output int, player []int, of func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error)) ([]float64, error) {
	if output < 0 || output >= t.Outputs {
		return nil, fmt.Errorf("onnx: explaining trees: output must be from 0 to %d, got %d", t.Outputs-1, output)
	}
	if len(player) != len(t.Texts) {
		return nil, fmt.Errorf("onnx: explaining trees: player has %d entries, want one for each of %d columns", len(player), len(t.Texts))
	}
	x, err := t.encoded(rows)
	if err != nil {
		return nil, err
	}
	z, err := t.encoded(background)
	if err != nil {
		return nil, err
	}
	return of(t.all.Combined(t.weights[output], 0), x, z, xslices.Gather(player, t.owner))
}

// Attributed returns the value that Values explains, for each row: the output, or its sum if t.Margin is set.
func (t *Model) Attributed(rows [][]Cell, output int) ([]float64, error) {
	x, err := t.encoded(rows)
	if err != nil {
		return nil, err
	}
	e, y := t.all.Combined(t.weights[output], 0), make([]float64, 0, len(rows))
	for i := range rows {
		y = e.Predict(y, x[i*e.Columns:(i+1)*e.Columns])
	}
	return y, nil
}

// encoded returns the tree inputs of all ensembles, N·columns numbers.
func (t *Model) encoded(rows [][]Cell) ([]float64, error) {
	env, err := t.run(rows)
	if err != nil {
		return nil, err
	}
	x, from := make([]float64, len(rows)*t.all.Columns), 0
	for _, e := range t.ensembles {
		in := env[e.node.Input[0]]
		for c, column := range in.numbers {
			for i, v := range column {
				x[i*t.all.Columns+from+c] = v
			}
		}
		from += in.width()
	}
	return x, nil
}

// behind evaluates the operations after the trees.
func (t *Model) behind(margins [][]float64) ([]float64, error) {
	env, from := t.named(), 0
	for _, e := range t.ensembles {
		env[e.output] = e.transformed(margins, from)
		from += e.margins
	}
	if err := evaluate(t.after, env, len(margins)); err != nil {
		return nil, err
	}
	out, found := env[t.Output]
	if !found || out.texts != nil {
		return nil, errors.New("its output is not computed from the trees")
	}
	y := make([]float64, len(margins)*out.width())
	for c, column := range out.numbers {
		for i := range margins {
			y[i*out.width()+c] = column[i]
		}
	}
	return y, nil
}
