package routing

import (
	"context"

	"github.com/igbolab/igbolab/igbo/study"
)

// Names of the paths.
const (
	straightName  = "straight"
	baselinesName = "baselines"
)

// routes are the paths of a cell; it sets the judge.
func (b *bench) routes(ctx context.Context, w *study.Work, s settings) ([]route, error) {
	b.judge = b.byLaw
	return []route{{name: straightName}, {name: baselinesName, averaged: true}}, nil
}

// byLaw judges points by the law's own distance.
func (b *bench) byLaw(points []float64) ([]bool, error) {
	distances := b.law.Distance(b.raw(points))
	ok := make([]bool, len(distances))
	for i, d := range distances {
		ok[i] = d <= 1
	}
	return ok, nil
}

// cellSteps are the training steps of a cell.
func (c Config) cellSteps(law string) int { return c.networks(law) * c.trainingSteps() }
