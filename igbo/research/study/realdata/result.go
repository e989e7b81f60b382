package realdata

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Result is the result of the study.
type Result struct {
	Config Config  `json:"config"`
	Groups []Group `json:"groups"`
}

// Group is the result of one set with a number of samples.
type Group struct {
	Set     string `json:"set"`
	Samples int    `json:"samples"`
	Kind    Kind   `json:"kind"`
	// Entries are the methods with their errors on held-out samples in each draw.
	Entries []trial.Entry `json:"entries"`
	// Within has, with a shortcut, the errors on data in which the shortcut holds as in training.
	Within []trial.Entry `json:"within,omitempty"`
}

func newGroup(g group, f trial.Found) Group {
	made := Group{Set: g.set, Samples: g.samples, Kind: g.kind, Entries: f.Entries(6)}
	if g.kind == Shortcuts {
		for i, e := range made.Entries {
			within := study.Each(f.Also(i, 0), func(x float64) float64 { return trial.Round(x, 6) })
			made.Within = append(made.Within, trial.Entry{Name: e.Name, Tuning: e.Tuning, Errors: within})
		}
	}
	return made
}

// Find returns the results of a set, or nil if there are none.
func (r *Result) Find(set string, samples int, kind Kind) *Group {
	return study.First(r.Groups, func(g *Group) bool { return g.Set == set && g.Samples == samples && g.Kind == kind })
}

// Over returns the ratio of a method's mean error on a set to another's. It returns false if one of them was not tried.
func (r *Result) Over(set string, samples int, kind Kind, method, reference string) (trial.Row, bool) {
	g := r.Find(set, samples, kind)
	if g == nil {
		return trial.Row{}, false
	}
	return r.over(g.Entries, method, reference)
}

func (r *Result) over(entries []trial.Entry, method, reference string) (trial.Row, bool) {
	return trial.Over(entries, method, reference, r.compare())
}

// resamples is the number of resamples of every bootstrap.
const resamples = 2000

func (r *Result) compare() trial.CompareOptions {
	return trial.CompareOptions{Level: r.Config.Level, Resamples: resamples, Seed: 1}
}

// Pooled returns the geometric mean over sets of the ratio of a method's mean error to another's. The draws of each set are
// resampled separately, and there is no P. It returns false if a set lacks one of them.
func (r *Result) Pooled(sets []string, samples int, kind Kind, method, reference string) (trial.Row, bool) {
	var pairs [][2][]float64
	all := trial.Row{P: math.NaN()}
	for _, set := range sets {
		g := r.Find(set, samples, kind)
		if g == nil {
			return all, false
		}
		one, ok := trial.Over(g.Entries, method, reference, trial.CompareOptions{})
		if !ok {
			return all, false
		}
		all.Wins, all.Ties, all.Losses = all.Wins+one.Wins, all.Ties+one.Ties, all.Losses+one.Losses
		pairs = append(pairs, [2][]float64{trial.Find(g.Entries, method).Errors, trial.Find(g.Entries, reference).Errors})
	}
	if len(pairs) == 0 {
		return all, false
	}
	sum := 0.0
	for _, p := range pairs {
		sum += math.Log(stat.Mean(p[0], nil) / stat.Mean(p[1], nil))
	}
	all.Ratio = math.Exp(sum / float64(len(pairs)))
	o := r.compare()
	o.Seed = 2
	all.Low, all.High = trial.Pooled(pairs, o, uint64(samples))
	return all, true
}

// goal is a largest ratio that was set before the study was run.
type goal struct {
	what string
	study.Bound
	// sets are pooled, with n samples and a kind. method is compared with reference.
	sets              []string
	samples           int
	kind              Kind
	method, reference string
}

// goals returns the goals of the project, which were never changed. The author's own prediction is in Predictions.
func (r *Result) goals() []goal {
	n, three, shortcut := goalSamples, r.goalSets(), r.Config.Shortcut.Samples
	all := []goal{{"order with signs ÷ ridge, pooled", study.AtMost(0.85), three, n, Linear, signsName, ridgeName}}
	for _, set := range pooled {
		all = append(all, goal{"order with signs ÷ ridge, upper end, " + set, study.Below(1), []string{set}, n, Linear, signsName, ridgeName})
	}
	all = append(all,
		goal{"order with signs ÷ sign-rank-ridge, pooled", study.AtMost(1), three, n, Linear, signsName, benchmark.SignRankRidge().Name()},
		goal{"order with signs ÷ ridge towards the centroid, pooled", study.AtMost(1.03), three, n, Linear, signsName, benchmark.ToCentroid().Name()},
		goal{"reversed order with signs and gate ÷ ridge, pooled", study.AtMost(1.05), three, n, Linear, signsName + gateSuffix + reverses, ridgeName},
		goal{"reversed order with gate ÷ ridge, pooled", study.AtMost(1.05), three, n, Linear, orderName + gateSuffix + reverses, ridgeName})
	for _, p := range []goal{
		{what: benchmark.PosteriorOrder, Bound: study.AtMost(0.82), method: benchmark.PosteriorOrder},
		{what: benchmark.PosteriorBoth, Bound: study.AtMost(0.79), method: benchmark.PosteriorBoth},
		{what: benchmark.PosteriorBare, Bound: study.AtMost(0.92), method: benchmark.PosteriorBare},
		{what: "order with signs, fresh draws", Bound: study.AtMost(0.8), method: signsName},
		{what: benchmark.PosteriorSoft + reverses, Bound: study.AtMost(1), method: benchmark.PosteriorSoft + reverses},
		{what: benchmark.PosteriorBoth + " ÷ sign-rank-ridge, upper end", Bound: study.Below(1), method: benchmark.PosteriorBoth, reference: benchmark.SignRankRidge().Name()},
		{what: benchmark.PosteriorBoth + " ÷ order with signs, upper end", Bound: study.Below(1), method: benchmark.PosteriorBoth, reference: signsName},
		{what: benchmark.PosteriorSoftAll + " ÷ " + benchmark.PosteriorBoth, Bound: study.AtMost(1.08), method: benchmark.PosteriorSoftAll, reference: benchmark.PosteriorBoth},
	} {
		if p.sets, p.samples, p.kind = three, n, Linear; p.reference == "" {
			p.what, p.reference = p.what+" ÷ ridge", ridgeName
		}
		p.what += ", pooled"
		all = append(all, p)
	}
	for _, set := range []string{weatherDays, penguinsMass} {
		all = append(all,
			goal{"the posterior's mean ÷ one draw, " + set, study.AtMost(0.9), []string{set}, n, Linear, benchmark.PosteriorOrder, oneDraw},
			goal{"the posterior's mean ÷ mean of 16 draws, " + set, study.AtMost(1), []string{set}, n, Linear, benchmark.PosteriorOrder, sixteenDraws})
	}
	for _, set := range r.Config.Sets {
		if set != penguinsSpecies {
			all = append(all, goal{benchmark.PosteriorSoft + reverses + " ÷ ridge, " + set, study.AtMost(1.1), []string{set}, n, Linear, benchmark.PosteriorSoft + reverses, ridgeName})
		}
	}
	for _, set := range []string{weatherDays, penguinsMass} {
		all = append(all, goal{"cap ÷ deleting the column, " + set, study.AtMost(1.05), []string{set}, shortcut, Shortcuts, capName, Shortcuts.reference()})
	}
	return all
}

// value returns the ratio, or false if it was not measured.
func (g goal) value(r *Result) (trial.Row, bool) {
	if g.kind == Shortcuts {
		return r.Over(g.sets[0], g.samples, g.kind, g.method, g.reference)
	}
	return r.Pooled(g.sets, g.samples, g.kind, g.method, g.reference)
}

// goalSamples is n in the goals.
const goalSamples = 16

func (r *Result) goalTable() tabulate.Table {
	t := tabulate.Table{
		Name: "real-data-goals", Title: fmt.Sprintf("Goals set before the study was run (n = %d)", goalSamples),
		Notes: []string{
			r.drawsNote(r.Config.Draws),
			"A goal bounds the ratio or, if it says so, the upper end of its interval. Goals for sets or sizes that were not run have no value.",
		},
		Header: []string{"goal", "bound", "value", "verdict"},
		Data:   [][]string{{"goal", "bound", "value", "low", "high", "verdict"}},
	}
	for _, g := range r.goals() {
		q, ok := g.value(r)
		t.Add(tabulate.Words(g.what), g.Field(), study.Known(q.Over(), ok), g.Outcome(q.Over(), ok))
	}
	return t
}
