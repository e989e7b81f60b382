package rivals

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/realdata"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
	"github.com/igbolab/igbolab/igbo/research/study/wrongprior"
)

// Config describes the study.
type Config struct {
	// Draws is the number of draws of the first case of Few, of the cases of Wrong with the number of samples of its first
	// case, and of each set.
	Draws int `json:"draws"`
	// Around is the number of draws of every other case.
	Around int `json:"around" bounds:"[1, 100000]"`
	// Abroad is the number of draws of each shift.
	Abroad int `json:"abroad" bounds:"[1, 100000]"`
	// Seed0 is the first seed of all draws.
	Seed0 int64 `json:"seed0"`
	// Few are cases of package fewsamples with a correct order; Wrong are cases of package wrongprior.
	Few   []Few   `json:"few_samples"`
	Wrong []Wrong `json:"wrong_prior"`
	// Sets are sets of package realdata. Samples is the number of training samples, and Test the largest number of test
	// samples.
	Sets    []string `json:"sets"`
	Samples int      `json:"samples" bounds:"[8, 40]"`
	Test    int      `json:"test" bounds:"[1, 1048576]"`
	// Shifts are shifts of package shift; an empty list means all. Packages is the folder of their tables. With Twins,
	// synthetic tables replace them.
	Shifts   []string `json:"shifts"`
	Packages string   `json:"packages"`
	Twins    bool     `json:"twins"`
	// Burn and Sweeps are the discarded and the kept sweeps of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
	// Steps and Rate are the steps and the learning rate of IGBO's student with the order. SignedSteps is the number of steps
	// of the student that also uses signs.
	Steps       int     `json:"steps" bounds:"[1, 100000]"`
	SignedSteps int     `json:"signed_steps" bounds:"[1, 100000]"`
	Rate        float64 `json:"learning_rate" bounds:"(0, 1]"`
	// Flips is the number of draws of random signs for each complexity.
	Flips int `json:"flips" bounds:"[1, 100000]"`
}

// Few is a case of package fewsamples.
type Few struct {
	Samples int     `json:"samples" bounds:"[8, 100000]"`
	Decay   float64 `json:"decay" bounds:"(0, 1]"`
}

// Wrong is a case of package wrongprior.
type Wrong struct {
	Samples int `json:"samples" bounds:"[8, 100000]"`
	Swaps   int `json:"swaps" bounds:"[-2, 1000]"`
}

// DefaultConfig returns the four designs: 256 draws at n = 16, 64 of other cases, and 32 of each of the 34 shifts.
func DefaultConfig() Config {
	return Config{
		Draws: 256, Around: 64, Abroad: 32, Seed0: 6001,
		Few:   []Few{{16, 0.7}, {8, 0.7}, {64, 0.7}, {16, 0.9}},
		Wrong: []Wrong{{16, 2}, {16, wrongprior.Placebo}, {16, wrongprior.Reversed}, {64, 2}, {64, wrongprior.Reversed}},
		Sets:  []string{"weather, few days", "weather, Seattle to New York", "penguins, mass", "statecrime, murders"}, Samples: 16, Test: 400,
		Packages: "packages", Burn: 200, Sweeps: 600, Steps: 400, SignedSteps: 50, Rate: 0.02, Flips: 50,
	}
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "rivals",
		Question: "Do published methods that use an order, signs or importances have less error than the methods of this library?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
		Brief: []string{
			"draws=2", "around=1", "abroad=2", `few_samples=[{"samples":8,"decay":0.7},{"samples":10,"decay":0.9}]`, `wrong_prior=[{"samples":8,"swaps":2},{"samples":12,"swaps":-2}]`,
			`sets=["statecrime, murders"]`, "samples=10", "test=30", `shifts=["airlines, cost","carriers, delay on arrival"]`, "twins=true",
			"burn=4", "sweeps=8", "steps=2", "signed_steps=2", "flips=4",
		},
		// synthetic tables have no files
		Folded: []string{"Packages"},
	}, DefaultConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("rivals", c), limits.Seeds(c.Draws, c.Seed0), limits.Seeds(c.Around, c.Seed0), limits.Seeds(c.Abroad, c.Seed0), c.shifts().Validate()); err != nil {
		return err
	}
	for i, name := range c.Sets {
		if !slices.Contains(realdata.Sets(), name) {
			return fmt.Errorf("rivals: set %q not found, want some of %q", name, realdata.Sets())
		}
		if slices.Contains(c.Sets[:i], name) {
			return fmt.Errorf("rivals: set %q occurs twice, but must occur once", name)
		}
	}
	for i, k := range c.Few {
		if slices.Contains(c.Few[:i], k) {
			return fmt.Errorf("rivals: the case %v occurs twice, but must occur once", k)
		}
	}
	for i, k := range c.Wrong {
		if slices.Contains(c.Wrong[:i], k) {
			return fmt.Errorf("rivals: the case %v occurs twice, but must occur once", k)
		}
	}
	runs := float64(max(c.Draws, c.Around, c.Abroad)) * float64(len(c.Few)+len(c.Wrong)+len(c.Sets)+40)
	return limits.Count("steps", runs*float64(c.Steps+c.SignedSteps+10*(c.Burn+c.Sweeps)+c.Flips))
}

// shifts returns the settings of package shift that draw them.
func (c Config) shifts() shift.Config {
	s := shift.DefaultConfig()
	s.Shifts, s.Packages, s.Twins = c.Shifts, c.Packages, c.Twins
	return s
}

//go:embed *.json *answer.tmpl
var committed embed.FS
