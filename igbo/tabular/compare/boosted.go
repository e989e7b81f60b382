package compare

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/boost"
	"github.com/igbolab/igbolab/igbo/task"
)

// Boosted trees are non-linear reference models. igbo cannot keep them.
const (
	Boosted       linear.Method = "boosted-trees"            // without prior knowledge
	BoostedStumps linear.Method = "boosted-stumps"           // an additive model: each tree splits one column once
	BoostedSigned linear.Method = "boosted-trees-directions" // with the order's directions
)

// mostTrees is the maximum number of trees. mostBoosted is the maximum number of cells (rows times columns) of a table for which they are
// fitted.
const (
	mostTrees   = 300
	mostBoosted = 2_000_000
)

func boostedMethods() []linear.Method {
	return []linear.Method{Boosted, BoostedStumps, BoostedSigned}
}

func boostedName(m linear.Method) string {
	return map[linear.Method]string{Boosted: "boosted trees", BoostedStumps: "boosted stumps (additive)", BoostedSigned: "boosted trees with directions"}[m]
}

// boosts reports whether boosted trees apply. They support tables with one output and the squared,
// logistic or Poisson loss.
func (t *trainer) boosts(data igbo.Data) bool {
	l := t.cfg.Loss
	return t.cfg.CompetingMethods && tabular(data) && len(data.X) <= mostBoosted && (l.Is(task.KindSquared) || l.Is(task.KindLogistic) || l.Is(task.KindPoisson))
}

// boosted evaluates boosted trees and boosted stumps on the test part of a fold, and trees with the order's directions if it has any.
func (t *trainer) boosted(part *foldPart, train, test igbo.Data, inner []fold.Rows) error {
	if !t.boosts(train) {
		return nil
	}
	directions, err := t.order.Signs(train.Features, t.groups, true)
	if err != nil {
		return fmt.Errorf("compare: %w", err)
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
		model, err := boost.Choose(t.ctx, train, t.cfg.Loss, inner, cfg)
		if err != nil {
			return fmt.Errorf("compare: %s: %w", boostedName(m), err)
		}
		if err := t.add(part, m, model.Predict(test.X), test); err != nil {
			return err
		}
	}
	return nil
}
