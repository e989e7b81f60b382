package explainer

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// usualHeld is the default of [Options.Held].
const usualHeld = 32 << 20

// bulkRows is the number of rows of a larger table that are in memory at once.
const bulkRows = 1 << 15

// shownLost is the maximum number of rows left out of a larger table that are listed.
const shownLost = 1000

// bulk is a table that is read in pieces.
type bulk struct {
	file     encode.File
	encoding *encode.Encoding
	samples  int
	means    samples.Means // the means of the columns
}

// large reports whether a file is read in pieces. Series are not, because their records can be anywhere.
func (o Options) large(file string, spec encode.Spec) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > cmp.Or(o.Held, usualHeld) && spec.ID == ""
}

// bulkWith prepares a large table with the training's encoding. One pass counts its samples and computes their means.
func (s *Explainer) bulkWith(ctx context.Context, file string, e *encode.Encoding, options table.ReadOptions) error {
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
		if b.means.Values() == nil {
			s.like(e, piece)
			s.Columns = e.Lines(piece.Left)
		}
		b.means.Add(piece.View(nil))
		b.samples += piece.Samples()
		s.Rows += piece.Samples() + len(piece.Lost)
		s.LeftOut += len(piece.Lost)
		s.Lost = append(s.Lost, piece.Lost[:min(len(piece.Lost), shownLost-len(s.Lost))]...)
	}
	if b.samples == 0 {
		return fmt.Errorf("%s has no samples left after dropping rows with missing values, want at least 1", file)
	}
	s.bulk, s.Warnings = b, append(e.BeyondText(beyond), encode.UnknownText(file, s.Rows, unknown)...)
	return nil
}

// bulkNew prepares a large table for a model that was saved without an encoding.
func (s *Explainer) bulkNew(ctx context.Context, file string, spec encode.Spec, options table.ReadOptions) error {
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

// pieces yields the samples, with the rows that were left out between them.
func (b *bulk) pieces(ctx context.Context) iter.Seq2[*encode.Encoded, error] {
	return b.file.Samples(ctx, b.encoding, bulkRows)
}
