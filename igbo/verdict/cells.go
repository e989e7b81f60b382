package verdict

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
)

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
		if err := cfg.Validate(len(part.features)); err != nil {
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
	var folds []study.Part[Fold]
	for i, part := range s.Problem.Parts {
		cell := study.Cell{Name: fmt.Sprintf("fold %d of repeat %d", i%s.Config.Folds+1, i/s.Config.Folds+1), Steps: s.Config.foldSteps(part.samples[0])}
		folds = append(folds, study.Add(p, cell, judge, foldSettings{s.Config, part}))
	}
	final := study.Add(p, study.Cell{Name: "the model on all data", Steps: s.Config.finalSteps(s.Problem.All.samples[0])}, finish, finalSettings{s.Config, s.Problem.All})
	return func(parts *study.Parts) (*Verdict, error) {
		v := &Verdict{Config: s.Config, Samples: s.Problem.All.samples[0], Steps: s.Problem.Steps, Names: s.Problem.Names, Target: s.Problem.Target, Classes: s.Problem.Classes}
		v.Columns, v.Rows, v.LeftOut, v.Warnings = s.Problem.Columns, s.Problem.Rows, s.Problem.LeftOut, s.Problem.Warnings
		for _, f := range folds {
			v.Folds = append(v.Folds, f.Of(parts))
		}
		v.Order = &dag.DAG{}
		if err := json.Unmarshal(s.Problem.All.Order, v.Order); err != nil {
			return nil, err
		}
		return v, v.conclude(s.Problem.ratio(), final.Of(parts))
	}, nil
}

// finalSteps is how many steps the trainings on all of n samples take.
func (c Config) finalSteps(n int) int {
	if !c.network() {
		return 2 * c.steps(n)
	}
	steps := 3 * c.steps(n)
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
			each = 3
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
