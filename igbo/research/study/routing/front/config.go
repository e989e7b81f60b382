package front

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the study.
type Config struct {
	// Distributions are names from datasets.DistributionNames: ring, curve, moons, ar.
	Distributions []string `json:"laws" bounds:"distinct"`
	// Seeds is the number of runs of each distribution, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples is the number of training points of assessor and oracle.
	Samples int `json:"samples" bounds:"[50, 1048576]"`
	// Rules are names of projection rules. Lambdas are the values of λ for each, the weight of L_path.
	Rules   []string  `json:"rules" bounds:"distinct"`
	Lambdas []float64 `json:"lambdas" bounds:"distinct"`
	// Assessor and Oracle have the settings except for rule, λ and seed.
	Assessor assessor.Config `json:"assessor"`
	Oracle   oracle.Config   `json:"oracle"`
	// Pairs is the number of pairs of fresh points that are joined by paths with Anchors anchors. Each path is examined at
	// Looks evenly spaced places.
	Pairs   int `json:"pairs" bounds:"[1, 65536]"`
	Anchors int `json:"anchors" bounds:"[1, 256]"`
	Looks   int `json:"looks" bounds:"[2, 4096]"`
	// Level is the confidence level of the intervals over seeds.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// DefaultConfig returns the distributions ring and curve, five seeds, and four rules at five λ. The assessor and the oracle's
// bridge are smaller and have fewer steps than the defaults of package oracle. The training of the bridge starts at the
// straight line.
func DefaultConfig() Config {
	c := Config{
		Distributions: []string{"ring", "curve"}, Seeds: 5, Seed0: 1, Samples: 500,
		Rules:    []string{"paper", "weighted-sum", "feasibility-first", "rescaled feasibility-first"},
		Lambdas:  []float64{0.9, 0.7, 0.5, 0.25, 0.1},
		Assessor: assessor.DefaultConfig(), Oracle: oracle.DefaultConfig(),
		Pairs: 100, Anchors: 5, Looks: 60, Level: 0.95,
	}
	c.Assessor.Hidden = 32
	c.Oracle.Hidden, c.Oracle.State, c.Oracle.Steps, c.Oracle.Batch, c.Oracle.MaxAnchors = 64, 32, 500, 32, 5
	c.Oracle.Optimizer.LearningRate, c.Oracle.Weight, c.Oracle.HistoryEvery = 1e-2, 1, 0
	return c
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("routing", c), limits.Seeds(c.Seeds, c.Seed0), c.Assessor.Validate()); err != nil {
		return err
	}
	for _, name := range c.Distributions {
		if datasets.FindDistribution(name) == nil {
			return fmt.Errorf("routing: distribution %q not found, want one of %v", name, datasets.DistributionNames())
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
	return cmp.Or(limits.Count("the steps of the study", each*float64(c.Seeds)*float64(len(c.Distributions))),
		limits.Memory(limits.Need{What: fmt.Sprintf("%d samples and %d paths", c.Samples, c.Pairs), Bytes: 8 * limits.TableCopy * widest * (float64(c.Samples) + float64(c.Pairs)*float64(c.Looks))}))
}

// trained returns the settings of one oracle.
func (c Config) trained(rule string, lambda float64, seed int64) oracle.Config {
	o := c.Oracle
	o.Rule, o.Lambda, o.Seed = rule, train.FixedLambda(lambda), seed
	return o
}
