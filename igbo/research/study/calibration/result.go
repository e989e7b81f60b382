package calibration

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	// Rates are in the order of estimators, data and α.
	Rates []Rates `json:"rates"`
	// Limits has a result for each batch size.
	Limits []NormalLimit `json:"limits"`
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{r.ratesTable(), LimitsTable(r.Limits)}
}

// ratesTable has a row for each estimator and data, and a row for the nominal rates.
func (r *Result) ratesTable() tabulate.Table {
	t := tabulate.Table{
		Name:   "rates",
		Title:  fmt.Sprintf("Rates of false edges / found edges, %s of %d repetitions, batches of %d, r = %g", tabulate.Plural(r.Config.Seeds, "seed"), r.Config.Repetitions, r.Config.BatchSize, r.Config.R),
		Header: []string{"data", "estimator"}, Data: r.full(), Notes: r.notes(),
	}
	for _, alpha := range r.Config.Alphas {
		t.Header = append(t.Header, fmt.Sprintf("α = %g", alpha))
	}
	t.Header = append(t.Header, "covers fresh batch", "covers true mean")
	for at, d := range r.Config.Data {
		nominal := []string{d.String(), "nominal"}
		for _, alpha := range r.Config.Alphas {
			nominal = append(nominal, fmt.Sprintf("%.3f", r.Config.Nominal(d, alpha)))
		}
		t.Rows = append(t.Rows, append(nominal, fmt.Sprintf("%.3f", r.Config.NominalCover()), ""))
		for i := range r.Config.Estimators {
			from := (i*len(r.Config.Data) + at) * len(r.Config.Alphas)
			same := r.Rates[from : from+len(r.Config.Alphas)]
			row := []string{d.String(), same[0].Estimator}
			for _, x := range same {
				row = append(row, fmt.Sprintf("%.3f / %.3f", x.FalseEdges.Mean, x.Found.Mean))
			}
			t.Rows = append(t.Rows, append(row, fmt.Sprintf("%.3f", same[0].CoverBatch.Mean), fmt.Sprintf("%.3f", same[0].CoverMean.Mean)))
		}
	}
	return t
}

// full returns every rate with its interval.
func (r *Result) full() [][]string {
	all := [][]string{slices.Concat([]string{"estimator", "rows", "batches", "alpha", "nominal"},
		tabulate.Ends("false_edges", "reversed", "found", "cover_batch", "cover_mean", "cyclic"))}
	for _, x := range r.Rates {
		row := tabulate.InFull(x.Estimator, x.Data.Rows, x.Data.Batches, x.Alpha, x.Nominal).Full
		for _, e := range []study.Estimate{x.FalseEdges, x.Reversed, x.Found, x.CoverBatch, x.CoverMean, x.Cyclic} {
			row = append(row, capped(e).Full()...)
		}
		all = append(all, row)
	}
	return all
}

// notes names the ways to build graphs that are furthest from the nominal rates.
func (r *Result) notes() []string {
	edge, cover, widest := r.Rates[0], r.Rates[0], 0.0
	nominal := r.Config.NominalCover()
	for _, x := range r.Rates {
		for _, e := range []study.Estimate{capped(x.FalseEdges), capped(x.Found)} {
			widest = max(widest, e.High-e.Mean, e.Mean-e.Low)
		}
		if math.Abs(x.FalseEdges.Mean-x.Nominal) > math.Abs(edge.FalseEdges.Mean-edge.Nominal) {
			edge = x
		}
		if math.Abs(x.CoverBatch.Mean-nominal) > math.Abs(cover.CoverBatch.Mean-nominal) {
			cover = x
		}
	}
	intervals := fmt.Sprintf("The rates have 95 %% intervals over seeds, which are limited to [0, 1]. The ends of the intervals are at most %.3f from the rate.", widest)
	if r.Config.Seeds == 1 {
		intervals = "With one seed there is no interval."
	}
	return []string{
		fmt.Sprintf("Nominal: the rate of false edges for normal scores with a known standard deviation. The measured rate differs most for %s on %s at α = %g: %s instead of %.3f.",
			edge.Estimator, edge.Data, edge.Alpha, capped(edge.FalseEdges).Interval("%.3f"), edge.Nominal),
		fmt.Sprintf("Covers fresh batch: the share of intervals that contain the difference of a fresh batch. The nominal share is %.3f. The measured share differs most for %s on %s: %s.",
			nominal, cover.Estimator, cover.Data, capped(cover.CoverBatch).Interval("%.3f")),
		"Covers true mean: the share of intervals that contain the true difference of the means. It has no nominal rate.",
		intervals,
	}
}

// LimitsTable has a row with the distance of batch means from the normal distribution for each batch size. All sizes have the
// same number of batches.
func LimitsTable(limits []NormalLimit) tabulate.Table {
	batches := 0
	if len(limits) > 0 {
		batches = len(limits[0].Means)
	}
	chance := 1.358 / math.Sqrt(float64(max(batches, 1))) // Kolmogorov's 95 % quantile
	t := tabulate.Table{
		Name: "normal-limits", Title: fmt.Sprintf("Means of %d batches compared with the normal distribution", batches),
		Header: []string{"batch size", "skewness", "skewness · √B", "distance"},
		Data:   [][]string{{"batch_size", "mu", "sigma", "skewness", "distance"}},
	}
	within := 0
	for _, l := range limits {
		t.Add(tabulate.Count(l.BatchSize), tabulate.InFull(l.Mu, l.Sigma), tabulate.Number("%.2f", l.Skewness),
			tabulate.Shown(fmt.Sprintf("%.2f", l.Skewness*math.Sqrt(float64(l.BatchSize)))), tabulate.Number("%.4f", l.Distance))
		if l.Distance <= chance {
			within++
		}
	}
	t.Notes = []string{fmt.Sprintf("Distance: the largest difference between the distribution functions of the means and of the normal distribution. For normal means, it would be within %.4f in 95 %% of such samples. This holds for %d of %d batch sizes.", chance, within, len(limits))}
	return t
}

// Rates are the error rates of one way to build graphs, over the seeds.
type Rates struct {
	Estimator string  `json:"estimator"`
	Data      Data    `json:"data"`
	Alpha     float64 `json:"alpha"`
	// Nominal is the rate of false edges for normal scores with a known standard deviation.
	Nominal float64 `json:"nominal"`
	// FalseEdges is the share of pairs without a difference that have an edge. Reversed and Found are the shares of pairs with
	// a difference that have a wrong or a right edge.
	FalseEdges study.Estimate `json:"false_edges"`
	Reversed   study.Estimate `json:"reversed"`
	Found      study.Estimate `json:"found"`
	// CoverBatch is the share of intervals that contain the difference of a fresh batch. CoverMean is the share that contain
	// the true difference.
	CoverBatch study.Estimate `json:"cover_batch"`
	CoverMean  study.Estimate `json:"cover_mean"`
	// Cyclic is the share of graphs with a cycle.
	Cyclic study.Estimate `json:"cyclic"`
}

// capped returns a rate whose interval is limited to [0, 1].
func capped(e study.Estimate) study.Estimate {
	e.Low, e.High = max(e.Low, 0), min(e.High, 1)
	return e
}

// level is the confidence level of the intervals.
const level = 0.95

// rates returns the error rates of one way to build graphs.
func (c Config) rates(w Rates, found []calibrate.Result) Rates {
	over := func(pick func(calibrate.Result) float64) study.Estimate { return study.Over(found, level, pick) }
	w.Nominal = c.Nominal(w.Data, w.Alpha)
	w.FalseEdges, w.Reversed = over(func(c calibrate.Result) float64 { return c.FalseEdges }), over(func(c calibrate.Result) float64 { return c.Reversed })
	w.Found, w.Cyclic = over(func(c calibrate.Result) float64 { return c.Found }), over(func(c calibrate.Result) float64 { return c.Cyclic })
	w.CoverBatch, w.CoverMean = over(func(c calibrate.Result) float64 { return c.CoverBatch }), over(func(c calibrate.Result) float64 { return c.CoverMean })
	return w
}

// Nominal returns the probability of an edge between features of equal means, for
// normal scores with a known standard deviation:
//
//	P(|z| > z_α·√n) = 2Φ(−z_α·√n)
//
// n is the effective number of batches of the used rows. M rows that are redrawn from N rows count as N·M/(N + M − 1) rows.
func (c Config) Nominal(d Data, alpha float64) float64 {
	size := float64(c.BatchSize)
	worth := float64(d.Rows / c.BatchSize)
	if d.Batches > 0 {
		rows, drawn := float64(d.Rows), float64(d.Batches)*size
		worth = rows * drawn / (rows + drawn - 1) / size
	}
	z := distuv.UnitNormal.Quantile(alpha)
	return 2 * distuv.UnitNormal.CDF(-z*math.Sqrt(max(worth, 1)))
}

// NominalCover returns the probability that a fresh batch is within r standard deviations, 2Φ(r) − 1.
func (c Config) NominalCover() float64 { return 2*distuv.UnitNormal.CDF(c.R) - 1 }
