package front

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Point is a trained oracle, or the straight line, measured on fresh pairs.
type Point struct {
	Lambda float64 `json:"lambda"`
	// Length is the mean ratio of length to distance in the data's units.
	Length float64 `json:"length"`
	// Valid is the share of places on the paths whose distance from the distribution is at most 1.
	Valid float64 `json:"valid"`
	// Conflict is the share of training steps with conflicting gradients.
	Conflict float64 `json:"conflict"`
	// Front reports whether no other point of the sweep dominates it in length and validity.
	Front bool `json:"front"`
}

// Sweep has one rule's points for one seed.
type Sweep struct {
	Rule   string  `json:"rule"`
	Points []Point `json:"points"`
}

// Seed has the results of one seed.
type Seed struct {
	Seed     int64   `json:"seed"`
	Straight Point   `json:"straight"`
	Sweeps   []Sweep `json:"sweeps"`
}

// Distribution has the results of one distribution.
type Distribution struct {
	Distribution string `json:"law"`
	Seeds        []Seed `json:"seeds"`
}

// Result is the result of the study.
type Result struct {
	// Config has the settings. The result of study routing stores them for all questions.
	Config        Config         `json:"-"`
	Distributions []Distribution `json:"laws"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config = c
	return &with
}

// markFront marks the points that no other point dominates.
func markFront(points []Point) {
	for i, p := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q Point) bool {
			return q.Length <= p.Length && q.Valid >= p.Valid && (q.Length < p.Length || q.Valid > p.Valid)
		})
	}
}

func valid(p Point) float64    { return p.Valid }
func length(p Point) float64   { return p.Length }
func conflict(p Point) float64 { return p.Conflict }

// best returns the index of the λ at which the paths of a rule are most valid on average over seeds.
func (r *Result) best(l Distribution, rule int) int {
	means := make([]float64, len(r.Config.Lambdas))
	for k := range means {
		means[k] = r.over(l, rule, k, valid).Mean
	}
	return floats.MaxIdx(means)
}

// over returns a quantity over the seeds of a distribution, at point k of a rule.
func (r *Result) over(l Distribution, rule, k int, of func(Point) float64) study.Estimate {
	return study.Over(l.Seeds, r.Config.Level, func(s Seed) float64 { return of(s.Sweeps[rule].Points[k]) })
}

// straight returns a quantity of the straight lines.
func (r *Result) straight(l Distribution, of func(Point) float64) study.Estimate {
	return study.Over(l.Seeds, r.Config.Level, func(s Seed) float64 { return of(s.Straight) })
}

// Tables implements study.Result: for each distribution a line for each rule, at the λ of its most valid paths and at every λ.
func (r *Result) Tables() []tabulate.Table {
	t := tabulate.Table{
		Name: "oracle-front", Title: "Validity and length of an oracle's paths by rule, " + study.Intervals(r.Config.Level, r.Config.Seeds),
		Header: []string{"distribution", "rule", "largest valid share", "at λ", "length at this λ", "steps in conflict"}, Data: r.points(), Notes: r.notes(),
	}
	for _, lambda := range r.Config.Lambdas {
		t.Header = append(t.Header, fmt.Sprintf("valid at λ = %g", lambda))
	}
	for _, l := range r.Distributions {
		t.Rows = append(t.Rows, r.straightRow(l))
		for rule := range r.Config.Rules {
			t.Rows = append(t.Rows, r.ruleRow(l, rule))
		}
	}
	return []tabulate.Table{t}
}

const threeDigits = "%.3f"

func (r *Result) straightRow(l Distribution) []string {
	row := []string{l.Distribution, "straight line", r.straight(l, valid).Interval(threeDigits), "–", fmt.Sprintf(threeDigits, r.straight(l, length).Mean), "–"}
	return append(row, slices.Repeat([]string{"–"}, len(r.Config.Lambdas))...)
}

func (r *Result) ruleRow(l Distribution, rule int) []string {
	at := r.best(l, rule)
	row := []string{
		l.Distribution, r.Config.Rules[rule], r.over(l, rule, at, valid).Interval(threeDigits), fmt.Sprint(r.Config.Lambdas[at]),
		r.over(l, rule, at, length).Interval(threeDigits), fmt.Sprintf("%.0f %%", 100*r.over(l, rule, at, conflict).Mean),
	}
	for k := range r.Config.Lambdas {
		row = append(row, fmt.Sprintf(threeDigits, r.over(l, rule, k, valid).Mean))
	}
	return row
}

// notes describes the numbers and the result of the paper's rule.
func (r *Result) notes() []string {
	notes := []string{
		"Valid: the share of the path that is as close to the distribution as 95 % of its data; for the data themselves, this share is 0.95. The loss of the length has the weight λ, and the loss of the validity has the weight 1 − λ.",
		"Every training begins at the straight line, which minimises L_path and is Pareto-stationary.",
	}
	notes = append(notes, study.IntervalNotes(r.Config.Seeds)...)
	for _, l := range r.Distributions {
		most := make([]float64, len(r.Config.Rules))
		for rule := range most {
			most[rule] = r.over(l, rule, r.best(l, rule), valid).Mean
		}
		top := floats.MaxIdx(most)
		notes = append(notes, fmt.Sprintf("On the %s, %s has the most valid paths: %.3f at a length of %.2f. The straight line has %.3f.",
			l.Distribution, r.Config.Rules[top], most[top], r.over(l, top, r.best(l, top), length).Mean, r.straight(l, valid).Mean))
	}
	return notes
}

// points returns one line per point.
func (r *Result) points() [][]string {
	lines := [][]string{{"law", "seed", "rule", "lambda", "length", "valid", "conflict", "front"}}
	add := func(distribution string, seed int64, rule string, lambda any, p Point) {
		lines = append(lines, tabulate.InFull(distribution, seed, rule, lambda, p.Length, p.Valid, p.Conflict, p.Front).Full)
	}
	for _, l := range r.Distributions {
		for _, s := range l.Seeds {
			add(l.Distribution, s.Seed, "straight line", "", s.Straight)
			for _, sweep := range s.Sweeps {
				for _, p := range sweep.Points {
					add(l.Distribution, s.Seed, sweep.Rule, p.Lambda, p)
				}
			}
		}
	}
	return lines
}

// Figures implements study.Result: for each distribution, the fronts as means over seeds.
func (r *Result) Figures() ([]plots.Figure, error) {
	drawings := study.Each(r.Distributions, func(l Distribution) study.Drawing { return study.Drawn(r.front(l)) })
	return study.Figures(drawings...)
}

// front draws a distribution's sweeps in the plane of length and invalidity.
func (r *Result) front(l Distribution) (plots.Figure, error) {
	var sets []plots.ParetoSet
	for rule, name := range r.Config.Rules {
		set := plots.ParetoSet{Name: name, Labels: make([]string, len(r.Config.Lambdas))}
		for k := range r.Config.Lambdas {
			set.L = append(set.L, r.over(l, rule, k, length).Mean)
			set.H = append(set.H, 1-r.over(l, rule, k, valid).Mean)
		}
		if name == "weighted-sum" {
			for _, k := range []int{0, len(r.Config.Lambdas) - 1} {
				set.Labels[k] = fmt.Sprintf("λ = %g", r.Config.Lambdas[k])
			}
		}
		sets = append(sets, set)
	}
	straight := plots.ParetoMark{Name: "straight line", L: r.straight(l, length).Mean, H: 1 - r.straight(l, valid).Mean}
	return plots.ParetoFront(sets, []plots.ParetoMark{straight}, nil, plots.Name("oracle-front-"+l.Distribution), plots.Size(720, 480),
		plots.Title(fmt.Sprintf("Length against validity on the %s, %s", l.Distribution, tabulate.Plural(len(l.Seeds), "seed"))),
		plots.XLabel("length of the path (1 = straight)"), plots.YLabel("invalid share of the path"))
}
