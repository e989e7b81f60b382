package shapley

import (
	"context"
	"math"
)

// SampledPairs estimates the Shapley interaction indices [N·players·players] of [Ensemble.Interactions] for any
// function, at the given rows relative to a background. For neighbours i and j in a random order, with S the
// players before them, it averages
//
//	f(S∪ij) − f(S∪i) − f(S∪j) + f(S)
//
// S has the distribution that the index requires. Orders are drawn in sets with as many orders as players. A
// set consists of the rotations of a zigzag pattern of the shuffled players, in which every pair is adjacent
// twice. A set takes players·(2·players−1) rows of the function. o.Pairs is the number of sets per row; each
// set uses the next background row. Values and their standard errors are symmetric with 0 on the diagonal. The
// standard errors are NaN for one set. Everything else is as in [Sampled].
func SampledPairs[C any](ctx context.Context, f func(ctx context.Context, rows [][]C) ([]float64, error), rows, background [][]C, players [][]int, o Sampling, progress func(done, total int)) (*Estimates, error) {
	if err := o.check(f == nil, len(rows), len(background), len(players), 2); err != nil {
		return nil, err
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

// zigzag returns 0, 1, k−1, 2, k−2, …. In its k rotations, each pair of numbers is adjacent twice.
func zigzag(k int) []int {
	order := make([]int, k)
	for i := range order {
		if order[i] = (i + 1) / 2; i%2 == 0 {
			order[i] = (k - i/2) % k
		}
	}
	return order
}

// pairs estimates the indices for one row.
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
			for i := range k - 1 { // y holds f(S∪i) and f(S∪j) for each pair of neighbours, with S growing by one, and finally f of all
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

// along appends the rows for an order: S∪i and S∪j for each pair of neighbours i and j, and finally the full
// row.
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

// sum appends the means over sets and their standard errors.
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
