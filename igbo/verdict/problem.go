package verdict

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/verdict/parts"
)

// Order makes the order that is judged, of data to train on and the numbers of their rows (nil
// for all): always the same for an expert's, that of a teacher's scores for a teacher's.
type Order func(train igbo.Data, rows []int) (*dag.DAG, error)

// Fixed is an order that is known before any data.
func Fixed(d *dag.DAG) Order { return func(igbo.Data, []int) (*dag.DAG, error) { return d, nil } }

// Problem is what is judged: each fold's data and order, and all data at the end.
type Problem struct {
	// Parts are the folds, each a training and a test part.
	Parts []parts.Part
	// All is what the final model is trained on; it holds nothing out.
	All parts.Part
	// Names are those of the features that the order speaks of, in its order.
	Names []string
	// Target and Classes name what is predicted; Classes is empty for regression.
	Target  string
	Classes []string
	// Steps is T, 1 for tables.
	Steps int
	// Columns say what each column of a table was taken for. Of Rows rows LeftOut lack a value and were left out. Warnings are about how
	// the data are judged.
	Columns       []encode.Line
	Rows, LeftOut int
	Warnings      []string
}

// Options are what is known of data beside the numbers.
type Options struct {
	// Groups parts the columns into features with the names Names; nil where each column is one.
	Groups [][]int
	Names  []string
	// Clusters tells which samples stay together in a fold, such as those of one patient; nil for
	// each its own.
	Clusters []int
	// Target and Classes name what is predicted, in reports.
	Target  string
	Classes []string
}

// New makes a problem of data in memory, tables or padded series; the folds are of whole samples. Errors: data
// with several targets, a model of series for a table, too few samples for the folds, an order over other features.
func New(cfg Config, data igbo.Data, order Order, o Options) (Problem, error) {
	from, err := parts.InMemory(data, o.Clusters)
	if err != nil {
		return Problem{}, err
	}
	p := Problem{Names: o.Names, Target: o.Target, Classes: o.Classes, Steps: data.Steps}
	if p.Names == nil {
		p.Names = data.Features
	}
	for rows, err := range fold.Each(data.Samples(), cfg.Folds, cfg.Repeats, uint64(cfg.Seed), cfg.strata(data), o.Clusters) {
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

// newPart makes a part with its order, of data that the configuration takes.
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

// orderOf writes the order down.
func orderOf(order Order, train igbo.Data, rows []int, names []string) ([]byte, error) {
	if order == nil {
		return nil, errors.New("verdict: no order, expected an expert's or a teacher's")
	}
	d, err := order(train, rows)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, errors.New("verdict: an order that is none, expected a graph, if only one without edges")
	}
	if !slices.Equal(d.Features, names) {
		return nil, fmt.Errorf("verdict: an order over the features %.60q, the data have %.60q", d.Features, names)
	}
	return json.Marshal(d)
}

// Samples are those of all data: rows, or series.
func (p Problem) Samples() int {
	n, _ := p.All.Samples()
	return n
}

// ratio is how many samples are held out for each to train on, over all folds.
func (p Problem) ratio() float64 {
	train, test := 0, 0
	for _, part := range p.Parts {
		n, held := part.Samples()
		train, test = train+n, test+held
	}
	return float64(test) / float64(train)
}

// Study is the judging of a problem as cells: each fold is one, and so is the final model.
type Study struct {
	Config  Config
	Problem Problem
}

// Validate implements study.Study.
func (s Study) Validate() error {
	if n := len(s.Problem.Parts); n < 2 || n != s.Config.Folds*s.Config.Repeats {
		return fmt.Errorf("verdict: %d folds, expected a problem that New or FromTable made, with %d folds %d times over", n, s.Config.Folds, s.Config.Repeats)
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

// Cells implements study.Study.
func (s Study) Cells(p *study.Plan) (func(parts *study.Parts) (*Verdict, error), error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	final := study.Add(p, study.Cell{Name: "the model on all data", Steps: s.Config.finalSteps(s.Problem.Samples())}, finish, finalSettings{s.Config.ofFinal(), s.Problem.All})
	var folds []study.Part[foldPart]
	for i, part := range s.Problem.Parts {
		n, _ := part.Samples()
		cell := study.Cell{Name: fmt.Sprintf("fold %d of repeat %d", i%s.Config.Folds+1, i/s.Config.Folds+1), Steps: s.Config.foldSteps(n)}
		folds = append(folds, study.Add(p, cell, judge, foldSettings{s.Config.ofFolds(), part, s.Problem.Samples() * s.Problem.Steps * len(part.Features())}))
	}
	return func(parts *study.Parts) (*Verdict, error) {
		v := &Verdict{Config: s.Config, Samples: s.Problem.Samples(), Steps: s.Problem.Steps, Names: s.Problem.Names, Target: s.Problem.Target, Classes: s.Problem.Classes}
		v.Columns, v.Rows, v.LeftOut, v.Warnings = s.Problem.Columns, s.Problem.Rows, s.Problem.LeftOut, s.Problem.Warnings
		var rows []foldPart
		for _, f := range folds {
			if !f.There(parts) {
				break // the time was up
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

// ofFolds returns the settings on which a fold depends: which model is kept, and what counts as a difference, is no reason to judge it again.
func (c Config) ofFolds() Config {
	c.Keep, c.Margin, c.Level = "", 0, DefaultLevel
	return c
}

// ofFinal returns the settings on which the final model depends.
func (c Config) ofFinal() Config {
	c.Margin = 0
	return c
}

// finalSteps is how many steps the trainings on all of n samples take.
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

// foldSteps is about how many steps the trainings of a fold take.
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

// AllSteps is about how many steps all trainings take on n samples.
func (c Config) AllSteps(n int) int {
	return c.finalSteps(n) + c.Folds*c.Repeats*c.foldSteps(n-n/c.Folds)
}

// Evaluate judges a problem on a backend. It is [study.Run]: the same call goes on after an
// interruption, where parts are kept, and uses every core.
func Evaluate(ctx context.Context, backend compute.Backend, cfg Config, p Problem, o study.Options) (*Verdict, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("verdict: judging without a context or a backend, expected both")
	}
	return study.Run(ctx, backend, Study{cfg, p}, o)
}
