package judged

import (
	"cmp"
	"embed"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Config describes the study.
type Config struct {
	// Settings are names of the settings to judge.
	Settings []string `json:"settings" bounds:"distinct"`
	// Draws is the number of draws of settings with linear students, with seeds from Seed0 on. Small networks have at most
	// Networks draws, students that take a second at most Costly, and networks for series at most Series.
	Draws    int   `json:"draws"`
	Networks int   `json:"networks" bounds:"[1, inf)"`
	Costly   int   `json:"costly" bounds:"[1, inf)"`
	Series   int   `json:"series" bounds:"[1, inf)"`
	Seed0    int64 `json:"seed0"`
	// Rows is the number of fresh rows that are explained, and Points the number of quadrature points there. Pairs is the
	// number of permutations for a row's Shapley values. Test is the number of fresh rows on which features are permuted.
	Rows   int `json:"rows" bounds:"[2, 400]"`
	Points int `json:"points" bounds:"[1, 256]"`
	Pairs  int `json:"pairs" bounds:"[1, 1024]"`
	Test   int `json:"test" bounds:"[4, 400]"`
}

// DefaultConfig returns a configuration that judges every setting.
func DefaultConfig() Config {
	c := Config{Draws: 256, Networks: 256, Costly: 32, Series: 6, Seed0: 6001, Rows: 32, Points: 32, Pairs: 8, Test: 200}
	for _, s := range settings {
		c.Settings = append(c.Settings, s.name)
	}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "judged",
		Question: "Does a model that was trained with an order also satisfy it by importance measures that were not used in training?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
		Brief: []string{"draws=2", "networks=2", "costly=2", "series=2", "rows=2", "points=2", "pairs=1", "test=8", `settings=["few-samples, linear"]`},
		// networks, costly students and series have the smaller one of both numbers of draws
		Folded: []string{"Networks", "Costly", "Series"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("judged", c), limits.Seeds(c.Draws, c.Seed0), limits.Seeds(c.Networks, c.Seed0), limits.Seeds(c.Costly, c.Seed0), limits.Seeds(c.Series, c.Seed0)); err != nil {
		return err
	}
	for _, name := range c.Settings {
		if _, err := find(name); err != nil {
			return err
		}
	}
	return limits.Count("rows", float64(c.Draws)*float64(len(c.Settings))*float64(c.Rows)*float64(c.Points+c.Pairs)*40)
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// distribution has the settings of a draw.
type distribution struct {
	Config Config // without settings and draws
	Name   string
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	plain := c
	plain.Settings, plain.Draws, plain.Networks, plain.Costly, plain.Series, plain.Seed0 = nil, 0, 0, 0, 0, 0
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: drawProblem, Methods: methods}
	for _, name := range c.Settings {
		s, err := find(name)
		if err != nil {
			return nil, err
		}
		of := trial.Case[distribution]{Name: name, Draws: c.Draws, Steps: 3, Weight: 1, Settings: distribution{plain, name}}
		switch s.kind {
		case networks:
			of.Draws, of.Weight = min(c.Networks, c.Draws), 10
		case costly:
			of.Draws, of.Weight = min(c.Costly, c.Draws), 30
		case series:
			of.Draws, of.Weight = min(c.Series, c.Draws), 300
		}
		t.Cases = append(t.Cases, of)
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for _, f := range found {
			r.Settings = append(r.Settings, newFound(f))
		}
		return r, nil
	})
}
