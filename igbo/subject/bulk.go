package subject

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// usualHeld is the size of a file up to which its samples are held where [Options.Held] does not say.
const usualHeld = 32 << 20

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
func (o Options) large(file string, spec encode.Spec) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > cmp.Or(o.Held, usualHeld) && spec.ID == ""
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
	beyond, unknown := map[string]int{}, []encode.UnknownRows(nil)
	for piece, err := range b.pieces(ctx) {
		if err != nil {
			return err
		}
		for name, n := range piece.Beyond {
			beyond[name] += n
		}
		unknown = encode.AddUnknown(unknown, piece.Unknown)
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
	s.bulk, s.Warnings = b, append(e.BeyondText(beyond), encode.UnknownText(file, s.Rows, unknown)...)
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

// dataOf are samples as a model takes them, with zeros for targets where there are none.
func dataOf(s *encode.Samples) igbo.Data {
	d := igbo.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y, Weights: s.Weights, Mask: s.Mask}
	if d.Y == nil {
		d.Y = make([]float64, len(s.X)/len(s.Features))
	}
	return d
}
