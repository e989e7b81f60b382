package fewsamples

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// distribution has the settings of a run.
type distribution struct {
	Config Config // without cases
	Case   Case   // without its name
}

// problem is the draw of a run with its truth.
type problem struct {
	*benchmark.Problem
	truth truth
}

// Facts implements trial.WithFacts: the number of edges of the order.
func (p problem) Facts() []float64 { return []float64{float64(len(p.Order.Edges))} }

// draw returns the problem of a run.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (p problem, err error) {
	if p.Problem, p.truth, err = r.Case.Config.problem(r.Case.Case, r.Seed); err == nil {
		err = p.Validate()
	}
	return p, err
}

// methods returns the methods of the case.
func methods(r trial.Run[distribution], p problem) []trial.Method {
	return study.Each(r.Case.Case.Methods, func(name string) trial.Method {
		return trial.Method{Name: name, Try: func(ctx context.Context, w *workflow.Work) (d trial.Measured, err error) {
			m, err := r.Case.Config.method(r.Case.Case, name)
			if err != nil {
				return d, err
			}
			if name == bestRidge { // the fold selects the best strength
				d.Tuning, d.Fits = "the strength with the least mean test error", benchmark.GridSize
				d.Also, err = everyStrength(ctx, w, m, p.Problem)
				return d, err
			}
			own, tuning := p.Problem, benchmark.Tuning(m, benchmark.DefaultTuneOptions(r.Seed))
			if s, ok := m.(benchmark.Student); ok && (s.Score == attribution.Signed || s.Offset != 0) {
				if m, own, err = p.scored(s, r); err != nil {
					return d, err
				}
			}
			d, err = benchmark.Enter(name, m, own, r.Seed).Try(ctx, w)
			d.Tuning = tuning
			return d, err
		}}
	})
}

// scored returns the problem with the order of a student's own scores. If that order has no edges, it returns the student
// without the order.
func (p problem) scored(s benchmark.Student, r trial.Run[distribution]) (benchmark.Method, *benchmark.Problem, error) {
	order, err := p.truth.order(p.Train.X, 1, s.Score, s.Offset, r.Case.Case.R, uint64(r.Seed))
	if err != nil {
		return nil, nil, err
	}
	s.Ignores = s.Ignores || len(order.Edges) == 0
	return s, &benchmark.Problem{Train: p.Train, Test: p.Test, Order: order, Signs: p.Signs, Teacher: p.Teacher}, nil
}

// everyStrength returns the test errors by strength.
func everyStrength(ctx context.Context, w *workflow.Work, m benchmark.Method, p *benchmark.Problem) ([]float64, error) {
	return study.Try(m.Settings(), func(_ int, setting benchmark.Setting) (float64, error) {
		fit, err := m.Fit(ctx, w.Backend, p, setting, 0)
		if err != nil {
			return 0, err
		}
		return benchmark.Error(p, fit)
	})
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	plain := c
	plain.Cases, plain.Seeds, plain.Around, plain.Networks, plain.Seed0 = nil, 0, 0, 0, 0
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: draw, Methods: methods}
	for i, k := range c.Cases {
		of := trial.Case[distribution]{Name: k.Name, Draws: c.draws(i), Steps: len(k.Methods), Weight: float64(k.Samples) + 50, Settings: distribution{plain, k}}
		of.Settings.Case.Name = ""
		t.Cases = append(t.Cases, of)
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			r.Cases = append(r.Cases, fold(c.Cases[i], f))
		}
		return r, r.conclude()
	})
}

// Draw returns the problem of a case and a seed, as the study draws it.
func (c Config) Draw(k Case, seed int64) (*benchmark.Problem, error) {
	p, _, err := c.problem(k, seed)
	return p, err
}

// Names of methods that other files refer to.
const (
	unconstrained = "unconstrained"
	ridge         = "ridge"
	bestRidge     = "best ridge*"
	rankRidge     = "rank-weighted ridge"
	intervals     = "IGBO, intervals"
	orderOnly     = "IGBO, order only"
	weightedSum   = "tuned weighted sum"
	keptSum       = "tuned weighted sum, ridge kept"
	weightDecay   = "weight decay"
	rulePrefix    = "rule "
	oneDraw       = "one draw of the posterior"
	fourDraws     = "mean of 4 draws"
	sixteenDraws  = "mean of 16 draws"
)

// linearMethods returns the methods that need no engine and apply to a linear truth. It excludes stacking, which takes longest,
// and methods that need a suspected feature.
func linearMethods() []string {
	names := slices.Concat(study.Each(benchmark.Linear(), benchmark.Method.Name), []string{bestRidge, benchmark.ExactShares().Name()}, study.Each(benchmark.Believed(), benchmark.Method.Name))
	return slices.DeleteFunc(names, func(name string) bool { return name == benchmark.Deletion().Name() || name == benchmark.Stacked })
}

// averages returns the averages between one model that satisfies the order and the mean of all such models, and the best such
// model.
func averages() []benchmark.Method {
	return []benchmark.Method{benchmark.ConeAlone(), benchmark.PosteriorDraws(oneDraw, 1), benchmark.PosteriorDraws(fourDraws, 4), benchmark.PosteriorDraws(sixteenDraws, 16)}
}

// fastMethods returns the names of the methods that run in every case.
func fastMethods() []string {
	return append(linearMethods(), intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, cold", "IGBO, signed", "IGBO, signed off-centre", "IGBO, polytope and signs")
}

// studentMethods returns the names of the students that run in the centre.
func studentMethods() []string {
	names := study.Each(students, func(v variant) string { return v.name })
	return append(names[:len(names)-1], weightedSum, keptSum, "IGBO, intervals, gate", "IGBO, order only, gate")
}

// ruleMethods returns students with other rules than feasibility-first, on unit gradients with λ = ½.
func ruleMethods() []string {
	rules := []string{"paper", "continuous", "weighted-sum", "pcgrad", "mgda", "imtl-g", "dual-proj", "cagrad", "aligned-mtl"}
	return study.Each(rules, func(rule string) string { return rulePrefix + rule })
}

// networkMethods returns the names of the methods for networks, and two linear ones for comparison.
func networkMethods() []string {
	return []string{unconstrained, ridge, rankRidge, weightDecay, intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, cold"}
}

// variant is a student that differs from the recommended one.
type variant struct {
	name   string
	change func(s *benchmark.Student)
}

// students are the variants of the recommended student. The last one, which ignores the order, is for networks.
var students = []variant{
	{intervals, func(*benchmark.Student) {}},
	{"IGBO, lower bounds", func(s *benchmark.Student) { s.Known = benchmark.Lower }},
	{orderOnly, func(s *benchmark.Student) { s.Known = benchmark.OrderOnly }},
	{"IGBO, intervals, ridge kept", func(s *benchmark.Student) { s.Penalized = true }},
	{"IGBO, order only, ridge kept", func(s *benchmark.Student) { s.Penalized, s.Known = true, benchmark.OrderOnly }},
	{"IGBO, intervals, tuned ridge", func(s *benchmark.Student) { s.Tuned = true }},
	{"IGBO, intervals, cold", func(s *benchmark.Student) { s.Start = benchmark.Cold }},
	{"IGBO, signed", func(s *benchmark.Student) { s.Score = attribution.Signed }},
	{"IGBO, signed off-centre", func(s *benchmark.Student) { s.Score, s.Offset = attribution.Signed, -3 }},
	{"IGBO, intervals and signs", func(s *benchmark.Student) { s.Signed = true }},
	{"IGBO, order and signs", func(s *benchmark.Student) { s.Signed, s.Known = true, benchmark.OrderOnly }},
	{"IGBO, polytope", func(s *benchmark.Student) { s.Known = benchmark.Uniform }},
	{"IGBO, polytope and signs", func(s *benchmark.Student) {
		s.Known, s.Signed, s.Start = benchmark.Uniform, true, benchmark.FromCentroid
	}},
	{"the paper's P", func(s *benchmark.Student) {
		s.Rule, s.Normalize, s.Score, s.Start = "paper", false, attribution.Signed, benchmark.Cold
	}},
	{"the paper's P, absolute", func(s *benchmark.Student) { s.Rule, s.Normalize, s.Start = "paper", false, benchmark.Cold }},
	{weightDecay, func(s *benchmark.Student) { s.Ignores = true }},
}

// student returns the recommended student, on which all variants are based. A linear student starts at tuned ridge and has no
// penalty in its task loss; a network keeps its weight decay.
func (c Config) student(k Case) benchmark.Student {
	s := benchmark.DefaultStudent()
	s.Steps, s.Penalized = c.Steps, false
	if k.Networks {
		s.Penalized = true
		s.Model = models.MLPSpec(models.MLPConfig{Hidden: []int{c.Hidden}, Activation: "tanh"})
		s.Points, s.Steps, s.Rate = 4, c.NetworkSteps, 0.02
	}
	return s
}

// method returns the method with a name, or an error if there is none.
func (c Config) method(k Case, name string) (benchmark.Method, error) {
	if inner, ok := strings.CutSuffix(name, ", gate"); ok {
		m, err := c.method(k, inner)
		return benchmark.Gated{Method: m, Fallback: benchmark.Ridge(), Handicap: 1, Options: benchmark.DefaultTuneOptions(0)}, err
	}
	if m := benchmark.Named(slices.Concat(benchmark.Linear(), benchmark.Believed(), averages(), []benchmark.Method{benchmark.ExactShares()}), name); m != nil {
		return m, nil
	}
	s := c.student(k)
	s.Label = name
	v := study.First(students, func(v *variant) bool { return v.name == name })
	rule, isRule := strings.CutPrefix(name, rulePrefix)
	switch {
	case v != nil:
		v.change(&s)
		return s, nil
	case isRule && slices.Contains(ruleMethods(), name):
		s.Rule = rule
		return s, nil
	case strings.HasPrefix(name, weightedSum):
		sum := benchmark.WeightedSum()
		sum.Label, sum.Steps, sum.Penalized = name, c.Steps, name == keptSum
		return sum, nil
	case name == bestRidge:
		return benchmark.Ridge(), nil // at each strength; the fold selects the best
	}
	return nil, fmt.Errorf("fewsamples: method %q not found", name)
}
