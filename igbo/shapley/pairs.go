package shapley

import (
	"context"
	"fmt"
	"math"
)

// SampledPairs estimates the Shapley interaction indices [N·players·players] of pairs of players ([Ensemble.Interactions]) of any
// function, at rows against a background: of the neighbours i, j of a random order, with S those that stand before them,
//
//	f(S∪ij) − f(S∪i) − f(S∪j) + f(S),
//
// whose S has the index's own law. Orders come as many at once as there are players, the turns of one zigzag with random names, in
// which each pair stands side by side twice: players·(2·players−1) calls of the function. Sampling.Pairs says how many such
// sets are drawn for each row, each from another background row, in turns. Values are symmetric, 0 on the diagonal, and so are
// their standard errors, NaN for one set. Otherwise it is as [Sampled].
func SampledPairs[C any](ctx context.Context, f func(ctx context.Context, rows [][]C) ([]float64, error), rows, background [][]C, players [][]int, o Sampling, progress func(done, total int)) (*Estimates, error) {
	if f == nil || len(rows) == 0 || len(background) == 0 || len(players) < 2 || o.Pairs < 1 || o.Batch < 1 {
		return nil, fmt.Errorf("shapley: %d rows, %d of background, %d players, %d sets, batches of %d, want at least 1 of each, 2 players and a function", len(rows), len(background), len(players), o.Pairs, o.Batch)
	}
	s, err := newSampler(ctx, f, rows, background, players, o, 13)
	if err != nil {
		return nil, err
	}
	if s.e.Outputs, err = s.call(ctx, rows); err != nil {
		return nil, err
	}
	for i := range rows {
		if err := s.pairs(ctx, rows[i]); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(i+1, len(rows))
		}
	}
	return s.e, nil
}

// zigzag is 0, 1, k−1, 2, k−2, …: in its k turns each pair of numbers stands side by side twice.
func zigzag(k int) []int {
	order := make([]int, k)
	for i := range order {
		if order[i] = (i + 1) / 2; i%2 == 0 {
			order[i] = (k - i/2) % k
		}
	}
	return order
}

// pairs estimates the indices of one row.
func (s *sampler[C]) pairs(ctx context.Context, row []C) error {
	k, first := len(s.players), s.draw.IntN(len(s.background))
	pattern, sets := zigzag(k), make([][]float64, s.o.Pairs)
	for set := range sets {
		z, names := s.background[(first+set)%len(s.background)], s.draw.Perm(k)
		var orders [][]int
		var asked [][]C
		for turn := range k {
			order := make([]int, k)
			for i, p := range pattern {
				order[i] = names[(p+turn)%k]
			}
			orders = append(orders, order)
			asked = s.along(asked, row, z, order)
		}
		y, err := s.call(ctx, asked)
		if err != nil {
			return err
		}
		sets[set] = make([]float64, k*k)
		at := 0
		for _, order := range orders {
			for i := range k - 1 { // y has f(S∪i) and f(S∪j) of each neighbours, S growing by one, and at last f of all
				none := s.atBackground[(first+set)%len(s.background)]
				if i > 0 {
					none = y[at-2]
				}
				both := y[at+2]
				v := (both - y[at] - y[at+1] + none) / 2
				sets[set][order[i]*k+order[i+1]] += v
				sets[set][order[i+1]*k+order[i]] += v
				at += 2
			}
			at++
		}
	}
	s.sum(sets)
	return nil
}

// along appends the rows of an order: for each neighbours i, j those with S∪i and with S∪j, and at the end the whole row.
func (s *sampler[C]) along(asked [][]C, row, z []C, order []int) [][]C {
	now := append([]C(nil), z...)
	with := func(player int) []C {
		made := append([]C(nil), now...)
		for _, c := range s.players[player] {
			made[c] = row[c]
		}
		return made
	}
	for i := range len(order) - 1 {
		asked = append(asked, with(order[i]), with(order[i+1]))
		now = asked[len(asked)-2]
	}
	return append(asked, with(order[len(order)-1]))
}

// sum appends the means of sets and their standard errors.
func (s *sampler[C]) sum(sets [][]float64) {
	n := float64(len(sets))
	for p := range sets[0] {
		mean, square := 0.0, 0.0
		for _, set := range sets {
			mean += set[p] / n
		}
		for _, set := range sets {
			square += (set[p] - mean) * (set[p] - mean)
		}
		s.e.Values, s.e.Errors = append(s.e.Values, mean), append(s.e.Errors, math.Sqrt(square/(n-1)/n))
	}
}
