package shapley

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/internal/limit"
)

// Sampling holds the settings of [Sampled] and [SampledPairs].
type Sampling struct {
	// Pairs is the number of permutations per row. Each is used together with its reverse (antithetic pairs).
	// The function gets 1 + 2·Pairs·(players−1) rows for each explained row.
	Pairs int
	// Batch is the maximum number of rows per call of the function.
	Batch int
	Seed  uint64
	// Take, if not nil, receives the values φ of each row and their parts by background row, in order. With n
	// pairs and M background rows, the part of a background row is φ + (M/n)·Σ (v − φ) over its pairs v. This
	// is their mean if all background rows have equally many pairs.
	Take Stepper
}

// DefaultSampling returns 64 pairs and at most 50 000 rows per call.
func DefaultSampling() Sampling { return Sampling{Pairs: 64, Batch: 50_000, Seed: 1} }

// Estimates holds sampled Shapley values of N rows and K players.
type Estimates struct {
	// Values holds φ [N·K]. Errors holds the standard errors, which are NaN for one pair.
	Values, Errors []float64
	// Outputs holds f for each row. Base is the mean of f over the background.
	Outputs []float64
	Base    float64
	// Calls is the number of rows that were passed to the function.
	Calls int
}

// Sampled estimates the Shapley values of any function of rows of numbers or text, relative to a background, by
// sampling permutations (Castro et al., 2009). Starting at a background row, it replaces the cells of one
// player after another by those of the explained row. It uses a random order and then the reverse order
// (antithetic pairs, Mitchell et al., 2022). Each change of f is attributed to the player. players lists the
// columns of each player.
//
// Each pair uses the next background row. If Pairs is a multiple of twice the number of background rows, the
// orders are the only source of sampling error. The difference between the sum of a row's estimates and f(x) −
// Base is distributed in proportion to their variances, so the values sum to it exactly.
//
// The function f takes rows, which it must not keep, and returns a number for each. If progress is not nil, it
// is called with the number of finished rows. Sampled returns an error if sizes are invalid, if f fails, if a
// value is not finite, or if ctx is cancelled.
func Sampled[C any](ctx context.Context, f func(ctx context.Context, rows [][]C) ([]float64, error), rows, background [][]C, players [][]int, o Sampling, progress func(done, total int)) (*Estimates, error) {
	if err := o.check(f == nil, len(rows), len(background), len(players), 1); err != nil {
		return nil, err
	}
	s, err := newSampler(ctx, f, rows, background, players, o, 11)
	if err != nil {
		return nil, err
	}
	perRow := 1 + 2*o.Pairs*(len(players)-1)
	block := max(1, o.Batch/perRow)
	for from := 0; from < len(rows); from += block {
		to := min(from+block, len(rows))
		if err := s.block(ctx, rows, from, to); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(to, len(rows))
		}
	}
	return s.e, nil
}

// check checks the function, the numbers of rows and players, and the settings.
func (o Sampling) check(noFunction bool, rows, background, players, fewest int) error {
	if noFunction {
		return errors.New("shapley: the function must not be nil")
	}
	if err := limit.Check([]limit.Int{
		{Name: "the number of rows", Value: rows, Min: 1, Max: math.MaxInt}, {Name: "the number of background rows", Value: background, Min: 1, Max: math.MaxInt},
		{Name: "the number of players", Value: players, Min: fewest, Max: math.MaxInt}, {Name: "Pairs", Value: o.Pairs, Min: 1, Max: math.MaxInt},
		{Name: "Batch", Value: o.Batch, Min: 1, Max: math.MaxInt},
	}); err != nil {
		return fmt.Errorf("shapley: %w", err)
	}
	return nil
}

// checkPlayers checks that all rows have equal lengths and contain the columns of every player.
func checkPlayers[C any](rows, background [][]C, players [][]int) error {
	width := len(rows[0])
	for _, list := range [][][]C{rows, background} {
		for _, row := range list {
			if len(row) != width {
				return fmt.Errorf("shapley: one row has %d cells and another has %d; all must have the same number", width, len(row))
			}
		}
	}
	seen := make([]bool, width)
	for k, columns := range players {
		for _, c := range columns {
			if c < 0 || c >= width {
				return fmt.Errorf("shapley: player %d has column %d, want 0 to %d", k, c, width-1)
			}
			if seen[c] {
				return fmt.Errorf("shapley: column %d occurs twice, again in player %d; each column must have one player", c, k)
			}
			seen[c] = true
		}
	}
	for c, of := range seen {
		if !of {
			return fmt.Errorf("shapley: no player has column %d; each column must have one player", c)
		}
	}
	return nil
}

type sampler[C any] struct {
	f            func(ctx context.Context, rows [][]C) ([]float64, error)
	players      [][]int
	background   [][]C
	atBackground []float64
	o            Sampling
	draw         *rand.Rand
	e            *Estimates
}

// newSampler creates a sampler and evaluates the function at the background. stream selects the random stream
// of the seed.
func newSampler[C any](ctx context.Context, f func(ctx context.Context, rows [][]C) ([]float64, error), rows, background [][]C, players [][]int, o Sampling, stream uint64) (s *sampler[C], err error) {
	if err := checkPlayers(rows, background, players); err != nil {
		return nil, err
	}
	s = &sampler[C]{f: f, players: players, background: background, o: o, draw: rand.New(rand.NewPCG(o.Seed, stream)), e: &Estimates{}}
	if s.atBackground, err = s.call(ctx, background); err != nil {
		return nil, err
	}
	for _, v := range s.atBackground {
		s.e.Base += v / float64(len(background))
	}
	return s, nil
}

// call evaluates the function in batches.
func (s *sampler[C]) call(ctx context.Context, rows [][]C) ([]float64, error) {
	var all []float64
	for from := 0; from < len(rows); from += s.o.Batch {
		part := rows[from:min(from+s.o.Batch, len(rows))]
		y, err := s.f(ctx, part)
		if err == nil && len(y) != len(part) {
			err = fmt.Errorf("shapley: the function returned %d numbers for %d rows, want one per row", len(y), len(part))
		}
		if err != nil {
			return nil, err
		}
		for _, v := range y {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("shapley: the function returned %g, want a finite number", v)
			}
		}
		all, s.e.Calls = append(all, y...), s.e.Calls+len(part)
	}
	return all, ctx.Err()
}

// A walk is a permutation that leads from a background row to an explained row.
type walk struct {
	order []int
	z     int
}

// block estimates the values for several rows, if possible with one call.
func (s *sampler[C]) block(ctx context.Context, rows [][]C, from, to int) error {
	k, pairs := len(s.players), s.o.Pairs
	var walks []walk
	asked := slices.Clone(rows[from:to])
	for i := from; i < to; i++ {
		first := s.draw.IntN(len(s.background))
		for p := range pairs {
			order := s.draw.Perm(k)
			back := make([]int, k)
			for j, v := range order {
				back[k-1-j] = v
			}
			z := (first + p) % len(s.background)
			for _, w := range []walk{{order, z}, {back, z}} {
				walks = append(walks, w)
				row := append([]C(nil), s.background[z]...)
				for _, player := range w.order[:k-1] {
					for _, c := range s.players[player] {
						row[c] = rows[i][c]
					}
					asked = append(asked, append([]C(nil), row...))
				}
			}
		}
	}
	y, err := s.call(ctx, asked)
	if err != nil {
		return err
	}
	s.e.Outputs = append(s.e.Outputs, y[:to-from]...)
	for i := range to - from {
		s.add(walks[i*2*pairs:(i+1)*2*pairs], y[to-from+i*2*pairs*(k-1):], y[i])
	}
	return nil
}

// add computes the estimates and errors of a row from its walks.
func (s *sampler[C]) add(walks []walk, y []float64, output float64) {
	k := len(s.players)
	sum, pair, list := make([]float64, k), make([]float64, k), make([][]float64, k)
	for n, w := range walks {
		before := s.atBackground[w.z]
		for j, player := range w.order {
			after := output
			if j < k-1 {
				after = y[n*(k-1)+j]
			}
			pair[player] += (after - before) / 2
			before = after
		}
		if n%2 == 1 {
			for p, v := range pair {
				sum[p], list[p], pair[p] = sum[p]+v, append(list[p], v), 0
			}
		}
	}
	m, missed, spread, variances := float64(len(walks)/2), output-s.e.Base, 0.0, make([]float64, k)
	for p := range k {
		sum[p] /= m
		variances[p] = s.variance(list[p], sum[p])
		missed, spread = missed-sum[p], spread+variances[p]
	}
	for p := range k {
		if spread > 0 {
			sum[p] += missed * variances[p] / spread
		}
		s.e.Values = append(s.e.Values, sum[p])
		s.e.Errors = append(s.e.Errors, math.Sqrt(variances[p]))
	}
	if s.o.Take != nil {
		s.o.Take(len(s.e.Values)/k-1, sum, s.parts(walks, list, sum))
	}
}

// parts returns the parts of a row's values φ by background row. The part of a row is φ + (M/n)·Σ (v − φ) over
// its pairs v among all n.
func (s *sampler[C]) parts(walks []walk, list [][]float64, phi []float64) []float64 {
	k, m := len(phi), len(s.background)
	parts := slices.Repeat(phi, m)
	for n := range len(walks) / 2 {
		at := walks[2*n].z * k
		for p := range k {
			parts[at+p] += (list[p][n] - phi[p]) * float64(m) / float64(len(walks)/2)
		}
	}
	return parts
}

// variance returns the variance of the mean of a player's pairs. If all background rows have the same number of
// pairs, at least two, it is computed within background rows.
func (s *sampler[C]) variance(values []float64, mean float64) float64 {
	n, strata, sum := len(values), len(s.background), 0.0
	each := n / strata
	if each < 2 || each*strata != n {
		strata, each = 1, n
	}
	for from := range strata {
		if strata > 1 {
			mean = 0
			for i := from; i < n; i += strata {
				mean += values[i] / float64(each)
			}
		}
		for i := from; i < n; i += strata {
			sum += (values[i] - mean) * (values[i] - mean) / float64(each-1)
		}
	}
	return sum * float64(each) / float64(n) / float64(n)
}
