package noise

import (
	"fmt"
	"strings"

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

// claimed is the power that Theorem 5 gives bias and variance.
const claimed = 2

func (r *Result) rates() study.Table {
	t := study.Table{
		Name: "rates", Title: "Powers of σ by which bias and variance fall",
		Header: []string{"case", "bias", "variance"},
		Data:   [][]string{{"case", "rule", "lambda", "bias", "bias_low", "bias_high", "variance", "variance_low", "variance_high"}},
		Notes:  []string{fmt.Sprintf("Fits over %d deviations of %d draws each, with the 95 %% interval of the scatter about the line.", len(r.Config.Sigmas), r.Config.Draws)},
	}
	var slower []string
	for _, c := range r.Curves {
		t.Rows = append(t.Rows, []string{c.Case.Name, c.Bias.Interval(), c.Variance.Interval()})
		lambda := c.Case.Lambda
		t.Data = append(t.Data, append(append([]string{c.Case.Name, c.Case.Rule, study.Full(&lambda)}, c.Bias.full()...), c.Variance.full()...))
		if c.Bias.below(claimed) || c.Variance.below(claimed) {
			slower = append(slower, c.Case.Name)
		}
	}
	verdict := fmt.Sprintf("In none of the %d cases is the interval below the power %d of Theorem 5.", len(r.Curves), claimed)
	if len(slower) > 0 {
		verdict = fmt.Sprintf("Slower than the power %d of Theorem 5, by the interval of bias or variance: %s.", claimed, strings.Join(slower, "; "))
	}
	t.Notes = append(t.Notes, verdict)
	return t
}

// below tells whether the whole interval is, by more than the rounding of the table.
func (r *Rate) below(power float64) bool { return r != nil && r.High < power-0.01 }

func (r *Rate) full() []string {
	if r == nil {
		return []string{"", "", ""}
	}
	return []string{study.Full(&r.Power), study.Full(&r.Low), study.Full(&r.High)}
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
