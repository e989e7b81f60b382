package explainer

import (
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo"
)

// A Sampler selects random samples from pieces in order, such as those of [Explainer.Pieces].
type Sampler struct {
	Data igbo.Data // the samples selected so far

	chosen []int // the numbers of all selected samples, ascending
	at     int   // the number of the first sample of the next piece
}

// Sampler returns a sampler of at most most samples. The seed decides which; they keep their order.
func (s *Explainer) Sampler(most int, seed uint64) *Sampler {
	return &Sampler{chosen: Chosen(s.Samples(), most, seed)}
}

// Take selects samples of a piece.
func (p *Sampler) Take(d igbo.Data) {
	first, _ := slices.BinarySearch(p.chosen, p.at)
	end, _ := slices.BinarySearch(p.chosen, p.at+d.Samples())
	var here []int
	for _, number := range p.chosen[first:end] {
		here = append(here, number-p.at)
	}
	p.Data = p.Data.Append(d.Take(here))
	p.at += d.Samples()
}

// Sample returns at most most of the samples in memory. The seed decides which; they keep their order.
func (s *Explainer) Sample(most int, seed uint64) igbo.Data {
	p := s.Sampler(most, seed)
	p.Take(s.Data)
	return p.Data
}

// Chosen returns most of the numbers below n, or all, in ascending order. The seed decides which (Floyd's algorithm).
func Chosen(n, most int, seed uint64) []int {
	var list []int
	if n <= most {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	r, taken := rand.New(rand.NewPCG(seed, uint64(n))), map[int]bool{}
	for last := n - most; last < n; last++ {
		i := r.IntN(last + 1)
		if taken[i] {
			i = last
		}
		taken[i] = true
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}
