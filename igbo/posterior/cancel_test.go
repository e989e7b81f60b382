package posterior

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// patience is a context that ends at the n-th check, so tests do not depend on time.
type patience struct {
	context.Context
	left atomic.Int64
	end  context.CancelCauseFunc
}

func patient(n int) *patience {
	ctx, end := context.WithCancelCause(context.Background())
	p := &patience{Context: ctx, end: end}
	p.left.Store(int64(n))
	return p
}

func (p *patience) Err() error {
	if p.left.Add(-1) < 0 {
		p.end(nil)
	}
	return p.Context.Err()
}

// TestCancel checks that sampling returns the context's error after a few more checks, whenever the context
// ends, during the preparation of data or in a sweep.
func TestCancel(t *testing.T) {
	const columns, most = 12, 400
	for _, loss := range []Loss{Squared, Logistic, Poisson} {
		for _, trust := range []Trust{Hard, Soft} {
			cfg := DefaultConfig()
			cfg.Loss, cfg.Trust, cfg.Chains, cfg.Burn, cfg.Draws = loss, trust, 2, 70, 30
			// Groups require stepping stones.
			cfg.Groups = [][]int{{0, 1}}
			order := Order{}
			for j := 2; j < columns; j++ {
				cfg.Groups = append(cfg.Groups, []int{j})
				order.Above = append(order.Above, [2]int{j - 2, j - 1})
			}
			data := table(2, 40, columns, loss)
			for n := 1; n < 60_000; n = n*2 + 1 {
				clear(estimates.found)
				ctx := patient(n)
				_, err := Sample(ctx, data, order, cfg)
				if left := ctx.left.Load(); left >= 0 {
					if err != nil {
						t.Errorf("%s, %s: %v, without an end", loss, trust, err)
					}
					break
				} else if !errors.Is(err, context.Canceled) || left < -most {
					t.Errorf("%s, %s, end at question %d: %v, after %d more", loss, trust, n, err, -left)
				}
			}
		}
	}
}

// TestSweepsAsk checks that a sweep checks the context for each column and each pair of correlated columns.
func TestSweepsAsk(t *testing.T) {
	for _, loss := range []Loss{Squared, Logistic, Poisson} {
		cfg := DefaultConfig()
		cfg.Loss = loss
		p := problemOf(t, table(2, 40, 30, loss), Order{Above: [][2]int{{0, 1}}}, cfg)
		ctx := patient(1 << 40)
		p.ctx = ctx
		c := p.walk(units{}, 0)
		before := ctx.left.Load()
		c.sweep(0)
		if asked := before - ctx.left.Load(); int(asked) < p.d+map[bool]int{true: len(p.pairs)}[loss == Squared] {
			t.Errorf("%s: asked %d times in a sweep of %d columns and %d pairs", loss, asked, p.d, len(p.pairs))
		}
	}
}

// TestEstimateOutlivesCancel checks that an estimate whose computation was cancelled is computed by the next
// caller, and that waiting for an estimate ends with the context.
func TestEstimateOutlivesCancel(t *testing.T) {
	e := &estimate{turn: make(chan struct{}, 1)}
	if got := e.find(context.Background(), func() []float64 { return nil }); got != nil {
		t.Errorf("a cancelled estimate is %v", got)
	}
	e.turn <- struct{}{} // another call computes it
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := e.find(ctx, func() []float64 { return []float64{2} }); got != nil {
		t.Errorf("an estimate of another's turn is %v", got)
	}
	<-e.turn
	if got := e.find(context.Background(), func() []float64 { return []float64{3} }); len(got) != 1 || got[0] != 3 {
		t.Errorf("the next estimate is %v", got)
	}
}
