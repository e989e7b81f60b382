package fewsamples

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

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
)

// linearMethods are all that take no engine and apply to a linear truth.
func linearMethods() (names []string) {
	for _, m := range contest.Linear() {
		if m.Name() != contest.Deletion().Name() { // nothing is suspected here
			names = append(names, m.Name())
		}
	}
	return append(names, bestRidge)
}

// fastMethods are those of every case.
func fastMethods() []string {
	return append(linearMethods(), intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, cold", "IGBO, signed", "IGBO, signed off-centre", "IGBO, polytope and signs")
}

// studentMethods are those of the centre.
func studentMethods() []string {
	return []string{
		intervals, "IGBO, lower bounds", orderOnly, "IGBO, intervals, ridge kept", "IGBO, order only, ridge kept", "IGBO, intervals, tuned ridge", "IGBO, intervals, cold",
		"IGBO, signed", "IGBO, signed off-centre", "IGBO, intervals and signs", "IGBO, order and signs", "IGBO, polytope", "IGBO, polytope and signs",
		"the paper's P", "the paper's P, absolute", weightedSum, keptSum, "IGBO, intervals, gate", "IGBO, order only, gate",
	}
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

// students are the variants of the one student, by name.
var students = map[string]func(s *contest.Student){
	intervals:                      func(*contest.Student) {},
	"IGBO, lower bounds":           func(s *contest.Student) { s.Known = contest.Lower },
	orderOnly:                      func(s *contest.Student) { s.Known = contest.OrderOnly },
	"IGBO, intervals, ridge kept":  func(s *contest.Student) { s.Penalized = true },
	"IGBO, order only, ridge kept": func(s *contest.Student) { s.Penalized, s.Known = true, contest.OrderOnly },
	"IGBO, intervals, tuned ridge": func(s *contest.Student) { s.Tuned = true },
	"IGBO, intervals, cold":        func(s *contest.Student) { s.Start = contest.Cold },
	"IGBO, signed":                 func(s *contest.Student) { s.Score = attribution.Signed },
	"IGBO, signed off-centre":      func(s *contest.Student) { s.Score, s.Offset = attribution.Signed, -3 },
	"IGBO, intervals and signs":    func(s *contest.Student) { s.Signed = true },
	"IGBO, order and signs":        func(s *contest.Student) { s.Signed, s.Known = true, contest.OrderOnly },
	"IGBO, polytope":               func(s *contest.Student) { s.Known = contest.Uniform },
	"IGBO, polytope and signs": func(s *contest.Student) {
		s.Known, s.Signed, s.Start = contest.Uniform, true, contest.FromCentroid
	},
	"the paper's P": func(s *contest.Student) {
		s.Rule, s.Normalize, s.Score, s.Start = "paper", false, attribution.Signed, contest.Cold
	},
	"the paper's P, absolute": func(s *contest.Student) {
		s.Rule, s.Normalize, s.Start = "paper", false, contest.Cold
	},
	weightDecay: func(s *contest.Student) { s.Ignores = true },
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
	all := contest.Linear()
	if i := slices.IndexFunc(all, func(m contest.Method) bool { return m.Name() == name }); i >= 0 {
		return all[i], nil
	}
	s := c.student(k)
	s.Label = name
	change, ok := students[name]
	rule, isRule := strings.CutPrefix(name, rulePrefix)
	switch {
	case ok:
		change(&s)
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
