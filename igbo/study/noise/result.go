package noise

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Curves are in the order of the cases.
	Curves []Curve `json:"curves"`
}

// Tables implements study.Result.
func (r *Result) Tables() []study.Table { return []study.Table{r.rates(), r.points()} }

func (r *Result) rates() study.Table {
	t := study.Table{
		Name: "rates", Title: "Powers of σ by which bias and variance fall",
		Header: []string{"case", "bias", "variance"},
		Data:   [][]string{{"case", "rule", "lambda", "bias", "bias_low", "bias_high", "variance", "variance_low", "variance_high"}},
	}
	for _, c := range r.Curves {
		bias, variance := c.powers(r.Config.Draws)
		t.Rows = append(t.Rows, []string{c.Case.Name, bias.interval(), variance.interval()})
		lambda := c.Case.Lambda
		t.Data = append(t.Data, append(append([]string{c.Case.Name, c.Case.Rule, study.Full(&lambda)}, bias.full()...), variance.full()...))
	}
	t.Notes = r.notes()
	return t
}

func (r *Result) points() study.Table {
	t := study.Table{
		Name: "points", Title: "Bias, variance and bias ÷ σ",
		Header: []string{"case", "σ", "1/σ²", "bias", "bias ÷ σ", "variance"},
		Data:   [][]string{{"case", "sigma", "bias", "variance"}},
	}
	for _, c := range r.Curves {
		for _, p := range c.Points {
			t.Rows = append(t.Rows, []string{
				c.Case.Name, fmt.Sprintf("%.3g", p.Sigma), fmt.Sprintf("%.6g", batch(p)),
				fmt.Sprintf("%.3g", p.Bias), fmt.Sprintf("%.3f", p.Bias/p.Sigma), fmt.Sprintf("%.3g", p.Variance),
			})
			t.Data = append(t.Data, []string{c.Case.Name, study.Full(&p.Sigma), study.Full(&p.Bias), study.Full(&p.Variance)})
		}
	}
	return t
}

// batch is the size B of batches of samples with deviation 1: σ = 1/√B.
func batch(p Point) float64 { return 1 / (p.Sigma * p.Sigma) }

// Figures implements study.Result: bias and variance against the batch size.
func (r *Result) Figures() ([]plots.Figure, error) {
	bias, err := r.figure("bias", "Bias of the combined gradient, σ = 1/√B", func(p Point) float64 { return p.Bias })
	if err != nil || bias == nil {
		return nil, err
	}
	variance, err := r.figure("variance", "Variance of the combined gradient, σ = 1/√B", func(p Point) float64 { return p.Variance })
	if err != nil || variance == nil {
		return []plots.Figure{bias}, err
	}
	return []plots.Figure{bias, variance}, nil
}
