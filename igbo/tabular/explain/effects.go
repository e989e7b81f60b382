package explain

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/plots"
)

// effects holds the signed contributions φ of columns to the outputs of some samples of a table. They are attributions or Shapley values.
type effects struct {
	columns int
	x, phi  []float64 // [N·columns]; x is NaN if a cell is not a number
	from    []float64 // the reference of each column, NaN if it has no number
}

func (e *effects) samples() int { return len(e.phi) / max(e.columns, 1) }

// rise returns the direction and size of the effect of column j on the output in sample i:
//
//	R = sign(φ_j·(x_j − x′_j)) · |φ_j| / Σ |φ|
//
// R is positive if increasing the column, from x′ to x or from x to x′, increases the output. For a
// linear model, it has the sign of the weight.
func (e *effects) rise(i, j int) float64 {
	row := e.phi[i*e.columns : (i+1)*e.columns]
	size := floats.Norm(row, 1)
	moved := e.x[i*e.columns+j] - e.from[j]
	if size == 0 || !(moved != 0) || moved != moved {
		return 0
	}
	return row[j] * math.Copysign(1, moved) / size
}

// effectRows is the maximum number of samples whose effects are computed, for a model with a gradient. shownRows is the number that figures
// show.
const (
	effectRows = 1000
	shownRows  = 250
)

// effectsOf returns the effects of some samples, computed from phi for a model without a gradient. It returns nil for series.
func (s *run) effectsOf(c Config, d igbo.Data, phi []float64) (*effects, error) {
	if d.Steps != 1 {
		return nil, nil
	}
	e := &effects{columns: len(d.Features), x: d.X, phi: phi}
	if s.box != nil {
		e.x, e.from = s.Numbers(d), s.from
		return e, nil
	}
	cfg, _ := s.attribution(c)
	s.Model.Config.Attribution = cfg
	var err error
	if e.phi, err = s.Model.Attribute(d); err != nil {
		return nil, err
	}
	n := s.Model.Normalization
	switch {
	case n.Scale != nil:
		e.from = n.Shift
	case c.Baseline == ZeroBaseline:
		e.from = make([]float64, e.columns)
	default:
		e.from = s.Means()
	}
	if n.Scale != nil && n.TargetScale > 0 && s.Model.Config.Loss.ScalesTarget() {
		floats.Scale(n.TargetScale, e.phi)
	}
	return e, nil
}

// reference returns the means of the columns over a background. It ignores missing cells. The mean
// is NaN for a column that contains text or has no numbers.
func (s *run) reference(background igbo.Data) []float64 {
	k := len(background.Features)
	from, x := make([]float64, k), s.Numbers(background)
	for j := range k {
		count := 0.0
		for i := j; i < len(x); i += k {
			if x[i] == x[i] {
				count++
			}
		}
		if count == 0 {
			from[j] = math.NaN()
			continue
		}
		for i := j; i < len(x); i += k {
			if x[i] == x[i] {
				from[j] += x[i] / count
			}
		}
	}
	return from
}

// add appends the effects of further samples.
func (e *effects) add(more *effects) *effects {
	if e == nil || more == nil {
		return more
	}
	e.x, e.phi = append(e.x, more.x...), append(e.phi, more.phi...)
	return e
}

// A Direction describes how a feature with one column changes the output. Mean is the mean of R, and Interval half the width of its
// interval. R is the feature's contribution divided by the sum of all magnitudes, with the sign of its slope. Raises is the share of
// samples in which raising the feature raises the output, among those in which the feature has an effect.
type Direction struct {
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval"`
	Raises   float64 `json:"raises"`
}

// String returns "raises (97 %)", "lowers (88 %)", or "both (raises 55 %)" if the interval of the mean includes both signs.
func (d *Direction) String() string {
	switch {
	case d == nil:
		return "–"
	case d.Mean-d.Interval > 0:
		return fmt.Sprintf("raises (%.0f %%)", 100*d.Raises)
	case d.Mean+d.Interval < 0:
		return fmt.Sprintf("lowers (%.0f %%)", 100*(1-d.Raises))
	}
	return fmt.Sprintf("both (raises %.0f %%)", 100*d.Raises)
}

// verb returns the verb for a direction, "" if both signs are possible.
func (d *Direction) verb() string {
	switch {
	case d == nil || math.Abs(d.Mean) <= d.Interval:
		return ""
	case d.Mean > 0:
		return "raising"
	}
	return "lowering"
}

// direct sets the directions of features.
func (s *run) direct(e *Explanation) {
	of := e.effects
	if of == nil {
		return
	}
	for k, columns := range s.FeatureColumns() {
		if len(columns) != 1 || math.IsNaN(of.from[columns[0]]) {
			continue
		}
		var mean spread
		raises, moves := 0.0, 0.0
		for i := range of.samples() {
			r := of.rise(i, columns[0])
			mean.add(r)
			if r != 0 {
				moves++
			}
			if r > 0 {
				raises++
			}
		}
		if moves > 0 {
			e.Features[k].Direction = &Direction{mean.mean, mean.halfWidth(e.Config.Level), raises / moves}
		}
	}
}

// ofColumns returns an error for directions if the model has no signed effects of columns.
func (s *run) ofColumns(signs []int) error {
	if s.Data.Steps != 1 {
		return errors.New("checking directions: they require a table without series, because in series a feature can raise the output at one step and lower it at another")
	}
	for j, sign := range signs {
		if sign == 0 || s.box == nil {
			continue
		}
		if other := s.OtherThanNumber(j); other != "" {
			return fmt.Errorf("a direction requires a column of numbers, but column %q has the cell %.40q", s.Data.Features[j], other)
		}
	}
	return nil
}

// shown returns effects for figures: of some samples, and of the features with the largest shares.
func (e *Explanation) shown(features int) (list []plots.Effects) {
	of := e.effects
	rows := explainer.Chosen(of.samples(), shownRows, e.Config.Seed+6)
	for _, k := range e.byShare() {
		f := plots.Effects{Name: e.Features[k].Name}
		for _, i := range rows {
			sum, value := 0.0, math.NaN()
			for _, j := range e.columns[k] {
				sum += of.phi[i*of.columns+j]
				value = of.x[i*of.columns+j]
			}
			if len(e.columns[k]) != 1 {
				value = math.NaN()
			}
			f.Values, f.Parts = append(f.Values, value), append(f.Parts, sum)
		}
		if list = append(list, f); len(list) == features {
			break
		}
	}
	return list
}

// directed reports whether directions are computed and the scores are magnitudes.
func (e *Explanation) directed() bool {
	return e.effects != nil && e.Config.Attribution.Score == attribution.Absolute
}

// third returns the heading of the third column: the direction, or the mean score.
func (e *Explanation) third() string {
	if e.directed() {
		return "a rise of it"
	}
	return "mean H"
}

func (e *Explanation) moves(f Feature) string {
	if e.directed() {
		return f.Direction.String()
	}
	return fmt.Sprintf("%+.4f", f.Mean)
}
