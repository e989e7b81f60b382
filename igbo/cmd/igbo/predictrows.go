package main

import (
	"context"
	"io"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/sheet"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// predictedAtOnce is the maximum number of rows of a table in memory.
const predictedAtOnce = 1 << 16

// predictor writes rows of predictions.
type predictor struct {
	sheet.Writer
	of       func(data igbo.Data) (y, spread []float64, err error)
	outputs  int  // K
	spread   bool // whether the model predicts a spread
	encoding *encode.Encoding
	options  table.ReadOptions

	rows    int           // rows of the file
	leftOut int           // omitted rows
	lost    []encode.Lost // the first of the omitted rows
	left    []table.Left

	beyond  map[string]int // dates that the training did not have
	unknown []encode.UnknownRows
}

// predictions writes a model's predictions for a file as CSV.
func (p *predictor) predictions(ctx context.Context, path string, to io.Writer) error {
	p.Writer = sheet.NewWriter(to)
	write := p.table
	if p.encoding.Spec.ID != "" {
		write = p.series
	}
	if err := p.header(); err != nil {
		return err
	}
	if err := write(ctx, path); err != nil {
		return err
	}
	p.Flush()
	return p.Error()
}

// header writes the names of the key, or of series and time, of the target, and of the probabilities of classes.
func (p *predictor) header() error {
	spec, target := p.encoding.Spec, "prediction"
	header := []string{spec.Key}
	switch {
	case spec.ID != "":
		header = []string{spec.ID, spec.Time}
	case spec.Key == "":
		header = []string{"row"}
	}
	if p.encoding.Target != nil {
		target = p.encoding.Target.Name
	}
	header = append(header, target)
	for _, class := range p.encoding.Classes() {
		header = append(header, "P("+class+")")
	}
	if p.spread && len(p.encoding.Classes()) == 0 {
		header = append(header, "spread")
	}
	for _, class := range p.encoding.Classes() {
		if p.spread {
			header = append(header, "spread of P("+class+")")
		}
	}
	return p.Write(header)
}

// table reads a file piece by piece, and writes one row for each row of the file.
func (p *predictor) table(ctx context.Context, path string) error {
	file, k := encode.File{Path: path, Options: p.options}, p.outputs
	for s, err := range file.Samples(ctx, p.encoding.WithoutTarget(), predictedAtOnce) {
		if err != nil {
			return err
		}
		p.left = s.Left
		for name, n := range s.Beyond {
			p.beyond[name] += n
		}
		p.unknown = encode.AddUnknown(p.unknown, s.Unknown)
		y, spread, err := p.response(s)
		if err != nil {
			return err
		}
		lost := s.Lost
		for i, key := range s.Keys {
			for len(lost) > 0 && lost[0].Row < s.TableRows[i][0] {
				if err := p.empty(lost[0].Key); err != nil {
					return err
				}
				lost = lost[1:]
			}
			if err := p.row(y[i*k:(i+1)*k], p.part(spread, i), key); err != nil {
				return err
			}
		}
		for _, l := range lost {
			if err := p.empty(l.Key); err != nil {
				return err
			}
		}
		p.rows, p.leftOut = p.rows+s.Samples()+len(s.Lost), p.leftOut+len(s.Lost)
		p.lost = append(p.lost, s.Lost[:min(len(s.Lost), cli.ShownLost-len(p.lost))]...)
	}
	return nil
}

// series reads a whole file and writes one row per step. Omitted rows come last.
func (p *predictor) series(ctx context.Context, path string) error {
	t, err := table.Read(ctx, path, p.encoding.ReadOptions(p.options))
	if err != nil {
		return err
	}
	s, err := p.encoding.WithoutTarget().Encode(t, nil)
	if err != nil {
		return err
	}
	p.rows, p.leftOut, p.lost, p.left, p.beyond, p.unknown = t.Rows(), len(s.Lost), s.Lost, s.Left, s.Beyond, s.Unknown
	y, spread, err := p.response(s)
	if err != nil {
		return err
	}
	times, k := t.Column(p.encoding.Spec.Time), p.outputs
	for n, key := range s.Keys {
		for step, row := range s.TableRows[n] {
			at := n*s.Steps + step
			if err := p.row(y[at*k:(at+1)*k], p.part(spread, at), key, times.Text(row)); err != nil {
				return err
			}
		}
	}
	for _, l := range s.Lost {
		if err := p.empty(l.Key, times.Text(l.Row)); err != nil {
			return err
		}
	}
	return nil
}

// empty writes a row without a prediction.
func (p *predictor) empty(keys ...string) error {
	classes := len(p.encoding.Classes())
	if p.spread {
		classes += max(classes, 1)
	}
	return p.Write(append(keys, make([]string, 1+classes)...))
}

// response returns the predictions for samples, of which there may be none.
func (p *predictor) response(s *encode.Encoded) (y, spread []float64, err error) {
	if s.Samples() == 0 {
		return nil, nil, nil
	}
	return p.of(inputsOf(s.Data))
}

// part returns the spread of sample or step i, or nil for none.
func (p *predictor) part(spread []float64, i int) []float64 {
	if spread == nil {
		return nil
	}
	return spread[i*p.outputs : (i+1)*p.outputs]
}

// row writes the outputs of a sample or a step.
func (p *predictor) row(y, spread []float64, keys ...string) error {
	classes := p.encoding.Classes()
	record, shares := keys, probabilities(y, len(classes))
	if shares == nil {
		record = append(record, number(y[0]))
		for _, v := range spread {
			record = append(record, number(v))
		}
		return p.Write(record)
	}
	best := 0
	for c := range shares {
		if shares[c] > shares[best] {
			best = c
		}
	}
	record = append(record, classes[best])
	for _, v := range shares {
		record = append(record, number(v))
	}
	for c := range classes {
		if spread != nil {
			record = append(record, number(spread[c%len(spread)]))
		}
	}
	return p.Write(record)
}
