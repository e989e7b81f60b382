package recurrence

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Config selects the graphs to compare.
type Config struct {
	// Base is the experiment whose teachers are scored; its Alpha is ignored.
	Base teacherstudent.Config `json:"base"`
	// Alphas are the thresholds α of the rule.
	Alphas []float64 `json:"alphas" bounds:"distinct"`
}

// DefaultConfig returns the paper's task with 20 seeds, and α from 0.5 to 0.9.
func DefaultConfig() Config {
	c := Config{Base: teacherstudent.DefaultConfig(), Alphas: []float64{0.5, 0.6, 0.7, 0.8, 0.9}}
	c.Base.Seeds = 20
	return c
}

// Validate checks every setting before anything runs.
func (c Config) Validate() error {
	if err := study.Check("recurrence", c); err != nil {
		return err
	}
	return limits.Each(append([]float64{c.Base.Alpha}, c.Alphas...), func(alpha float64) error {
		probe := c.Base
		probe.Alpha = alpha
		return probe.Validate()
	})
}

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "recurrence", Seeds: "base.seeds", NeedsBackend: true,
		Question: "How many edges does the same rule draw again on fresh points of the same teacher?",
		Results:  committed,
		Brief:    []string{"base.seeds=2", "base.epochs=2", "base.attribution.points=2"},
		// The fold builds the graphs; no student is trained.
		Folded: []string{"Alphas", "Base.Alpha", "Base.R", "Base.MinEpsilon", "Base.DAGBatches", "Base.DAGBatch",
			"Base.Lambda", "Base.Rule", "Base.Optimizers", "Base.Attribution.Score"},
	}, DefaultConfig)
}

// Row is the result for one score and one α over seeds.
type Row struct {
	Score string  `json:"score"`
	Alpha float64 `json:"alpha"`
	// Edges is the number of edges from the validation points. Recurring is the number of those that the fresh points also
	// give.
	Edges     *study.Stat `json:"edges"`
	Recurring *study.Stat `json:"recurring"`
	// Chance is the expected number of recurring edges if the two graphs of a seed were unrelated: the product of their
	// numbers of edges divided by D(D−1).
	Chance *study.Stat `json:"chance"`
}

// Result is the result of the study, with a row for each score and α.
type Result struct {
	Config Config `json:"config"`
	Rows   []Row  `json:"rows"`
}

// Cells implements workflow.Study: the teacher of every seed, which the teacher–student experiment also uses. No student is
// trained.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	teachers := make([]workflow.Part[teacherstudent.Teacher], c.Base.Seeds)
	for i := range teachers {
		teachers[i] = c.Base.Teach(p, c.Base.Seed0+int64(i))
	}
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for _, kind := range []attribution.ScoreKind{attribution.Signed, attribution.Absolute} {
			for _, alpha := range c.Alphas {
				variant := c.Base
				variant.Attribution.Score, variant.Alpha = kind, alpha
				row, err := newRow(variant, teachers, parts)
				if err != nil {
					return nil, err
				}
				r.Rows = append(r.Rows, row)
			}
		}
		return r, nil
	}, nil
}

// newRow measures one score and one α.
func newRow(c teacherstudent.Config, teachers []workflow.Part[teacherstudent.Teacher], parts *workflow.Parts) (Row, error) {
	d := float64(c.Task.Features)
	var edges, recurring, chance []float64
	for i, teacher := range teachers {
		order := c.Order(c.Seed0 + int64(i))
		first, err := order.Build(teacher.Of(parts))
		if err != nil {
			return Row{}, err
		}
		again, err := order.Again(teacher.Of(parts))
		if err != nil {
			return Row{}, err
		}
		n, m := float64(len(first.Edges)), float64(len(again.Edges))
		edges, recurring = append(edges, n), append(recurring, float64(teacherstudent.Common(first, again)))
		chance = append(chance, n*m/(d*(d-1)))
	}
	return Row{
		Score: string(c.Attribution.Score), Alpha: c.Alpha,
		Edges: study.NewStat(edges), Recurring: study.NewStat(recurring), Chance: study.NewStat(chance),
	}, nil
}

// Work implements study.Sized: a teacher for each seed.
func (c Config) Work() models.Work { return c.Base.TeacherWork().Times(float64(c.Base.Seeds)) }

//go:embed *.json *answer.tmpl
var committed embed.FS

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	t := tabulate.Table{
		Name: "recurrence", Title: fmt.Sprintf("Edges that recur on fresh points, %s", study.Spread(r.Config.Base.Seeds, "teacher")),
		Header: []string{"score", "α", "edges", "recur", "by chance", "share"},
		Data:   [][]string{{"score", "alpha", "edges_mean", "edges_sd", "recurring_mean", "recurring_sd", "chance_mean", "chance_sd"}},
	}
	for _, row := range r.Rows {
		t.Add(tabulate.Words(row.Score), tabulate.Number("%g", row.Alpha), row.Edges.Field("%.1f"), row.Recurring.Field("%.1f"), row.Chance.Field("%.1f"), tabulate.Shown(share(row)))
	}
	n := len(r.Config.Alphas)
	for i, row := range r.Rows {
		if i%n == 0 || i%n == n/2 { // the first and the middle α of each score
			t.Notes = append(t.Notes, fmt.Sprintf("%s score, α = %g: %.1f edges recur, and %.1f are expected to recur by chance.", row.Score, row.Alpha, row.Recurring.Mean, row.Chance.Mean))
		}
	}
	return []tabulate.Table{t}
}

// share returns the share of the edges that recur, or a dash if there are no edges.
func share(row Row) string {
	if row.Edges.Mean == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*row.Recurring.Mean/row.Edges.Mean)
}

// ofTeachers describes the number of teachers over which the values are means.
func ofTeachers(n int) string {
	if n == 1 {
		return "1 teacher"
	}
	return fmt.Sprintf("mean of %d teachers", n)
}

// Figures implements study.Result: edges, recurring edges and chance against α for each score, or as dots with 95 % intervals if
// there are only one or two α.
func (r *Result) Figures() ([]plots.Figure, error) {
	if len(r.Config.Alphas) > 2 {
		return study.Figures(study.Drawn(r.curves()))
	}
	series := []plots.BarSeries{{Name: "drawn"}, {Name: "drawn again on fresh points"}, {Name: "expected to be drawn again by chance"}}
	var groups []string
	for _, row := range r.Rows {
		groups = append(groups, fmt.Sprintf("%s, α = %g", row.Score, row.Alpha))
		for i, s := range []*study.Stat{row.Edges, row.Recurring, row.Chance} {
			study.NewEstimate(s.Values, 0.95).AddTo(&series[i])
		}
	}
	label := fmt.Sprintf("edges (%s)", ofTeachers(r.Config.Base.Seeds))
	if r.Config.Base.Seeds > 1 {
		label = fmt.Sprintf("edges (%s, 95 %% intervals)", ofTeachers(r.Config.Base.Seeds))
	}
	return study.Figures(study.Drawn(plots.Dots(groups, series, plots.Name("recurrence"), plots.Title(r.finding()), plots.XLabel(label))))
}

// finding gives the share of the edges that recur for each score, at the middle one of the α.
func (r *Result) finding() string {
	rows := r.byAlpha()
	middle := rows[len(rows)/2].Alpha
	var shares []string
	for _, row := range r.Rows {
		if row.Alpha == middle {
			shares = append(shares, fmt.Sprintf("%s of the %s score's edges", share(row), row.Score))
		}
	}
	return fmt.Sprintf("At α = %g, %s recur", middle, strings.Join(shares, " and "))
}

// byAlpha returns the rows in the order of their α.
func (r *Result) byAlpha() []Row {
	return slices.SortedFunc(slices.Values(r.Rows), func(a, b Row) int { return cmp.Compare(a.Alpha, b.Alpha) })
}

// curves draws edges, recurring edges and chance against α. The lines of the signed score are dashed.
func (r *Result) curves() (plots.Figure, error) {
	lines := make([]plots.Line, 6)
	for i, name := range []string{"drawn", "recur", "recur by chance"} {
		lines[2*i].Name, lines[2*i+1].Name, lines[2*i+1].Twin = name+", absolute", name+", signed", true
	}
	for _, row := range r.byAlpha() {
		at := 0
		if row.Score == string(attribution.Signed) {
			at = 1
		}
		for i, s := range []*study.Stat{row.Edges, row.Recurring, row.Chance} {
			lines[2*i+at].Add(row.Alpha, s.Mean)
		}
	}
	y := plots.YLabel("edges, " + ofTeachers(r.Config.Base.Seeds))
	return plots.Lines(lines, plots.Name("recurrence"), plots.Title(r.finding()), plots.XLabel("threshold α"), y)
}
