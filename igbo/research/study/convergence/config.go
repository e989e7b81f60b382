package convergence

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config selects the runs.
type Config struct {
	// Problems are from "quadratics", "fonseca-fleming", "rosenbrock" and "hinge".
	Problems []string `json:"problems" bounds:"distinct"`
	Rules    []string `json:"rules" bounds:"distinct"`
	// Lambdas are the trade-offs for the rules that have one. 0 means a λ that varies: ½ + (½ − Margin)·sin(k), within
	// [Margin, 1 − Margin].
	Lambdas []float64 `json:"lambdas" bounds:"distinct [0, 1]"`
	Margin  float64   `json:"margin" bounds:"(0, 0.5)"`
	// StepRules are from "armijo", "constant", "inverse-root" and "inverse".
	StepRules []string `json:"step_rules" bounds:"distinct"`
	// Steps is the number of steps of a run.
	Steps int `json:"steps" bounds:"[10, inf)"`
}

// DefaultConfig returns all problems, five rules, λ = 0.1, 0.5, 0.9 and varying, all step rules and 3000 steps.
func DefaultConfig() Config {
	return Config{
		Problems: problemNames(),
		Rules:    []string{"paper", "continuous", "pcgrad", "imtl-g", "mgda"},
		Lambdas:  []float64{0.1, 0.5, 0.9, 0}, Margin: 0.1,
		StepRules: stepRules(), Steps: 3000,
	}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "convergence",
		Question: "Do steps along −P reach Pareto-stationary points, as Theorem 6 states, and how fast?",
		Results:  committed,
		Brief:    []string{"steps=100"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := study.Check("convergence", c); err != nil {
		return err
	}
	for _, name := range c.Problems {
		if _, err := problemOf(name); err != nil {
			return err
		}
	}
	for _, name := range c.Rules {
		if _, err := projection.ByName(name); err != nil {
			return err
		}
	}
	for _, name := range c.StepRules {
		if !slices.Contains(stepRules(), name) {
			return fmt.Errorf("convergence: step rule %q not found, want one of %s", name, strings.Join(stepRules(), ", "))
		}
	}
	runs := float64(len(c.Problems)) * float64(len(c.Rules)) * float64(len(c.Lambdas)) * float64(len(c.StepRules))
	return limits.Count(fmt.Sprintf("%g runs of %d steps", runs, c.Steps), runs*float64(c.Steps))
}

// Cells implements workflow.Study: a cell for each problem, rule and λ.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	var found []workflow.Part[[]Run]
	for _, problem := range c.Problems {
		for _, name := range c.Rules {
			rule, err := projection.ByName(name)
			if err != nil {
				return nil, err
			}
			for _, lambda := range c.lambdas(rule) {
				s := settings{Problem: problem, Rule: name, Lambda: lambda, StepRules: c.StepRules, Steps: c.Steps}
				if lambda == 0 {
					s.Margin = c.Margin
				}
				cell := workflow.Cell{Name: fmt.Sprintf("%s, %s, λ %s", problem, name, lambdaName(lambda)), Steps: c.Steps * len(c.StepRules)}
				found = append(found, workflow.Add(p, cell, descents, s))
			}
		}
	}
	return func(parts *workflow.Parts) (*Result, error) {
		return &Result{Config: c, Runs: slices.Concat(workflow.All(parts, found)...)}, nil
	}, nil
}

// lambdas returns the values of λ for a rule. A rule without λ has one value, which is unused.
func (c Config) lambdas(rule projection.Rule) []float64 {
	if !projection.Trades(rule) {
		return []float64{0.5}
	}
	return c.Lambdas
}

func lambdaName(lambda float64) string {
	if lambda == 0 {
		return "varying"
	}
	return fmt.Sprintf("%g", lambda)
}

// trade returns λ of step k.
func (s settings) trade(k int) float64 {
	if s.Lambda == 0 {
		return 0.5 + (0.5-s.Margin)*math.Sin(float64(k))
	}
	return s.Lambda
}

//go:embed *.json *answer.tmpl
var committed embed.FS
