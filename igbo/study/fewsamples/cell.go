package fewsamples

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// settings are those of a cell.
type settings struct {
	Config Config // without cases
	Case   Case
	Seed   int64
}

// draw is what one draw finds, in the order of the case's methods.
type draw struct {
	Errors []float64
	Fits   []int
	// Strengths are the test errors of ridge by strength, for the best one.
	Strengths []float64
	// Edges is the number of the order's edges.
	Edges int
}

// measure does a draw: every method of the case.
func measure(ctx context.Context, w *study.Work, s settings) (draw, error) {
	p, l, err := s.Config.problem(s.Case, s.Seed)
	if err != nil {
		return draw{}, err
	}
	if err := p.Validate(); err != nil {
		return draw{}, err
	}
	found := draw{Edges: len(p.Order.Edges)}
	options := contest.DefaultTuneOptions(s.Seed)
	for i, name := range s.Case.Methods {
		m, err := s.Config.method(s.Case, name)
		if err != nil {
			return found, err
		}
		if name == bestRidge {
			if found.Strengths, err = everyStrength(ctx, w, m, p); err != nil {
				return found, err
			}
			found.Errors, found.Fits = append(found.Errors, 0), append(found.Fits, contest.GridSize)
			continue
		}
		own := p
		if student, ok := m.(contest.Student); ok && (student.Score == attribution.Signed || student.Offset != 0) {
			order, err := l.order(p.Train.X, 1, student.Score, student.Offset, s.Case.R, uint64(s.Seed)) // of its own score
			if err != nil {
				return found, err
			}
			own = &contest.Problem{Train: p.Train, Test: p.Test, Order: order, Signs: p.Signs, Teacher: p.Teacher}
			if len(own.Order.Edges) == 0 { // the order says nothing: the student without it
				student.Ignores = true
				m = student
			}
		}
		_, chosen, e, err := contest.Try(ctx, w.Backend, m, own, options) // with the same test
		if err != nil {
			return found, err
		}
		found.Errors, found.Fits = append(found.Errors, e), append(found.Fits, chosen.Fits)
		w.Step(i + 1)
	}
	return found, nil
}

// everyStrength are test errors by strength.
func everyStrength(ctx context.Context, w *study.Work, m contest.Method, p *contest.Problem) (errors []float64, err error) {
	for _, setting := range m.Settings() {
		fit, err := m.Fit(ctx, w.Backend, p, setting, 0)
		if err != nil {
			return nil, err
		}
		e, err := contest.Error(p, fit)
		if err != nil {
			return nil, err
		}
		errors = append(errors, e)
	}
	return errors, nil
}

// Cells implements study.Study: one for each case and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	plain := c
	plain.Cases, plain.Seeds, plain.Around, plain.Networks, plain.Seed0 = nil, 0, 0, 0, 0
	found := study.Grid(p, measure, len(c.Cases), c.draws, func(i, j int) (study.Cell, settings) {
		k, seed := c.Cases[i], c.Seed0+int64(j)
		cell := study.Cell{Name: fmt.Sprintf("%s, seed %d", k.Name, seed), Steps: len(k.Methods), Weight: float64(k.Samples) + 50}
		k.Name = ""
		return cell, settings{plain, k, seed}
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, k := range c.Cases {
			r.Cases = append(r.Cases, c.fold(k, study.All(parts, found[i])))
		}
		return r, r.conclude()
	}, nil
}

// Draw is the problem of a case and a seed, as the study draws it.
func (c Config) Draw(k Case, seed int64) (*contest.Problem, error) {
	p, _, err := c.problem(k, seed)
	return p, err
}

// Names of methods that others speak of.
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

// linearMethods are all that take no engine and apply to a linear truth, but for stacking, which takes longest; nothing is suspected here.
func linearMethods() []string {
	names := slices.Concat(study.Each(contest.Linear(), contest.Method.Name), []string{bestRidge, contest.ExactShares().Name()}, study.Each(contest.Believed(), contest.Method.Name))
	return slices.DeleteFunc(names, func(name string) bool { return name == contest.Deletion().Name() || name == contest.Stacked })
}

// averages are between one model that obeys and the mean of all, and the best that obeys.
func averages() []contest.Method {
	return []contest.Method{contest.ConeAlone(), contest.PosteriorDraws(oneDraw, 1), contest.PosteriorDraws(fourDraws, 4), contest.PosteriorDraws(sixteenDraws, 16)}
}

// fastMethods are those of every case.
func fastMethods() []string {
	return append(linearMethods(), intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, cold", "IGBO, signed", "IGBO, signed off-centre", "IGBO, polytope and signs")
}

// studentMethods are those of the centre.
func studentMethods() []string {
	names := study.Each(students, func(v variant) string { return v.name })
	return append(names[:len(names)-1], weightedSum, keptSum, "IGBO, intervals, gate", "IGBO, order only, gate")
}

// ruleMethods are the rules in the place of feasibility-first, on unit gradients with λ = ½.
func ruleMethods() (names []string) {
	for _, r := range projection.Names() {
		if r != "feasibility-first" {
			names = append(names, rulePrefix+r)
		}
	}
	return names
}

// networkMethods are those of networks, with two linear ones beside.
func networkMethods() []string {
	return []string{unconstrained, ridge, rankRidge, weightDecay, intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, cold"}
}

// variant is a student that differs from the recommended one.
type variant struct {
	name   string
	change func(s *contest.Student)
}

// students are the variants of the one student; the last, which ignores the order, is for networks.
var students = []variant{
	{intervals, func(*contest.Student) {}},
	{"IGBO, lower bounds", func(s *contest.Student) { s.Known = contest.Lower }},
	{orderOnly, func(s *contest.Student) { s.Known = contest.OrderOnly }},
	{"IGBO, intervals, ridge kept", func(s *contest.Student) { s.Penalized = true }},
	{"IGBO, order only, ridge kept", func(s *contest.Student) { s.Penalized, s.Known = true, contest.OrderOnly }},
	{"IGBO, intervals, tuned ridge", func(s *contest.Student) { s.Tuned = true }},
	{"IGBO, intervals, cold", func(s *contest.Student) { s.Start = contest.Cold }},
	{"IGBO, signed", func(s *contest.Student) { s.Score = attribution.Signed }},
	{"IGBO, signed off-centre", func(s *contest.Student) { s.Score, s.Offset = attribution.Signed, -3 }},
	{"IGBO, intervals and signs", func(s *contest.Student) { s.Signed = true }},
	{"IGBO, order and signs", func(s *contest.Student) { s.Signed, s.Known = true, contest.OrderOnly }},
	{"IGBO, polytope", func(s *contest.Student) { s.Known = contest.Uniform }},
	{"IGBO, polytope and signs", func(s *contest.Student) { s.Known, s.Signed, s.Start = contest.Uniform, true, contest.FromCentroid }},
	{"the paper's P", func(s *contest.Student) {
		s.Rule, s.Normalize, s.Score, s.Start = "paper", false, attribution.Signed, contest.Cold
	}},
	{"the paper's P, absolute", func(s *contest.Student) { s.Rule, s.Normalize, s.Start = "paper", false, contest.Cold }},
	{weightDecay, func(s *contest.Student) { s.Ignores = true }},
}

// student is the one that everything is a variant of: the recommended one. A linear student starts at tuned
// ridge and has no penalty in its task loss, a network keeps its decay.
func (c Config) student(k Case) contest.Student {
	s := contest.DefaultStudent()
	s.Steps, s.Penalized = c.Steps, false
	if k.Networks {
		s.Penalized = true
		s.Model = models.MLPSpec(models.MLPConfig{Hidden: []int{c.Hidden}, Activation: "tanh"})
		s.Points, s.Steps, s.Rate = 4, c.NetworkSteps, 0.02
	}
	return s
}

// method finds a method by its name. Error: there is none.
func (c Config) method(k Case, name string) (contest.Method, error) {
	if inner, ok := strings.CutSuffix(name, ", gate"); ok {
		m, err := c.method(k, inner)
		return contest.Gated{Method: m, Fallback: contest.Ridge(), Handicap: 1, Options: contest.DefaultTuneOptions(0)}, err
	}
	if m := contest.Named(slices.Concat(contest.Linear(), contest.Believed(), averages(), []contest.Method{contest.ExactShares()}), name); m != nil {
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
	case isRule && slices.Contains(projection.Names(), rule):
		s.Rule = rule
		return s, nil
	case strings.HasPrefix(name, weightedSum):
		sum := contest.WeightedSum()
		sum.Label, sum.Steps, sum.Penalized = name, c.Steps, name == keptSum
		return sum, nil
	case name == bestRidge:
		return contest.Ridge(), nil // at each strength: the fold takes the best
	}
	return nil, fmt.Errorf("fewsamples: no method %q", name)
}
