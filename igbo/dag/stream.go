package dag

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// Source gives scores from their first row. BuildFrom calls it once, and again where the
// rows must be read again. Rows that are an io.Closer are closed.
type Source func() (Rows, error)

// BuildFrom draws the graph that Build draws of all the rows of a source, in memory that does
// not grow with them: O(D²), O(|B|·D), and the rows that are drawn. It reads the rows once,
// and once more each
//
//   - with opts.Batches > 0, for the rows that the batches draw;
//   - with Bootstrap and Permutation, for the rows that they draw;
//   - where scores are beyond 1e±100, to scale them.
//
// Few rows, which take no more than their moments would, are held, and read once. The graph is
// Build's bit for bit up to estimate.BlockSize batches and, with a correction, rows. Beyond, a
// deviation σ between batches or rows differs by rounding, 1e-12 of it or less, and with it an
// edge that lies as close to α; a p-value by what its slope makes of that. Names are
// opts.Features, or those of the rows.
//
// Errors: those of Build and of the source; no rows; rows of different lengths; another number
// of rows in another reading.
func BuildFrom(source Source, opts Options) (*DAG, error) {
	return buildFrom(source, opts, true)
}

// buildFrom holds few rows where it may.
func buildFrom(source Source, opts Options, hold bool) (*DAG, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	if source == nil {
		return nil, errors.New("dag: got a nil source, expected scores")
	}
	p := &pass{source: source, opts: &opts, scale: 1}
	few, first, err := p.take(opts.Estimate(), hold)
	if err != nil {
		return nil, err
	}
	if few != nil {
		return buildOf(few, opts)
	}
	return buildAt(opts, first.Largest, func(cfg estimate.Config, scale float64) (*estimate.Sample, error) {
		again := &pass{source: source, opts: &opts, scale: scale, rows: first.Rows}
		m := first
		if scale != 1 {
			var err error
			if _, m, err = again.take(cfg, false); err != nil {
				return nil, err
			}
		}
		return m.Sample(cfg, again.read)
	})
}

// BuildMoments draws the graph of moments made by estimate.NewMoments with opts.Estimate(),
// such as those of shards that were merged. There is no second reading: estimators that draw
// rows, and scores beyond 1e±100, are errors.
func BuildMoments(m *estimate.Moments, opts Options) (*DAG, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errors.New("dag: got nil moments, expected some")
	}
	if err := opts.checkWidth(m.Features); err != nil {
		return nil, err
	}
	if err := opts.fits(m.Rows, m.Features, opts.Estimate().StreamMemory(m.Rows, m.Features)); err != nil {
		return nil, err
	}
	return buildAt(opts, m.Largest, func(cfg estimate.Config, scale float64) (*estimate.Sample, error) {
		if scale != 1 {
			return nil, fmt.Errorf("dag: got moments of scores as large as %g, expected a size from %g to %g: scale the scores", m.Largest, smallScale, largeScale)
		}
		return m.Sample(cfg, nil)
	})
}

// pass is one reading of a source.
type pass struct {
	source Source
	opts   *Options // whose names the first rows give
	scale  float64
	rows   int // there were in the first reading; 0: this is it
}

// each calls f with every row, scaled.
func (p *pass) each(f func(i int, row []float64) error) error {
	rows, err := p.source()
	if err != nil {
		return err
	}
	if c, ok := rows.(io.Closer); ok {
		defer c.Close()
	}
	if names := rows.Names(); len(p.opts.Features) == 0 && len(names) > 0 {
		p.opts.Features = slices.Clone(names)
	}
	width := 0
	for i := 0; ; i++ {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return p.ended(i)
		}
		if err != nil {
			return err
		}
		if i == 0 {
			width = len(row)
			if err := p.opts.checkWidth(width); err != nil {
				return err
			}
		}
		if len(row) != width {
			return fmt.Errorf("dag: row %d has %d scores, expected %d as in the first", i, len(row), width)
		}
		if err := checkRow(i, row); err != nil {
			return err
		}
		if p.scale != 1 {
			row = slices.Clone(row)
			for k := range row {
				row[k] *= p.scale
			}
		}
		if err := f(i, row); err != nil {
			return err
		}
	}
}

// ended checks the number of rows.
func (p *pass) ended(rows int) error {
	switch {
	case rows == 0:
		return errors.New("dag: got no scores, expected at least one row")
	case p.rows > 0 && rows != p.rows:
		return fmt.Errorf("dag: got %d rows in another reading of the scores, expected %d as in the first", rows, p.rows)
	}
	return nil
}

// take reads all rows: as they are where they are few and may be held, else their moments.
func (p *pass) take(cfg estimate.Config, hold bool) (few *mat.Dense, m *estimate.Moments, err error) {
	var held []float64
	width := 0
	err = p.each(func(i int, row []float64) (err error) {
		n := i + 1
		width = len(row)
		need := cfg.StreamMemory(n, width)
		if whole := cfg.Memory(n, width); hold && n <= MaxScores/width && whole <= need {
			need = whole
		} else {
			hold = false
		}
		if n&i == 0 || !hold && m == nil { // 1, 2, 4, …, and where moments begin
			if err := p.opts.fits(n, width, need); err != nil {
				return err
			}
		}
		if hold {
			held = append(held, row...)
			return nil
		}
		if m == nil {
			if m, err = estimate.NewMoments(width, cfg); err != nil {
				return err
			}
			for ; len(held) > 0; held = held[width:] {
				if err := m.Add(held[:width]); err != nil {
					return err
				}
			}
			held = nil
		}
		return m.Add(row)
	})
	if hold && err == nil {
		few = mat.NewDense(len(held)/width, width, held)
	}
	return few, m, err
}

// read reads the rows of the given numbers.
func (p *pass) read(numbers []int) (columns [][]float64, err error) {
	at := 0
	err = p.each(func(i int, row []float64) error {
		if columns == nil {
			columns = make([][]float64, len(row))
			for k := range columns {
				columns[k] = make([]float64, len(numbers))
			}
		}
		if at < len(numbers) && i == numbers[at] {
			for k, x := range row {
				columns[k][at] = x
			}
			at++
		}
		return nil
	})
	return columns, err
}

// checkWidth checks rows of D scores against the names.
func (o Options) checkWidth(features int) error {
	if features < 1 {
		return errors.New("dag: got no scores in a row, expected at least one")
	}
	if n := len(o.Features); n > 0 && n != features {
		return fmt.Errorf("dag: got %d feature names for rows of %d scores, expected %d", n, features, features)
	}
	if len(o.Features) > 0 {
		return checkNames(o.Features)
	}
	return nil
}
