package oraclefront

import (
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the study.
type Config struct {
	// Laws are names of datasets.Laws: ring, curve, moons, ar.
	Laws []string `json:"laws"`
	// Seeds runs are made of each law, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples are the points that assessor and oracle are trained on.
	Samples int `json:"samples"`
	// Rules are projection rules by name, Lambdas the λ of each, the weight of L_path.
	Rules   []string  `json:"rules"`
	Lambdas []float64 `json:"lambdas"`
	// Assessor and Oracle are the settings but for rule, λ and seed.
	Assessor assessor.Config `json:"assessor"`
	Oracle   oracle.Config   `json:"oracle"`
	// Pairs of fresh points are joined over Anchors anchors, and looked at in Looks
	// places, evenly along each path.
	Pairs   int `json:"pairs"`
	Anchors int `json:"anchors"`
	Looks   int `json:"looks"`
	// Level is that of the intervals over seeds.
	Level float64 `json:"level"`
}

// DefaultConfig returns ring and curve (the other laws can be asked for), five seeds, four rules at five λ, with
// the contrastive assessor and the oracle's bridge, whose training begins at the straight
// line, smaller and for fewer steps than the oracle's own defaults.
func DefaultConfig() Config {
	c := Config{
		Laws: []string{"ring", "curve"}, Seeds: 5, Seed0: 1, Samples: 500,
		Rules:    []string{"paper", "weighted-sum", "feasibility-first", "rescaled feasibility-first"},
		Lambdas:  []float64{0.9, 0.7, 0.5, 0.25, 0.1},
		Assessor: assessor.DefaultConfig(assessor.Contrastive), Oracle: oracle.DefaultConfig(),
		Pairs: 100, Anchors: 5, Looks: 60, Level: 0.95,
	}
	c.Assessor.Hidden = 32
	c.Oracle.Hidden, c.Oracle.State, c.Oracle.Steps, c.Oracle.Batch, c.Oracle.MaxAnchors = 64, 32, 500, 32, 5
	c.Oracle.Optimizer.LearningRate, c.Oracle.Weight, c.Oracle.HistoryEvery = 1e-2, 1, 0
	return c
}

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "oracle-front", Seeds: "seeds", NeedsBackend: true,
		Question:  "Which rule leads a routing oracle away from the straight line, and what do valid paths cost in length?",
		Committed: committed,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := limits.Distinct("oraclefront", "law", c.Laws); err != nil {
		return err
	}
	for _, name := range c.Laws {
		if datasets.FindLaw(name) == nil {
			return fmt.Errorf("oraclefront: no law %q, expected one of %v", name, datasets.LawNames())
		}
	}
	if err := limits.Distinct("oraclefront", "rule", c.Rules); err != nil {
		return err
	}
	if err := limits.Distinct("oraclefront", "λ", c.Lambdas); err != nil {
		return err
	}
	for _, n := range []struct {
		what         string
		value, least int
		most         int
	}{{"samples", c.Samples, 50, 1 << 20}, {"pairs", c.Pairs, 1, 1 << 16}, {"anchors", c.Anchors, 1, 1 << 8}, {"looks", c.Looks, 2, 1 << 12}} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("oraclefront: %d %s, expected %d to %d", n.value, n.what, n.least, n.most)
		}
	}
	if !(c.Level > 0 && c.Level < 1) {
		return fmt.Errorf("oraclefront: intervals of level %g, expected inside (0, 1)", c.Level)
	}
	if err := c.Assessor.Validate(); err != nil {
		return err
	}
	for _, rule := range c.Rules {
		for _, lambda := range c.Lambdas {
			if err := c.trained(rule, lambda, 0).Validate(2); err != nil {
				return err
			}
		}
	}
	return c.bounded()
}

// bounded checks seeds, steps and memory.
func (c Config) bounded() error {
	if err := limits.Seeds(c.Seeds, c.Seed0); err != nil {
		return err
	}
	each := float64(len(c.Rules)*len(c.Lambdas))*float64(c.Oracle.Steps) + float64(c.Assessor.Steps)
	if err := limits.Count("the steps of the study", each*float64(c.Seeds)*float64(len(c.Laws))); err != nil {
		return err
	}
	const widest = 64
	return limits.Memory(limits.Need{What: fmt.Sprintf("%d samples and %d paths", c.Samples, c.Pairs), Bytes: 8 * limits.TableCopy * widest * (float64(c.Samples) + float64(c.Pairs)*float64(c.Looks))})
}

// trained are the settings of one oracle.
func (c Config) trained(rule string, lambda float64, seed int64) oracle.Config {
	o := c.Oracle
	o.Rule, o.Lambda, o.Seed = rule, train.FixedLambda(lambda), seed
	return o
}
