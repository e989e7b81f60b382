package shapley

import (
	"context"
	"math"
)

// Interactions returns the exact Shapley interaction indices [N·players·players] of pairs of players (Grabisch
// and Roubens, 1999), for the game of [Ensemble.Values]. The index of two players is how much more f changes
// with both than with each separately, averaged over the coalitions of the others. The indices are symmetric,
// with 0 on the diagonal. SHAP's interaction values are half of them. The time per leaf is quadratic in the
// number of players on its path.
func (e *Ensemble) Interactions(ctx context.Context, rows, background []float64, owner []int, players int, progress func(done, total int)) ([]float64, error) {
	size := players * players
	phi := make([]float64, len(rows)/max(e.Columns, 1)*size)
	err := e.each(ctx, rows, background, owner, players, progress, func(w *walker, i int) {
		w.to, w.pairs = phi[i*size:(i+1)*size], true
	})
	return phi, err
}

// interact adds the contribution of a leaf to the pairs of players on its path. The leaf's value counts in
// coalitions that include all players in with and none in without.
func (w *walker) interact(value float64) {
	a, b := len(w.with), len(w.without)
	add := func(i, j int, v float64) {
		w.to[i*w.players+j] += v
		w.to[j*w.players+i] += v
	}
	each := func(list []int, v float64) {
		for i, p := range list {
			for _, q := range list[:i] {
				add(p, q, v)
			}
		}
	}
	if a > 1 {
		each(w.with, value*math.Exp(factorial(a-2)+factorial(b)-factorial(a+b-1)))
	}
	if b > 1 {
		each(w.without, value*math.Exp(factorial(a)+factorial(b-2)-factorial(a+b-1)))
	}
	if a > 0 && b > 0 {
		v := -value * math.Exp(factorial(a-1)+factorial(b-1)-factorial(a+b-1))
		for _, p := range w.with {
			for _, q := range w.without {
				add(p, q, v)
			}
		}
	}
}
