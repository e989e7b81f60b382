package payoff

import (
	"cmp"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Config describes the simulation.
type Config struct {
	// Draws is the number of draws for each number of rows and explained share, with seeds from Seed0 on.
	Draws int   `json:"draws"`
	Seed0 int64 `json:"seed0"`
	// Features is the number of columns. Weights fall by a factor between Steepest and Flattest, and Correlation is the
	// largest absolute correlation.
	Features    int     `json:"features" bounds:"[3, 16]"`
	Steepest    float64 `json:"steepest" bounds:"[0.01, 1]"`
	Flattest    float64 `json:"flattest" bounds:"[0.01, 1]"`
	Correlation float64 `json:"correlation" bounds:"[0, 0.99]"`
	// Rows, Explained, Statements and Trusts are the axes of the map: numbers of rows; shares of the variance that the truth
	// explains; numbers of links in the chain of the expert; and probabilities that a statement is right.
	Rows       []int     `json:"rows" bounds:"distinct [5, 100000]"`
	Explained  []float64 `json:"explained" bounds:"distinct (0, 1)"`
	Statements []int     `json:"statements" bounds:"distinct [1, 15]"`
	Trusts     []float64 `json:"trusts" bounds:"distinct [0, 1]"`
	// Burn and Sweeps are the discarded and the kept sweeps of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
}

// DefaultConfig returns the reported map: 8 to 1024 rows of six features.
func DefaultConfig() Config {
	return Config{
		Draws: 256, Seed0: 1001, Features: 6, Steepest: 0.5, Flattest: 0.9, Correlation: 0.6,
		Rows: []int{8, 16, 32, 64, 128, 256, 1024}, Explained: []float64{0.2, 0.5, 0.8}, Statements: []int{2, 5},
		Trusts: []float64{0.5, 0.6, 0.7, 0.8, 0.9, 1}, Burn: 150, Sweeps: 400,
	}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "payoff",
		Question: "For how many rows, and for how reliable an expert, does an importance order reduce the error?",
		Seeds:    "draws", Results: committed,
		Brief: []string{"draws=2", "rows=[8,16]", "explained=[0.5]", "statements=[2]", "trusts=[0.5,1]", "burn=4", "sweeps=8"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("payoff", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	for _, m := range c.Statements {
		if m >= c.Features {
			return fmt.Errorf("payoff: checking settings: too many statements for %d features, %d (max %d)", c.Features, m, c.Features-1)
		}
	}
	if c.Steepest > c.Flattest {
		return fmt.Errorf("payoff: checking settings: steepest must be at most flattest, %g, got %g", c.Flattest, c.Steepest)
	}
	fits := float64(c.Draws) * float64(len(c.Rows)) * float64(len(c.Explained)) * float64(2*len(c.Statements)+1) * float64(len(c.Trusts))
	return limits.Count("sweeps", fits*2*float64(c.Burn+c.Sweeps))
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// distribution has the settings of a draw.
type distribution struct {
	Config    Config // without the draws, the rows and the explained shares
	Rows      int
	Explained float64
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	plain := c
	plain.Draws, plain.Seed0, plain.Rows, plain.Explained = 0, 0, nil, nil
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: drawProblem, Methods: methods}
	var places []Place
	for _, share := range c.Explained {
		for _, n := range c.Rows {
			at := Place{Rows: n, Explained: share}
			places = append(places, at)
			t.Cases = append(t.Cases, trial.Case[distribution]{
				Name: fmt.Sprintf("%d rows, %g explained", n, share), Draws: c.Draws, Steps: 2 + len(plain.experts()), Settings: distribution{plain, n, share},
			})
		}
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			if err := r.add(places[i], f); err != nil {
				return nil, err
			}
		}
		return r, nil
	})
}

// expert describes the statements of an expert.
type expert struct {
	statements int
	directions bool
	trust      float64
}

// experts lists the experts of the map.
func (c Config) experts() (all []expert) {
	for _, directions := range []bool{false, true} {
		for _, m := range append([]int{0}, c.Statements...) {
			for _, p := range c.Trusts {
				if m > 0 || directions {
					all = append(all, expert{m, directions, p})
				}
			}
		}
	}
	return all
}

func (e expert) name() string {
	return fmt.Sprintf("%d statements, directions %t, trust %g", e.statements, e.directions, e.trust)
}
