package igbo

import "github.com/igbolab/igbolab/igbo/internal/folds"

// Take returns the samples of these numbers, series whole, in their order. It panics
// where there is no such sample.
func (d Data) Take(rows []int) Data {
	s := d
	s.X = folds.Gather(d.X, d.Steps*len(d.Features), rows)
	s.Y = folds.Gather(d.Y, d.Steps*d.outputs(), rows)
	s.Mask, s.Weights = folds.Gather(d.Mask, d.Steps, rows), folds.Gather(d.Weights, 1, rows)
	return s
}
