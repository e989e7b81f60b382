package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/boost"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// The boosted trees of the table: reference models that are not linear. igbo does not keep them.
const (
	Boosted       ordered.Method = "boosted-trees"            // nothing known
	BoostedStumps ordered.Method = "boosted-stumps"           // an additive model: each tree splits one column once
	BoostedSigned ordered.Method = "boosted-trees-directions" // with the order's directions
)

// mostTrees is the largest number of trees, and mostBoosted the largest number of cells, rows times columns, of a table for which they are fitted.
const (
	mostTrees   = 300
	mostBoosted = 2_000_000
)

func boostedMethods() []ordered.Method {
	return []ordered.Method{Boosted, BoostedStumps, BoostedSigned}
}

func boostedName(m ordered.Method) string {
	return map[ordered.Method]string{Boosted: "boosted trees", BoostedStumps: "boosted stumps (additive)", BoostedSigned: "boosted trees with directions"}[m]
}

// boosts reports whether boosted trees apply: to tables with one output under the squared, logistic or Poisson loss.
func (t *trainer) boosts(data igbo.Data) bool {
	l := t.cfg.Loss
	return t.cfg.Rivals && tabular(data) && len(data.X) <= mostBoosted && (l.Is(task.KindSquared) || l.Is(task.KindLogistic) || l.Is(task.KindPoisson))
}

// boosted judges boosted trees and boosted stumps on the test part of a fold, and trees with the order's directions if it has any.
func (t *trainer) boosted(part *foldPart, train, test igbo.Data, inner []fold.Rows) error {
	if !t.boosts(train) {
		return nil
	}
	directions, err := t.order.Signs(train.Features, t.groups, true)
	if err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	for _, m := range boostedMethods() {
		cfg := boost.DefaultConfig(train.Samples())
		cfg.Trees = mostTrees
		switch m {
		case BoostedStumps:
			cfg.MaxLeaves = 2
		case BoostedSigned:
			if !some(directions) {
				continue
			}
			cfg.Directions = directions
		}
		model, err := boost.Choose(t.ctx, lines(train), t.cfg.Loss, inner, cfg)
		if err != nil {
			return fmt.Errorf("verdict: %s: %w", boostedName(m), err)
		}
		if err := t.add(part, m, model.Predict(test.X), test); err != nil {
			return err
		}
	}
	return nil
}
