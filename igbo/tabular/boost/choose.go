package boost

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// small is the number of leaves of the smaller trees that Choose also tries. Such trees have almost
// no interactions.
const small = 4

// Choose selects the number of trees and their size by the loss on the rows that inner folds hold
// out, and then fits all rows. It tries the configured number of leaves and a smaller one. The
// models of all folds grow in parallel, one tree each per round, up to c.Trees trees. Growth stops
// after c.Patience trees without a lower loss. The selected model may have no trees.
//
// Choose returns the errors of [Fit], and an error if an inner fold is empty or refers to rows that
// do not exist.
func Choose(ctx context.Context, d samples.Data, loss task.Loss, inner []fold.Rows, c Config) (*Model, error) {
	if err := check(d, loss); err != nil {
		return nil, err
	}
	if err := c.check(len(d.Features)); err != nil {
		return nil, err
	}
	if err := checkFolds(inner, len(d.Y)); err != nil {
		return nil, err
	}
	chosen, least := c, 0.0
	for i, leaves := range sizes(c.MaxLeaves) {
		c.MaxLeaves = leaves
		trees, l, err := staged(ctx, d, loss, inner, c)
		if err != nil {
			return nil, err
		}
		if i == 0 || l < least {
			chosen, least = c, l
			chosen.Trees = trees
		}
	}
	return Fit(ctx, d, loss, chosen)
}

// sizes lists the largest numbers of leaves to try, the smallest first.
func sizes(most int) []int {
	if most <= small {
		return []int{most}
	}
	return []int{small, most}
}

func checkFolds(inner []fold.Rows, n int) error {
	if len(inner) == 0 {
		return fmt.Errorf("boost: choosing trees: the list of inner folds is empty, want at least 1")
	}
	for i, rows := range inner {
		if len(rows.Train) == 0 || len(rows.Test) == 0 {
			return fmt.Errorf("boost: choosing trees: inner fold %d has %d training rows and %d test rows, want at least 1 of each", i, len(rows.Train), len(rows.Test))
		}
		for _, list := range [][]int{rows.Train, rows.Test} {
			for _, r := range list {
				if r < 0 || r >= n {
					return fmt.Errorf("boost: choosing trees: inner fold %d names the row %d, but the rows of the data are 0 to %d", i, r, n-1)
				}
			}
		}
	}
	return nil
}

// staged returns the number of trees with the lowest held-out loss, and that loss.
func staged(ctx context.Context, d samples.Data, loss task.Loss, inner []fold.Rows, c Config) (best int, least float64, err error) {
	var boosters []*booster
	held := task.Predictions{Outputs: 1}
	var x []float64 // of the rows held out
	for _, rows := range inner {
		b, err := newBooster(ctx, d.Take(rows.Train), loss, c)
		if err != nil {
			return 0, 0, err
		}
		boosters = append(boosters, b)
		out := d.Take(rows.Test)
		x, held.Targets, held.Weights = append(x, out.X...), append(held.Targets, out.Y...), append(held.Weights, out.Weights...)
		for range rows.Test {
			held.Values = append(held.Values, b.model.shift+b.model.scale*b.model.base)
		}
	}
	if least, err = loss.Value(held); err != nil {
		return 0, 0, fmt.Errorf("boost: choosing trees: %w", err)
	}
	for trees := 1; trees <= c.Trees && trees-best <= c.Patience; trees++ {
		growing, at := false, 0
		for i, b := range boosters {
			if b != nil {
				grown, err := b.step(ctx)
				if err != nil {
					return 0, 0, err
				}
				if grown == nil {
					boosters[i] = nil
				}
				for k := range inner[i].Test {
					if grown != nil {
						held.Values[at+k] += b.model.scale * grown.at(x[(at+k)*len(d.Features):])
					}
				}
				growing = growing || grown != nil
			}
			at += len(inner[i].Test)
		}
		if !growing {
			break
		}
		if l, err := loss.Value(held); err == nil && l < least {
			best, least = trees, l
		}
	}
	return best, least, nil
}
