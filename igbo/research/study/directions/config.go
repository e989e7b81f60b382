package directions

import (
	"cmp"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Case is a distribution of truths with a number of rows and the errors of the expert.
type Case struct {
	Name     string `json:"name"`
	Rows     int    `json:"rows" bounds:"[5, 100000]"`
	Features int    `json:"features" bounds:"[2, 16]"`
	// Explained is the share of the target's variance that the truth explains.
	Explained float64 `json:"explained" bounds:"(0, 1)"`
	// Weights fall by a factor between Steepest and Flattest. Absolute correlations are at most Correlation.
	Steepest    float64 `json:"steepest" bounds:"[0.01, 1]"`
	Flattest    float64 `json:"flattest" bounds:"[0.01, 1]"`
	Correlation float64 `json:"correlation" bounds:"[0, 0.99]"`
	// Top, if not 0, is the number of first features that the order ranks above all others; it states nothing else. 0 states
	// the whole order.
	Top int `json:"top,omitempty" bounds:"[0, 15]"`
	// Swaps is the number of pairs of features that are exchanged in the order. Flips is the number of wrong directions.
	Swaps int `json:"swaps,omitempty" bounds:"[0, 8]"`
	Flips int `json:"flips,omitempty" bounds:"[0, 16]"`
}

// Config describes the study.
type Config struct {
	// Draws is the number of draws of each case, with seeds from Seed0 on.
	Draws int    `json:"draws"`
	Seed0 int64  `json:"seed0"`
	Cases []Case `json:"cases" bounds:"named"`
	// Burn and Sweeps are the discarded and the kept sweeps of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
}

// centre returns the case from which one factor at a time is changed.
func centre() Case {
	return Case{Name: "centre", Rows: 16, Features: 6, Explained: 0.5, Steepest: 0.5, Flattest: 0.9, Correlation: 0.6}
}

// DefaultConfig returns the centre (16 rows of six features, half explained) and one factor at a time.
func DefaultConfig() Config {
	c := Config{Draws: 256, Seed0: 1001, Cases: []Case{centre()}, Burn: 150, Sweeps: 400}
	change := func(name string, f func(k *Case)) {
		k := centre()
		k.Name = name
		f(&k)
		c.Cases = append(c.Cases, k)
	}
	for _, n := range []int{8, 32, 64, 128} {
		change(fmt.Sprintf("%d rows", n), func(k *Case) { k.Rows = n })
	}
	for _, share := range []float64{0.2, 0.8, 0.95} {
		change(fmt.Sprintf("%g explained", share), func(k *Case) { k.Explained = share })
	}
	for _, decay := range []float64{0.3, 0.5, 0.7, 0.9, 1} {
		change(fmt.Sprintf("decay %g", decay), func(k *Case) { k.Steepest, k.Flattest = decay, decay })
	}
	change("no correlation", func(k *Case) { k.Correlation = 0 })
	change("strong correlation", func(k *Case) { k.Correlation = 0.95 })
	change("3 features", func(k *Case) { k.Features = 3 })
	change("12 features", func(k *Case) { k.Features = 12 })
	change("only the first is stated", func(k *Case) { k.Top = 1 })
	change("one pair exchanged", func(k *Case) { k.Swaps = 1 })
	change("two pairs exchanged", func(k *Case) { k.Swaps = 2 })
	change("one direction wrong", func(k *Case) { k.Flips = 1 })
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "directions",
		Question: "When does an importance order reduce the error if the directions of effects are known?",
		Seeds:    "draws", Results: committed,
		Brief: []string{"draws=2", "burn=4", "sweeps=8", `cases=[{"name":"a","rows":8,"features":3,"explained":0.5,"steepest":0.5,"flattest":0.9,"correlation":0.6,"top":1,"swaps":1,"flips":1}]`},
		// Cells do not depend on the names of cases.
		Folded: []string{"Cases[0].Name"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("directions", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	for _, k := range c.Cases {
		switch {
		case k.Top >= k.Features:
			return fmt.Errorf("directions: checking %s: top must be below the %d features, got %d", k.Name, k.Features, k.Top)
		case 2*k.Swaps > k.Features:
			return fmt.Errorf("directions: checking %s: swaps must be at most half of the %d features, got %d", k.Name, k.Features, k.Swaps)
		case k.Flips > k.Features:
			return fmt.Errorf("directions: checking %s: flips must be at most the %d features, got %d", k.Name, k.Features, k.Flips)
		case k.Steepest > k.Flattest:
			return fmt.Errorf("directions: checking %s: steepest must be at most flattest, %g, got %g", k.Name, k.Flattest, k.Steepest)
		}
	}
	return limits.Count("sweeps", float64(c.Draws)*float64(len(c.Cases))*8*float64(c.Burn+c.Sweeps))
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// distribution has the settings of a draw.
type distribution struct {
	Case         Case // without its name
	Burn, Sweeps int
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: drawProblem, Methods: methods}
	for _, k := range c.Cases {
		of := trial.Case[distribution]{Name: k.Name, Draws: c.Draws, Steps: 8, Settings: distribution{k, c.Burn, c.Sweeps}}
		of.Settings.Case.Name = ""
		t.Cases = append(t.Cases, of)
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			r.Cases = append(r.Cases, newFound(f, 1-c.Cases[i].Explained))
		}
		return r, nil
	})
}
