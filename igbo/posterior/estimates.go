package posterior

import (
	"context"
	"fmt"
	"sync"
)

// estimates caches the results of stepping stones by all that they depend on. Folds of the same data share them, and an
// estimate takes longer than a chain.
var estimates struct {
	sync.Mutex
	found map[string]*estimate
}

// mostEstimates is the size at which the cache is emptied.
const mostEstimates = 1000

// An estimate is log Z on a grid, once it is known. The goroutine that holds its turn computes it.
type estimate struct {
	turn chan struct{}
	logZ []float64
}

// find returns the estimate, computed by a function that returns nil if it is stopped. It waits if another call computes the
// estimate, and returns nil if the context ends first.
func (e *estimate) find(ctx context.Context, compute func() []float64) []float64 {
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	defer func() { <-e.turn }()
	if e.logZ == nil {
		e.logZ = compute()
	}
	return e.logZ
}

// estimated returns log Z by stepping stones, from the cache if it is there.
func (p *problem) estimated() []float64 {
	sizes := make([]int, len(p.groups))
	for g, group := range p.groups {
		sizes[g] = len(group)
	}
	key := fmt.Sprint(p.cfg.Base, p.cfg.Grid, sizes, p.rel.below)
	estimates.Lock()
	e := estimates.found[key]
	if e == nil {
		if estimates.found == nil || len(estimates.found) == mostEstimates {
			estimates.found = map[string]*estimate{}
		}
		e = &estimate{turn: make(chan struct{}, 1)}
		estimates.found[key] = e
	}
	estimates.Unlock()
	return e.find(p.ctx, p.steppingStones)
}
