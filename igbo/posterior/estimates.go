package posterior

import (
	"context"
	"fmt"
	"sync"
)

// estimates caches stepping-stone estimates by all their inputs. Folds of the same data share them, and an
// estimate takes longer than a chain.
var estimates struct {
	sync.Mutex
	found map[string]*estimate
}

// mostEstimates is the number of estimates at which the cache is emptied.
const mostEstimates = 1000

// An estimate holds log Z on a grid, once it is known. The goroutine that holds turn computes it.
type estimate struct {
	turn chan struct{}
	logZ []float64
}

// find returns the estimate and computes it if necessary; compute returns nil if it is stopped. If another call
// is computing the estimate, find waits. It returns nil if the context ends first.
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

// estimated returns the stepping-stone estimate of log Z from the cache, or computes it.
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
