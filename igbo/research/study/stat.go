package study

import (
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Stat is a quantity over seeds.
type Stat struct {
	Mean float64 `json:"mean"`
	// SD is the sample standard deviation; nil for one seed.
	SD     *float64  `json:"sd"`
	Values []float64 `json:"values"`
}

// GobEncode encodes the value as JSON, because gob would turn a standard deviation of 0 into nil.
func (s Stat) GobEncode() ([]byte, error) { return json.Marshal(s) }

// GobDecode decodes output of GobEncode.
func (s *Stat) GobDecode(text []byte) error { return json.Unmarshal(text, s) }

// NewStat computes the mean and the sample standard deviation.
func NewStat(values []float64) *Stat {
	s := &Stat{Mean: stat.Mean(values, nil), Values: values}
	if len(values) > 1 {
		sd := stat.StdDev(values, nil)
		s.SD = &sd
	}
	return s
}

// PlusMinus returns "mean ± standard deviation", each number in a format such as "%.3g"; a nil Stat is a dash.
func (s *Stat) PlusMinus(format string) string {
	switch {
	case s == nil:
		return "–"
	case s.SD == nil:
		return fmt.Sprintf(format, s.Mean)
	default:
		return fmt.Sprintf(format+" ± "+format, s.Mean, *s.SD)
	}
}

// Percent returns the mean of a share in percent; a nil Stat is a dash.
func (s *Stat) Percent() string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*s.Mean)
}

// Full returns the unrounded mean and standard deviation for two columns.
func (s *Stat) Full() []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{tabulate.Full(&s.Mean), tabulate.Full(s.SD)}
}

// Field returns a field that shows mean ± standard deviation and has both numbers unrounded.
func (s *Stat) Field(format string) tabulate.Field {
	return tabulate.Field{Shown: []string{s.PlusMinus(format)}, Full: s.Full()}
}

// Estimate is a mean over seeds with its confidence interval.
type Estimate struct {
	Mean float64 `json:"mean"`
	// Low and High are the ends of Student's t interval; for one seed both equal the mean.
	Low    float64   `json:"low"`
	High   float64   `json:"high"`
	Values []float64 `json:"values"`
}

// NewEstimate computes mean ± t_{n−1}·s/√n at a two-sided level such as 0.95.
func NewEstimate(values []float64, level float64) Estimate {
	n := float64(len(values))
	e := Estimate{Mean: stat.Mean(values, nil), Values: values}
	half := 0.0
	if n > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + level) / 2)
		half = t * stat.StdDev(values, nil) / math.Sqrt(n)
	}
	e.Low, e.High = e.Mean-half, e.Mean+half
	return e
}

// Interval returns "mean [low, high]", each number in a format such as "%.3g".
func (e Estimate) Interval(format string) string {
	if len(e.Values) < 2 {
		return fmt.Sprintf(format, e.Mean)
	}
	return Interval{e.Mean, e.Low, e.High}.Text(format)
}

// Full returns the unrounded mean and both ends of the interval for three columns; one seed has no interval.
func (e Estimate) Full() []string {
	if len(e.Values) < 2 {
		return []string{tabulate.Full(&e.Mean), "", ""}
	}
	return []string{tabulate.Full(&e.Mean), tabulate.Full(&e.Low), tabulate.Full(&e.High)}
}

// Field returns a field that shows mean [low, high] and has the three numbers unrounded.
func (e Estimate) Field(format string) tabulate.Field {
	return tabulate.Field{Shown: []string{e.Interval(format)}, Full: e.Full()}
}

// AddTo appends the estimate to a row of bars, with its interval if there is more than one seed.
func (e Estimate) AddTo(b *plots.BarSeries) {
	if len(e.Values) < 2 {
		b.Add(e.Mean)
		return
	}
	b.AddInterval(e.Mean, e.Low, e.High)
}

// Intervals describes intervals over seeds.
func Intervals(level float64, seeds int) string {
	if seeds == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%.4g %% intervals, %d seeds", 100*level, seeds)
}

// IntervalNotes returns a warning about intervals over two seeds, and nothing for other numbers.
func IntervalNotes(seeds int) []string {
	if seeds != 2 {
		return nil
	}
	return []string{"With two seeds, intervals by Student's t with one degree of freedom are wide and can include impossible values."}
}

// Spread describes the text of [Stat.PlusMinus] for a number of seeds, or of another noun: "1 seed"; "2 seeds, mean ±
// standard deviation".
func Spread(n int, noun string) string {
	if n == 1 {
		return tabulate.Plural(n, noun)
	}
	return tabulate.Plural(n, noun) + ", mean ± standard deviation"
}
