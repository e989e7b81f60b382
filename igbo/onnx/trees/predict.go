package trees

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute/support/xslices"

	"github.com/igbolab/igbolab/igbo/shapley"
)

// Predict gives the file's output of rows, N·K numbers.
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

// Values are exact Shapley values [N·players] of an output, or of its margin, at rows against a background; player
// says whose each of the file's columns is.
func (t *Model) Values(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int)) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Values(ctx, x, z, owner, players, progress)
	})
}

// Against returns Values and hands over their parts by background row, as [shapley.Ensemble.Against] does.
func (t *Model) Against(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int), take shapley.Stepper) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Against(ctx, x, z, owner, players, progress, take)
	})
}

// Interactions are those of shapley.Ensemble.Interactions.
func (t *Model) Interactions(ctx context.Context, output int, rows, background [][]Cell, player []int, players int, progress func(done, total int)) ([]float64, error) {
	return t.values(rows, background, output, player, func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error) {
		return e.Interactions(ctx, x, z, owner, players, progress)
	})
}

func (t *Model) values(rows, background [][]Cell, output int, player []int, of func(e *shapley.Ensemble, x, z []float64, owner []int) ([]float64, error)) ([]float64, error) {
	if output < 0 || output >= t.Outputs || len(player) != len(t.Texts) {
		return nil, fmt.Errorf("onnx: explaining trees: output %d of %d is out of range, or %d owners were given for %d columns", output, t.Outputs, len(player), len(t.Texts))
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

// Attributed are what is attributed of an output: itself, or its margin.
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

// encoded are the inputs of all ensembles, N·columns.
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

// behind evaluates what is behind the trees.
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
		return nil, errors.New("its output is not made of the trees' numbers")
	}
	y := make([]float64, len(margins)*out.width())
	for c, column := range out.numbers {
		for i := range margins {
			y[i*out.width()+c] = column[i]
		}
	}
	return y, nil
}
