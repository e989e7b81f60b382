package verdict

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/models"
)

// subset returns the samples of these numbers, series whole.
func subset(d igbo.Data, rows []int) igbo.Data {
	s := d
	s.X = fold.Take(d.X, d.Steps*len(d.Features), rows)
	s.Y = fold.Take(d.Y, d.Steps*max(d.Outputs, 1), rows)
	s.Mask, s.Weights = fold.Take(d.Mask, d.Steps, rows), fold.Take(d.Weights, 1, rows)
	return s
}

// span is the samples from … to−1, in the same memory.
func span(d igbo.Data, from, to int) igbo.Data {
	s, t := d, d.Steps
	s.X, s.Y = d.X[from*t*len(d.Features):to*t*len(d.Features)], d.Y[from*t:to*t]
	if d.Mask != nil {
		s.Mask = d.Mask[from*t : to*t]
	}
	if d.Weights != nil {
		s.Weights = d.Weights[from:to]
	}
	return s
}

// checkData asks for one target.
func checkData(d igbo.Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if k := max(d.Outputs, 1); k != 1 {
		return fmt.Errorf("verdict: data with %d targets, expected one: each has its own unit and its own order of importance; judge them one at a time, each as the only target", k)
	}
	return nil
}

// largestTarget bounds targets: the spread of the squares of larger ones overflows.
const largestTarget = 1e70

// checkData asks for steps that the model can go through and targets whose losses can be compared.
func (c Config) checkData(d igbo.Data) error {
	for i, y := range d.Y {
		if (d.Mask == nil || d.Mask[i]) && math.Abs(y) > largestTarget {
			return fmt.Errorf("verdict: a target of %g, expected one within ±%g, in a larger unit", y, largestTarget)
		}
	}
	if n := c.outputs() * (len(d.Features) + 1); n > maxWeights {
		return fmt.Errorf("verdict: %d columns and %d outputs, which ridge regression solves for with %d weights, expected at most %d: choose columns", len(d.Features), c.outputs(), n, maxWeights)
	}
	if d.Steps == 1 && c.sequential() {
		return fmt.Errorf("verdict: a %s model of a table, T = 1, expected series, or one of the models %s and %s", c.Model.Kind, models.KindLinear, models.KindMLP)
	}
	return nil
}
