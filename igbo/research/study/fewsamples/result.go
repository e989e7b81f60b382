package fewsamples

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	// Cases are in the order of the settings.
	Cases []Found `json:"cases"`
	// Goals are the predictions with their outcomes, for the cases that were run.
	Goals []trial.Outcome `json:"goals"`
	// Times are measured separately, because they differ between runs; nil if they were not measured.
	Times *Times `json:"times,omitempty"`
}

// Found is the result of a case.
type Found struct {
	Case Case `json:"case"`
	// Edges is the mean number of edges of the order.
	Edges float64 `json:"edges"`
	trial.Compared
}

// references are the methods whose errors are the denominators.
var references = []string{unconstrained, ridge}

// fold makes the entries of a case from its runs. For ridge with every strength, it selects the best strength.
func fold(k Case, found trial.Found) Found {
	f := Found{Case: k}
	f.Entries = found.Entries(0)
	if best := slices.Index(k.Methods, bestRidge); best >= 0 {
		sums := make([]float64, benchmark.GridSize)
		for _, r := range found.Runs {
			floats.Add(sums, r.Methods[best].Also)
		}
		f.Entries[best].Errors = found.Also(best, slices.Index(sums, slices.Min(sums)))
	}
	for _, edges := range found.Facts(0) {
		f.Edges += edges / float64(len(found.Runs))
	}
	return f
}

// conclude computes the ratios and judges the predictions.
func (r *Result) conclude() error {
	for i := range r.Cases {
		f := &r.Cases[i]
		outcomes, err := f.Conclude(f.Case.Name, references, Goals(), trial.DefaultCompareOptions())
		if err != nil {
			return err
		}
		r.Goals = append(r.Goals, outcomes...)
	}
	return nil
}

// Goals returns the predictions, which were written before any run.
func Goals() []trial.Prediction {
	goal := func(what, of, method, against string, most float64) trial.Prediction {
		return trial.Prediction{What: what, Case: of, Method: method, Against: against, Most: most}
	}
	return []trial.Prediction{
		goal("n = 16, noise 1: intervals against unconstrained", "centre", intervals, unconstrained, 0.35),
		goal("n = 16, noise 1: intervals against the best ridge", "centre", intervals, bestRidge, 0.5),
		goal("n = 16, noise 1: intervals against rank-weighted ridge", "centre", intervals, rankRidge, 1),
		goal("n = 16, noise 1: intervals against the tuned weighted sum", "centre", intervals, weightedSum, 1),
		goal("n = 16, noise 1: intervals against the tuned weighted sum with ridge", "centre", intervals, keptSum, 1),
		goal("n = 16, noise 1: order only against unconstrained", "centre", orderOnly, unconstrained, 0.5),
		goal("n = 128: intervals against ridge", "n = 128", intervals, ridge, 1),
		goal("the mean of the posterior under the order against ridge", "centre", benchmark.PosteriorOrder, ridge, 0.30),
		goal("with signs", "centre", benchmark.PosteriorBoth, ridge, 0.16),
		goal("the mean of the posterior, told less, against IGBO with intervals", "centre", benchmark.PosteriorOrder, intervals, 1),
		goal("the least squares on the cone, which are one model that obeys, against ridge", "centre", benchmark.ConeAlone().Name(), ridge, 0.60),
		goal("the mean of 16 draws against one draw", "centre", sixteenDraws, oneDraw, 0.5),
		goal("a soft order against a hard one: at least 80 % of the gain is kept", "centre", benchmark.PosteriorSoft, benchmark.PosteriorOrder, 1.4),
		goal("IGBO with order and signs against ordered non-negative least squares: a tie", "centre", "IGBO, order and signs", benchmark.OrderedCone, 1.05),
		goal("stacking against the best of its parts", "centre", benchmark.Stacked, benchmark.PosteriorOrder, 1.25),
		goal("n = 128: the posterior under the order against ridge", "n = 128", benchmark.PosteriorOrder, ridge, 0.68),
		goal("network, monotone truth: intervals against weight decay", "network, monotone", intervals, weightDecay, 0.9),
		goal("network, mixed truth: intervals against weight decay", "network, mixed", intervals, weightDecay, 1),
	}
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	sections := study.Each(r.Cases, func(f Found) trial.Section { return f.Section })
	t := trial.Table("few-samples", fmt.Sprintf("Squared distance from the truth (%s)", tabulate.Plural(r.Config.Seeds, "draw")), references, sections)
	t.Notes = append(t.Notes, "best ridge*: the ridge strength was chosen by test error. Distillation is trained on the noise-free truth.",
		fmt.Sprintf("Each case after the first has %s, and cases with networks have %d. In cases with networks, unconstrained, ridge and rank-weighted ridge are linear models.",
			tabulate.Plural(min(r.Config.Around, r.Config.Seeds), "draw"), min(r.Config.Networks, r.Config.Seeds)))
	tables := []tabulate.Table{t}
	if len(r.Goals) > 0 {
		tables = append(tables, trial.PredictionTable("few-samples-goals", r.Goals))
	}
	first := r.Cases[0]
	blocks, err := trial.Blocks("few-samples-blocks", "Error ÷ ridge's error in blocks of draws: "+first.Case.Name, ridge, headlines, first.Entries, trial.DefaultCompareOptions())
	if err == nil && len(blocks.Rows) > 0 {
		tables = append(tables, blocks)
	}
	if cases := r.cases(); len(cases.Rows) > 0 {
		tables = append(tables, cases)
	}
	tables = append(tables, r.orders())
	if r.Times != nil {
		tables = append(tables, r.times())
	}
	return tables
}

// headlines are the methods that texts quote.
var headlines = []string{
	rankRidge, "sign-rank-ridge", benchmark.OrderedCone, intervals, orderOnly, "IGBO, order and signs", benchmark.PosteriorBare, benchmark.PosteriorOrder,
	benchmark.PosteriorBoth, benchmark.PosteriorSoft, benchmark.Stacked,
}

// orders shows the sizes of the orders.
func (r *Result) orders() tabulate.Table {
	t := tabulate.Table{Name: "few-samples-orders", Title: "Edges of the order", Header: []string{"case", "samples", "noise", "truth", "decay", "r", "edges", "mean error of ridge"}}
	for _, f := range r.Cases {
		k := f.Case
		e := f.Entries[slices.Index(k.Methods, ridge)]
		t.Rows = append(t.Rows, []string{
			k.Name, fmt.Sprint(k.Samples), fmt.Sprintf("%g", k.Noise), k.Truth, fmt.Sprintf("%g", k.Decay), fmt.Sprintf("%g", k.R),
			fmt.Sprintf("%.1f", f.Edges), fmt.Sprintf("%.3g", stat.Mean(e.Errors, nil)),
		})
	}
	return t
}

// Times has the time that each method of the first case takes.
type Times struct {
	// How describes the machine and the measurement.
	How     string             `json:"how"`
	Methods []benchmark.Timing `json:"methods"`
}

// times shows the committed times.
func (r *Result) times() tabulate.Table {
	t := tabulate.Table{
		Name: "few-samples-times", Title: "CPU time per model, including tuning: " + r.Cases[0].Case.Name,
		Header: []string{"method", "milliseconds"}, Data: [][]string{{"method", "seconds"}}, Notes: []string{r.Times.How},
	}
	for _, m := range r.Times.Methods {
		t.Add(tabulate.Words(m.Name), tabulate.Shown(fmt.Sprintf("%.3g", 1e3*m.Seconds)), tabulate.InFull(m.Seconds))
	}
	return t
}
