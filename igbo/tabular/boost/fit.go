package boost

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// Fit grows c.Trees trees on all rows. Rows of weight 0 are ignored, and only ratios of weights
// matter. Fit returns an error if the data, the loss or the settings are invalid or do not match.
// If ctx is done, it returns an error that wraps the context's error.
func Fit(ctx context.Context, d samples.Data, loss task.Loss, c Config) (*Model, error) {
	if err := check(d, loss); err != nil {
		return nil, err
	}
	if err := c.check(len(d.Features)); err != nil {
		return nil, err
	}
	b, err := newBooster(ctx, d, loss, c)
	if err != nil {
		return nil, err
	}
	for range c.Trees {
		grown, err := b.step(ctx)
		if err != nil {
			return nil, err
		}
		if grown == nil {
			break
		}
	}
	return b.model, nil
}

// booster is a model during training.
type booster struct {
	grower
	target *target
	f      []float64 // predictions, in the units of the target
	model  *Model
}

// newBooster returns a booster for checked data.
func newBooster(ctx context.Context, d samples.Data, loss task.Loss, c Config) (*booster, error) {
	var rows []int
	var y, w []float64
	for i := range d.Y {
		weight := loss.ClassWeight(d.Y[i])
		if d.Weights != nil {
			weight *= d.Weights[i]
		}
		if weight > 0 {
			rows, y, w = append(rows, i), append(y, d.Y[i]), append(w, weight)
		}
	}
	n, columns := len(rows), len(d.Features)
	if n == 0 {
		return nil, fmt.Errorf("boost: fitting %d rows: all weights are 0, but at least one must be positive", len(d.Y))
	}
	b := &booster{target: newTarget(loss, y, w), f: make([]float64, n)}
	b.grower = grower{c: c, g: make([]float64, n), h: make([]float64, n), rows: make([]int32, n), spare: make([]int32, n), gains: make([]float64, columns)}
	values := make([]float64, n)
	for j := range columns {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("boost: sorting column %d of %d into bins: %w", j+1, columns, err)
		}
		for i, r := range rows {
			values[i] = d.X[r*columns+j]
		}
		b.columns = append(b.columns, newColumn(values, c.MaxBins))
	}
	for i := range b.f {
		b.f[i] = b.target.base
	}
	b.target.derivatives(b.f, b.g, b.h)
	for _, h := range b.h {
		b.least += 1e-3 * (h / float64(n))
	}
	b.bound = b.target.bound()
	b.model = &Model{columns: columns, shift: b.target.shift, scale: b.target.scale, base: b.target.base, gains: b.gains}
	return b, nil
}

// step adds a tree and returns it. It returns nil if no split improves the loss.
func (b *booster) step(ctx context.Context) (tree, error) {
	b.target.derivatives(b.f, b.g, b.h)
	grown, leaves, err := b.grow(ctx)
	if err != nil {
		return nil, fmt.Errorf("boost: growing tree %d: %w", len(b.model.trees)+1, err)
	}
	if grown == nil {
		return nil, nil
	}
	for _, l := range leaves {
		for _, r := range b.rows[l.from:l.to] {
			b.f[r] += grown[l.node].value
		}
	}
	b.model.trees = append(b.model.trees, grown)
	return grown, nil
}
