package oraclefront

import (
	"cmp"
	"embed"
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
	// Laws are names of datasets.LawNames: ring, curve, moons, ar.
	Laws []string `json:"laws" bounds:"distinct"`
	// Seeds runs are made of each law, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples are the points that assessor and oracle are trained on.
	Samples int `json:"samples" bounds:"[50, 1048576]"`
	// Rules are projection rules by name, Lambdas the λ of each, the weight of L_path.
	Rules   []string  `json:"rules" bounds:"distinct"`
	Lambdas []float64 `json:"lambdas" bounds:"distinct"`
	// Assessor and Oracle are the settings but for rule, λ and seed.
	Assessor assessor.Config `json:"assessor"`
	Oracle   oracle.Config   `json:"oracle"`
	// Pairs of fresh points are joined over Anchors anchors, and looked at in Looks
	// places, evenly along each path.
	Pairs   int `json:"pairs" bounds:"[1, 65536]"`
	Anchors int `json:"anchors" bounds:"[1, 256]"`
	Looks   int `json:"looks" bounds:"[2, 4096]"`
	// Level is that of the intervals over seeds.
	Level float64 `json:"level" bounds:"(0, 1)"`
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
		Question: "Which rule leads a routing oracle away from the straight line, and what do valid paths cost in length?",
		Results:  committed,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("oraclefront", c), limits.Seeds(c.Seeds, c.Seed0), c.Assessor.Validate()); err != nil {
		return err
	}
	for _, name := range c.Laws {
		if datasets.FindLaw(name) == nil {
			return fmt.Errorf("oraclefront: no law %q, expected one of %v", name, datasets.LawNames())
		}
	}
	for _, rule := range c.Rules {
		for _, lambda := range c.Lambdas {
			if err := c.trained(rule, lambda, 0).Validate(2); err != nil {
				return err
			}
		}
	}
	each := float64(len(c.Rules)*len(c.Lambdas))*float64(c.Oracle.Steps) + float64(c.Assessor.Steps)
	const widest = 64
	return cmp.Or(limits.Count("the steps of the study", each*float64(c.Seeds)*float64(len(c.Laws))),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples and %d paths", c.Samples, c.Pairs), Bytes: 8 * limits.TableCopy * widest * (float64(c.Samples) + float64(c.Pairs)*float64(c.Looks))}))
}

// trained are the settings of one oracle.
func (c Config) trained(rule string, lambda float64, seed int64) oracle.Config {
	o := c.Oracle
	o.Rule, o.Lambda, o.Seed = rule, train.FixedLambda(lambda), seed
	return o
}

//go:embed *.json
var committed embed.FS
