package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Order returns the importance order for training data and their row numbers (nil for all rows). An
// expert's order is always the same. A teacher's order depends on the teacher's scores for these
// data.
type Order func(train igbo.Data, rows []int) (*dag.DAG, error)

// Fixed returns an order that does not depend on data.
func Fixed(d *dag.DAG) Order { return func(igbo.Data, []int) (*dag.DAG, error) { return d, nil } }

// A Problem holds the data and the order of each fold, and all data.
type Problem struct {
	// Parts holds a training and a test part for each fold.
	Parts []parts.Part
	// All is the training data of the final model, without a test part.
	All parts.Part
	// Names lists the features of the order, in its order.
	Names []string
	// Target and Classes name the predicted quantity; Classes is empty for regression.
	Target  string
	Classes []string
	// Steps is T, 1 for tables.
	Steps int
	// Columns describes how each column of a table is used. Rows is the number of rows; LeftOut counts those that were left out because they
	// lack a value. Warnings are about the procedure.
	Columns       []encode.Line
	Rows, LeftOut int
	Warnings      []string
}

// Options describes data in addition to the numbers.
type Options struct {
	// Groups maps the columns to features with the names Names; nil if each column is a feature.
	Groups [][]int
	Names  []string
	// Clusters assigns samples to clusters that stay together in a fold, such as those of one patient; nil for none.
	Clusters []int
	// Target and Classes name the predicted quantity in reports.
	Target  string
	Classes []string
}

// New returns a problem for data in memory, tables or padded series. A series is never split across folds. It returns an error for data
// with several targets, a model of series for a table, too few samples for the folds, or an order over other features.
func New(cfg Config, data igbo.Data, order Order, o Options) (Problem, error) {
	from, err := parts.InMemory(data, o.Clusters)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Names: o.Names, Target: o.Target, Classes: o.Classes, Steps: data.Steps}
	if p.Names == nil {
		p.Names = data.Features
	}
	for rows, err := range fold.Each(data.Samples(), cfg.Folds, cfg.Repeats, uint64(cfg.Seed), cfg.strata(nil, data), o.Clusters) {
		if err != nil {
			return Problem{}, err
		}
		part, err := newPart(cfg, from, rows, o.Groups, order, p.Names)
		if err != nil {
			return Problem{}, err
		}
		p.Parts = append(p.Parts, part)
	}
	if p.All, err = newPart(cfg, from, fold.Rows{}, o.Groups, order, p.Names); err != nil {
		return Problem{}, err
	}
	p.Warnings = cfg.ignored(p.All.Order)
	return p, p.All.CheckDirections()
}

// newPart returns a part with its order, for data that the configuration supports.
func newPart(cfg Config, from parts.Source, rows fold.Rows, groups [][]int, order Order, names []string) (parts.Part, error) {
	return parts.New(from, rows, groups, cfg.checkData, func(train igbo.Data, rows []int) ([]byte, error) { return orderOf(order, train, rows, names) })
}

// ignored warns of directions that the trained model does not use.
func (c Config) ignored(order []byte) (warnings []string) {
	var d dag.DAG
	if json.Unmarshal(order, &d) == nil && c.ignores(&d) {
		warnings = append(warnings, "the model does not use the directions of the order: they apply to linear models of one output")
	}
	return warnings
}

// orderOf returns the order as JSON.
func orderOf(order Order, train igbo.Data, rows []int, names []string) ([]byte, error) {
	if order == nil {
		return nil, errors.New("compare: the order must not be nil; use the order of an expert or of a teacher")
	}
	d, err := order(train, rows)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, errors.New("compare: the graph of the order must not be nil (it can have no edges)")
	}
	if !slices.Equal(d.Features, names) {
		return nil, fmt.Errorf("compare: the order has the features %.60q, but it must have those of the data, %.60q", d.Features, names)
	}
	return json.Marshal(d)
}

// Samples returns the number of all samples: rows or series.
func (p Problem) Samples() int {
	n, _ := p.All.Samples()
	return n
}

// ratio returns the number of test samples divided by that of training samples, over all folds.
func (p Problem) ratio() float64 {
	train, test := 0, 0
	for _, part := range p.Parts {
		n, held := part.Samples()
		train, test = train+n, test+held
	}
	return float64(test) / float64(train)
}

// A Study runs the comparison of a problem as cells of a workflow: one for each fold, and one for the final model.
type Study struct {
	Config  Config
	Problem Problem
}

// Validate implements workflow.Study.
func (s Study) Validate() error {
	n := len(s.Problem.Parts)
	if n < 2 {
		return fmt.Errorf("compare: the problem has %d parts, want at least 2; use a problem that New or FromTable returned", n)
	}
	if n != s.Config.Folds*s.Config.Repeats {
		return fmt.Errorf("compare: the problem has %d parts, but %d folds times %d repeats need %d; use a problem that New or FromTable returned for the same Config", n, s.Config.Folds, s.Config.Repeats, s.Config.Folds*s.Config.Repeats)
	}
	for _, part := range s.Problem.Parts {
		cfg := s.Config
		cfg.Attribution.Groups = part.Groups
		if err := cfg.Validate(len(part.Features())); err != nil {
			return err
		}
	}
	return nil
}

// Cells implements workflow.Study.
func (s Study) Cells(p *workflow.Plan) (func(parts *workflow.Parts) (*Comparison, error), error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	final := workflow.Add(p, workflow.Cell{Name: "the model on all data", Steps: s.Config.finalSteps(s.Problem.Samples())}, finish, finalSettings{s.Config.ofFinal(), s.Problem.All})
	var folds []workflow.Part[foldPart]
	for i, part := range s.Problem.Parts {
		n, _ := part.Samples()
		cell := workflow.Cell{Name: fmt.Sprintf("fold %d of repeat %d", i%s.Config.Folds+1, i/s.Config.Folds+1), Steps: s.Config.foldSteps(n)}
		folds = append(folds, workflow.Add(p, cell, judge, foldSettings{s.Config.ofFolds(), part, s.Problem.Samples() * s.Problem.Steps * len(part.Features())}))
	}
	return func(parts *workflow.Parts) (*Comparison, error) {
		v := &Comparison{Config: s.Config, Samples: s.Problem.Samples(), Steps: s.Problem.Steps, Names: s.Problem.Names, Target: s.Problem.Target, Classes: s.Problem.Classes}
		v.Columns, v.Rows, v.LeftOut, v.Warnings = s.Problem.Columns, s.Problem.Rows, s.Problem.LeftOut, s.Problem.Warnings
		var rows []foldPart
		for _, f := range folds {
			if !f.There(parts) {
				break // the time is up
			}
			rows = append(rows, f.Of(parts))
			v.Folds = append(v.Folds, rows[len(rows)-1].Fold)
		}
		if err := v.partly(len(folds), final.There(parts)); err != nil {
			return nil, err
		}
		v.Order = &dag.DAG{}
		if err := json.Unmarshal(s.Problem.All.Order, v.Order); err != nil {
			return nil, err
		}
		v.conclude(s.Problem.ratio(), final.Of(parts), rows)
		return v, nil
	}, nil
}

// ofFolds returns the settings on which a fold depends. Changing which model to keep, or the margin, does not recompute folds.
func (c Config) ofFolds() Config {
	c.Keep, c.Margin, c.Level = "", 0, DefaultLevel
	return c
}

// ofFinal returns the settings on which the final model depends.
func (c Config) ofFinal() Config {
	c.Margin = 0
	return c
}

// finalSteps returns the number of steps of the trainings on all n samples.
func (c Config) finalSteps(n int) int {
	if !c.network() {
		return 2 * c.steps(n)
	}
	steps := 3 * c.starts() * c.steps(n)
	if len(c.Decays) > 1 {
		steps += len(c.Decays) * c.InnerFolds * c.steps(n-n/c.InnerFolds)
	}
	return steps
}

// foldSteps returns about how many steps the trainings of a fold take.
func (c Config) foldSteps(n int) int {
	steps := c.finalSteps(n)
	if c.Gate {
		each := 2
		if c.network() {
			each = 3 * c.starts()
		}
		steps += each * c.InnerFolds * c.steps(n-n/c.InnerFolds)
	}
	return steps
}

// AllSteps returns about how many steps all trainings take on n samples.
func (c Config) AllSteps(n int) int {
	return c.finalSteps(n) + c.Folds*c.Repeats*c.foldSteps(n-n/c.Folds)
}

// Evaluate runs the comparison of a problem on a backend. It calls [workflow.Run]: it uses every core, and the same call resumes an
// interrupted run if results are cached.
func Evaluate(ctx context.Context, backend compute.Backend, cfg Config, p Problem, o workflow.Options) (*Comparison, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("compare: judging: the context and the backend must not be nil")
	}
	return workflow.Run(ctx, backend, Study{cfg, p}, o)
}
