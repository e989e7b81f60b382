package routing

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/routing/example"
	"github.com/igbolab/igbolab/igbo/research/study/routing/front"
	"github.com/igbolab/igbolab/igbo/research/study/routing/tasks"
	"github.com/igbolab/igbolab/igbo/research/study/routing/validity"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Config describes the study: the selected questions and the settings of each.
type Config struct {
	// Questions are from validity, front, example and tasks.
	Questions []string        `json:"questions" bounds:"distinct"`
	Validity  validity.Config `json:"validity"`
	Front     front.Config    `json:"front"`
	Example   example.Config  `json:"example"`
	Tasks     tasks.Config    `json:"tasks"`
}

// Names of the questions.
const (
	askValidity = "validity"
	askFront    = "front"
	askExample  = "example"
	askTasks    = "tasks"
)

// all lists the questions in order.
var all = []string{askValidity, askFront, askExample, askTasks}

// DefaultConfig returns all four questions with the settings of the committed result.
func DefaultConfig() Config {
	return Config{
		Questions: slices.Clone(all), Validity: validity.DefaultConfig(), Front: front.DefaultConfig(),
		Example: example.DefaultConfig(), Tasks: tasks.DefaultConfig(),
	}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "routing",
		Question: "Do the paths of a routing oracle stay in the data, how long are they, and do they improve attributions or training?",
		Seeds:    "validity.seeds", NeedsBackend: true,
		Results: committed,
		Brief: []string{"validity.laws=ring", "validity.seeds=2", "validity.samples=200", "validity.pairs=4", "validity.probed=2", "validity.elsewhere=1", "validity.epochs=2", "validity.baselines=2", "validity.anchors=2",
			"validity.coarse=6", "validity.fine=6", "validity.assessor.steps=100", "validity.oracle.steps=4", "validity.relaxed.steps=3", "validity.looks=10", "validity.draws=1",
			"front.laws=ring", "front.seeds=2", "front.samples=200", "front.rules=paper,weighted-sum", "front.lambdas=0.5,0.1", "front.assessor.steps=100", "front.oracle.steps=4", "front.oracle.batch=8", "front.pairs=10", "front.looks=10",
			"example.curve.networks=2", "example.curve.epochs=2", "example.curve.samples=60", "example.curve.points=12", "example.anchors=1,3", "example.wave.samples=40", "example.wave.steps=8", "example.wave.period=4",
			"example.assessor.steps=3", "example.assessor.window=4", "example.oracle.steps=3",
			"tasks.seeds=2", "tasks.steps=2", "tasks.assessor.steps=100", "tasks.oracle.steps=2", "tasks.oracle.hidden=8", "tasks.oracle.state=4", "tasks.oracle.points=4", "tasks.oracle_points=60", "tasks.anchors=3", "tasks.points=4",
			"tasks.network.hidden=4", "tasks.test=20"},
		// The sweep sets rule, λ and seeds of the front. Oracles of tasks start at the baseline of their task. Tables use the
		// levels.
		Folded: []string{"Validity.Level", "Front.Level", "Front.Assessor.Seed", "Front.Oracle.Seed", "Front.Oracle.Rule", "Front.Oracle.Lambda", "Tasks.Level", "Tasks.Oracle.Baseline"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	return cmp.Or(study.Check("routing", c), c.known(), c.Validity.Validate(), c.Front.Validate(), c.Example.Validate(), c.Tasks.Validate())
}

// known returns an error if a question is unknown.
func (c Config) known() error {
	for _, q := range c.Questions {
		if !slices.Contains(all, q) {
			return fmt.Errorf("routing: question %q not found, want some of %q", q, all)
		}
	}
	return nil
}

// asks reports whether a question is selected.
func (c Config) asks(question string) bool { return slices.Contains(c.Questions, question) }

// Cells implements workflow.Study: the cells of every selected question.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	var folds []func(*workflow.Parts, *Result) error
	err := errors.Join(
		c.known(),
		add(p, &folds, c.asks(askValidity), c.Validity, func(r *Result, found *validity.Result) { r.Validity = found.With(validity.Config{}) }),
		add(p, &folds, c.asks(askFront), c.Front, func(r *Result, found *front.Result) { r.Front = found.With(front.Config{}) }),
		add(p, &folds, c.asks(askExample), c.Example, func(r *Result, found *example.Result) { r.Example = found.With(example.Config{}) }),
		add(p, &folds, c.asks(askTasks), c.Tasks, func(r *Result, found *tasks.Result) { r.Tasks = found.With(tasks.Config{}) }),
	)
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for _, fold := range folds {
			if err := fold(parts, r); err != nil {
				return nil, err
			}
		}
		return r, nil
	}, err
}

// add adds the cells of a question if it is selected, and a function that puts its result into the result of the study.
func add[R any](p *workflow.Plan, folds *[]func(*workflow.Parts, *Result) error, asked bool, question workflow.Study[R], put func(*Result, R)) error {
	if !asked {
		return nil
	}
	fold, err := question.Cells(p)
	if err != nil {
		return err
	}
	*folds = append(*folds, func(parts *workflow.Parts, r *Result) error {
		found, err := fold(parts)
		if err == nil {
			put(r, found)
		}
		return err
	})
	return nil
}

// Work implements study.Sized: the trainings of networks in the last two questions.
func (c Config) Work() (w models.Work) {
	if c.asks(askExample) {
		w = w.Plus(c.Example.Curve.Work())
	}
	if c.asks(askTasks) {
		w = w.Plus(c.Tasks.Work())
	}
	return w
}

// Result has the result of each question; nil if it was not selected. Config has the settings of the questions, so their
// results do not contain settings here.
type Result struct {
	Config   Config           `json:"config"`
	Validity *validity.Result `json:"validity,omitempty"`
	Front    *front.Result    `json:"front,omitempty"`
	Example  *example.Result  `json:"example,omitempty"`
	Tasks    *tasks.Result    `json:"tasks,omitempty"`
}

// answers returns the results of the questions with their settings.
func (r *Result) answers() (all []study.Result) {
	if r.Validity != nil {
		all = append(all, r.Validity.With(r.Config.Validity))
	}
	if r.Front != nil {
		all = append(all, r.Front.With(r.Config.Front))
	}
	if r.Example != nil {
		all = append(all, r.Example.With(r.Config.Example))
	}
	if r.Tasks != nil {
		all = append(all, r.Tasks.With(r.Config.Tasks))
	}
	return all
}

// Tables implements study.Result: the tables of each question.
func (r *Result) Tables() (tables []tabulate.Table) {
	for _, a := range r.answers() {
		tables = append(tables, a.Tables()...)
	}
	return tables
}

// Figures implements study.Result: the figures of each question.
func (r *Result) Figures() (figures []plots.Figure, err error) {
	for _, a := range r.answers() {
		drawn, err := a.Figures()
		if err != nil {
			return nil, err
		}
		figures = append(figures, drawn...)
	}
	return figures, nil
}

// Overview returns the first table of the first question: for each path and distribution the share of the path that is valid,
// and the error of the attributions.
func (r *Result) Overview() tabulate.Table { return r.Validity.With(r.Config.Validity).Overview() }

//go:embed *.json *answer.tmpl
var committed embed.FS

// Reported returns the committed result. Its seeds were used once, with settings that were fixed before.
func Reported() (*Result, error) { return study.Reported[*Result](Definition()) }
