package fewsamples

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Cases are in the order of the settings.
	Cases []Found `json:"cases"`
	// Goals are the predictions with what was found, of those whose case was run.
	Goals []contest.Outcome `json:"goals"`
	// Times are measured apart, as they are no two runs' the same; nil where nobody did.
	Times *Times `json:"times,omitempty"`
}

// Found is what a case finds.
type Found struct {
	Case Case `json:"case"`
	// Edges is the mean number of the order's edges.
	Edges   float64         `json:"edges"`
	Entries []contest.Entry `json:"entries"`
	// Section is the rows of the entries beside the references.
	Section contest.Section `json:"section"`
}

// references are what errors are divided by.
var references = []string{unconstrained, ridge}

// fold makes entries of draws; of ridge's strengths it takes the best one.
func (c Config) fold(k Case, draws []draw) Found {
	f := Found{Case: k}
	for i, name := range k.Methods {
		m, _ := c.method(k, name) // found by Validate
		e := contest.Entry{Name: name, Tuning: contest.Tuning(m, contest.DefaultTuneOptions(0))}
		of := func(d draw) float64 { return d.Errors[i] }
		if name == bestRidge {
			best := strongest(draws)
			e.Tuning, of = "the strength with the least mean test error", func(d draw) float64 { return d.Strengths[best] }
		}
		e.Errors = study.Each(draws, of)
		for _, d := range draws {
			e.Fits += float64(d.Fits[i]) / float64(len(draws))
		}
		f.Entries = append(f.Entries, e)
	}
	for _, d := range draws {
		f.Edges += float64(d.Edges) / float64(len(draws))
	}
	return f
}

// strongest is the strength with the least mean error.
func strongest(draws []draw) int {
	sums := make([]float64, contest.GridSize)
	for _, d := range draws {
		floats.Add(sums, d.Strengths)
	}
	return slices.Index(sums, slices.Min(sums))
}

// conclude compares, and judges the predictions.
func (r *Result) conclude() (err error) {
	o := contest.DefaultCompareOptions()
	for i := range r.Cases {
		f, outcomes := &r.Cases[i], []contest.Outcome(nil)
		asked := slices.DeleteFunc(Goals(), func(g contest.Goal) bool {
			return g.Case != f.Case.Name || !slices.Contains(f.Case.Methods, g.Method) || !slices.Contains(f.Case.Methods, g.Against)
		})
		if f.Section, outcomes, err = contest.Conclude(f.Case.Name, references, f.Entries, asked, o); err != nil {
			return err
		}
		r.Goals = append(r.Goals, outcomes...)
	}
	return nil
}

// Goals are the predictions, written down before any run.
func Goals() []contest.Goal {
	goal := func(what, of, method, against string, most float64) contest.Goal {
		return contest.Goal{What: what, Case: of, Method: method, Against: against, Most: most}
	}
	return []contest.Goal{
		goal("n = 16, noise 1: intervals against unconstrained", "centre", intervals, unconstrained, 0.35),
		goal("n = 16, noise 1: intervals against the best ridge", "centre", intervals, bestRidge, 0.5),
		goal("n = 16, noise 1: intervals against rank-weighted ridge", "centre", intervals, rankRidge, 1),
		goal("n = 16, noise 1: intervals against the tuned weighted sum", "centre", intervals, weightedSum, 1),
		goal("n = 16, noise 1: intervals against the tuned weighted sum with ridge", "centre", intervals, keptSum, 1),
		goal("n = 16, noise 1: order only against unconstrained", "centre", orderOnly, unconstrained, 0.5),
		goal("n = 128: intervals against ridge", "n = 128", intervals, ridge, 1),
		goal("the mean of the posterior under the order against ridge", "centre", contest.PosteriorOrder, ridge, 0.30),
		goal("with signs", "centre", contest.PosteriorBoth, ridge, 0.16),
		goal("the mean of the posterior, told less, against IGBO with intervals", "centre", contest.PosteriorOrder, intervals, 1),
		goal("the least squares on the cone, which are one model that obeys, against ridge", "centre", contest.ConeAlone().Name(), ridge, 0.60),
		goal("the mean of 16 draws against one draw", "centre", sixteenDraws, oneDraw, 0.5),
		goal("a soft order against a hard one: at least 80 % of the gain is kept", "centre", contest.PosteriorSoft, contest.PosteriorOrder, 1.4),
		goal("IGBO with order and signs against ordered non-negative least squares: a tie", "centre", "IGBO, order and signs", contest.OrderedCone, 1.05),
		goal("stacking against the best of its parts", "centre", contest.Stacked, contest.PosteriorOrder, 1.25),
		goal("n = 128: the posterior under the order against ridge", "n = 128", contest.PosteriorOrder, ridge, 0.68),
		goal("network, monotone truth: intervals against weight decay", "network, monotone", intervals, weightDecay, 0.9),
		goal("network, mixed truth: intervals against weight decay", "network, mixed", intervals, weightDecay, 1),
	}
}

// Tables implements study.Result.
func (r *Result) Tables() []study.Table {
	sections := study.Each(r.Cases, func(f Found) contest.Section { return f.Section })
	t := contest.Table("few-samples", fmt.Sprintf("Squared distance from the truth (%s)", study.Plural(r.Config.Seeds, "draw")), references, sections)
	t.Notes = append(t.Notes, "best ridge*: the strength was chosen on test errors. Distillation may ask the truth itself.",
		fmt.Sprintf("Cases around the first have %s, those with networks %d; unconstrained, ridge and rank-weighted ridge there are linear.",
			study.Plural(min(r.Config.Around, r.Config.Seeds), "draw"), min(r.Config.Networks, r.Config.Seeds)))
	tables := []study.Table{t}
	if len(r.Goals) > 0 {
		tables = append(tables, contest.GoalTable("few-samples-goals", r.Goals))
	}
	first := r.Cases[0]
	blocks, err := contest.Blocks("few-samples-blocks", "The same in blocks of seeds: "+first.Case.Name, ridge, headlines, first.Entries, contest.DefaultCompareOptions())
	if err == nil && len(blocks.Rows) > 0 {
		tables = append(tables, blocks)
	}
	tables = append(tables, r.orders())
	if r.Times != nil {
		tables = append(tables, r.times())
	}
	return tables
}

// headlines are the methods that are quoted.
var headlines = []string{
	rankRidge, "sign-rank-ridge", contest.OrderedCone, intervals, orderOnly, "IGBO, order and signs", contest.PosteriorBare, contest.PosteriorOrder,
	contest.PosteriorBoth, contest.PosteriorSoft, contest.Stacked,
}

// orders are the sizes of the orders.
func (r *Result) orders() study.Table {
	t := study.Table{Name: "few-samples-orders", Title: "Edges of the order", Header: []string{"case", "samples", "noise", "truth", "decay", "r", "edges", "mean error of ridge"}}
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

// Times says how long the methods of the first case take.
type Times struct {
	// How says on which machine, and how.
	How     string           `json:"how"`
	Methods []contest.Timing `json:"methods"`
}

// times is the table of the committed times.
func (r *Result) times() study.Table {
	t := study.Table{
		Name: "few-samples-times", Title: "Processor time for a model, its tuning included: " + r.Cases[0].Case.Name,
		Header: []string{"method", "milliseconds"}, Data: [][]string{{"method", "seconds"}}, Notes: []string{r.Times.How},
	}
	for _, m := range r.Times.Methods {
		t.Add(study.Words(m.Name), study.Shown(fmt.Sprintf("%.3g", 1e3*m.Seconds)), study.InFull(m.Seconds))
	}
	return t
}
