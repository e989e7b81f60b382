package subject

import (
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo"
)

// Sampler picks samples out of pieces that come in order, as [Subject.Pieces] yields them.
type Sampler struct {
	Data igbo.Data // those that were picked so far

	chosen []int // their numbers, rising
	at     int   // of the first sample of the next piece
}

// Sampler picks at most so many samples, chosen by the seed and in their order.
func (s *Subject) Sampler(most int, seed uint64) *Sampler {
	return &Sampler{chosen: Chosen(s.Samples(), most, seed)}
}

// Take picks out of a piece.
func (p *Sampler) Take(d igbo.Data) {
	n, t, k := d.Samples(), d.Steps, len(d.Features)
	if p.Data.Features == nil {
		p.Data = igbo.Data{Features: d.Features, Steps: t, Outputs: d.Outputs}
	}
	from := p.at
	p.at += n
	first, _ := slices.BinarySearch(p.chosen, from)
	for _, number := range p.chosen[first:] {
		if number >= p.at {
			break
		}
		i := number - from
		p.Data.X = append(p.Data.X, d.X[i*t*k:(i+1)*t*k]...)
		p.Data.Y = append(p.Data.Y, d.Y[i*t:(i+1)*t]...)
		if d.Mask != nil {
			p.Data.Mask = append(p.Data.Mask, d.Mask[i*t:(i+1)*t]...)
		}
		if d.Weights != nil {
			p.Data.Weights = append(p.Data.Weights, d.Weights[i])
		}
	}
}

// Sample is at most so many of the samples that are held, chosen by the seed and in their order.
func (s *Subject) Sample(most int, seed uint64) igbo.Data {
	p := s.Sampler(most, seed)
	p.Take(s.Data)
	return p.Data
}

// Chosen are most of the numbers below n, or all, chosen by the seed (Floyd's way), rising.
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
