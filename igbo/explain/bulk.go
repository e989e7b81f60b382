package explain

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// heldBytes is the size of a file up to which its samples are held; a larger table is read again for every pass, so that
// memory does not grow with its rows. Tests change it.
var heldBytes int64 = 32 << 20

// bulkRows is how many rows of a larger table are held at once.
const bulkRows = 1 << 15

// shownLost is how many of the rows that are left out of a larger table are told one by one.
const shownLost = 1000

// bulk is a table that is read piece by piece.
type bulk struct {
	file     encode.File
	encoding *encode.Encoding
	samples  int
	means    []float64 // of the columns
}

// large tells whether a file is to be read piece by piece. Series are not: their records may lie anywhere.
func large(file string, spec encode.Spec) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > heldBytes && spec.ID == ""
}

// bulkWith prepares a large table that is read as the training's was: one pass counts its samples and takes their means.
func (s *Subject) bulkWith(ctx context.Context, file string, e *encode.Encoding, options table.ReadOptions) error {
	b := &bulk{file: encode.File{Path: file, Options: options}, encoding: e.WithoutTarget()}
	target, err := b.file.HasTarget(ctx, e)
	if err != nil {
		return err
	}
	if target {
		b.encoding = e
	}
	beyond := map[string]int{}
	for piece, err := range b.pieces(ctx) {
		if err != nil {
			return err
		}
		for name, n := range piece.Beyond {
			beyond[name] += n
		}
		if b.means == nil {
			s.like(e, piece)
			s.Columns = e.Lines(piece.Left)
			b.means = make([]float64, len(piece.Features))
		}
		for i := range piece.Keys {
			b.samples++
			for k := range b.means {
				b.means[k] += (piece.X[i*len(b.means)+k] - b.means[k]) / float64(b.samples)
			}
		}
		s.Rows += piece.N() + len(piece.Lost)
		s.LeftOut += len(piece.Lost)
		s.Lost = append(s.Lost, piece.Lost[:min(len(piece.Lost), shownLost-len(s.Lost))]...)
	}
	if b.samples == 0 {
		return fmt.Errorf("%s has no samples left, expected at least 1", file)
	}
	s.bulk, s.beyond = b, e.BeyondText(beyond)
	return nil
}

// bulkNew prepares a large table for a model that was saved without one.
func (s *Subject) bulkNew(ctx context.Context, file string, spec encode.Spec, options table.ReadOptions) error {
	f := encode.File{Path: file, Options: spec.ReadOptions(options)}
	names, err := f.Names(ctx)
	if err != nil {
		return err
	}
	spec = s.seen(spec, slices.Contains(names, spec.Target))
	e, err := f.Fit(ctx, spec)
	if err != nil {
		return err
	}
	if err := numbers(file, e); err != nil {
		return err
	}
	return s.bulkWith(ctx, file, e, f.Options)
}

// pieces are the samples with what was left out between them.
func (b *bulk) pieces(ctx context.Context) iter.Seq2[*encode.Samples, error] {
	return b.file.Samples(ctx, b.encoding, bulkRows)
}

// Samples is N.
func (s *Subject) Samples() int {
	if s.bulk != nil {
		return s.bulk.samples
	}
	return s.Data.Samples()
}

// pieces yields the samples in their order: those that are held at once, those of a large table piece by piece.
func (s *Subject) pieces(ctx context.Context) iter.Seq2[igbo.Data, error] {
	return func(yield func(igbo.Data, error) bool) {
		if s.bulk == nil {
			yield(s.Data, nil)
			return
		}
		for piece, err := range s.bulk.pieces(ctx) {
			if err != nil {
				yield(igbo.Data{}, err)
				return
			}
			if piece.N() > 0 && !yield(dataOf(piece), nil) {
				return
			}
		}
	}
}

// dataOf are samples as a model takes them, with zeros for targets where there are none.
func dataOf(s *encode.Samples) igbo.Data {
	d := igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y, Weights: s.Weights, Mask: s.Mask}
	if d.Y == nil {
		d.Y = make([]float64, len(s.X)/len(s.Features))
	}
	return d
}

// sampler picks samples out of pieces that come in order.
type sampler struct {
	chosen []int // their numbers, rising
	at     int   // of the first sample of the next piece
	data   igbo.Data
}

// sampler picks at most so many samples, chosen by the seed and in their order.
func (s *Subject) sampler(most int, seed uint64) *sampler {
	return &sampler{chosen: chosen(s.Samples(), most, seed)}
}

// take picks out of a piece.
func (p *sampler) take(d igbo.Data) {
	n, t, k := d.Samples(), d.Steps, len(d.Features)
	if p.data.Features == nil {
		p.data = igbo.Data{Features: d.Features, Steps: t, Outputs: d.Outputs}
	}
	from := p.at
	p.at += n
	first, _ := slices.BinarySearch(p.chosen, from)
	for _, number := range p.chosen[first:] {
		if number >= p.at {
			break
		}
		i := number - from
		p.data.X = append(p.data.X, d.X[i*t*k:(i+1)*t*k]...)
		p.data.Y = append(p.data.Y, d.Y[i*t:(i+1)*t]...)
		if d.Mask != nil {
			p.data.Mask = append(p.data.Mask, d.Mask[i*t:(i+1)*t]...)
		}
		if d.Weights != nil {
			p.data.Weights = append(p.data.Weights, d.Weights[i])
		}
	}
}

// sample is at most so many of the samples that are held, chosen by the seed and in their order.
func (s *Subject) sample(most int, seed uint64) igbo.Data {
	p := s.sampler(most, seed)
	p.take(s.Data)
	return p.data
}

// chosen are most of the numbers below n, or all, chosen by the seed (Floyd's way), rising.
func chosen(n, most int, seed uint64) []int {
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
