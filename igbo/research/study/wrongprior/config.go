package wrongprior

import (
	"cmp"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Degrees of damage that are not numbers of swaps.
const (
	Placebo  = -1 // all names are exchanged at random
	Reversed = -2
)

// Config describes the simulation.
type Config struct {
	// Seeds is the number of draws of every case. Their seeds begin at Seed0.
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Samples are the sizes n. Swaps are the degrees of damage: the number of exchanged pairs, −1 for all names at random, or
	// −2 for reversed.
	Samples []int `json:"samples" bounds:"distinct"`
	Swaps   []int `json:"swaps" bounds:"distinct [-2, 1000]"`
	// Noise, Decay and R are settings of package fewsamples.
	Noise float64 `json:"noise"`
	Decay float64 `json:"decay"`
	R     float64 `json:"r"`
	// Steps is the number of steps of the student, and Handicap the handicap of the cautious gate.
	Steps    int     `json:"steps" bounds:"[1, 1000000]"`
	Handicap float64 `json:"handicap" bounds:"[1, 100)"`
	// CompetingMethods adds methods that use the same knowledge in other ways.
	CompetingMethods bool `json:"rivals"`
}

// DefaultConfig returns n = 16 and 64 with six degrees of damage, and the competing methods.
func DefaultConfig() Config {
	return Config{Seeds: 256, Seed0: 4001, Samples: []int{16, 64}, Swaps: []int{0, 1, 2, 4, Placebo, Reversed}, Noise: 1, Decay: 0.7, R: 1, Steps: 400, Handicap: 1.05, CompetingMethods: true}
}

// FullConfig returns more sizes and more degrees, for a cluster.
func FullConfig() Config {
	c := DefaultConfig()
	c.Samples, c.Swaps = []int{8, 16, 32, 64, 128, 256, 512}, []int{0, 1, 2, 3, 4, 6, 8, Placebo, Reversed}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "wrong-prior",
		Question: "What does a wrong importance order cost, what detects that it is wrong, and does a gate limit the harm?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"seeds=2", "samples=8", "swaps=0,-2", "steps=3"},
		// the fold applies the gates
		Folded: []string{"Handicap"},
	}, DefaultConfig, FullConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("wrongprior", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	if c.Swaps[0] != 0 {
		return fmt.Errorf("wrongprior: the first of swaps must be 0, got %v", c.Swaps)
	}
	cells := float64(c.Seeds) * float64(len(c.Samples)*len(c.Swaps))
	return cmp.Or(c.problems().Validate(), limits.Count(fmt.Sprintf("%g draws", cells), cells*float64(c.Steps)*12))
}

// problems returns the settings of package fewsamples for the problems.
func (c Config) problems() fewsamples.Config {
	f := fewsamples.DefaultConfig()
	f.Seeds, f.Seed0, f.Steps, f.Cases = c.Seeds, c.Seed0, c.Steps, nil
	for _, n := range c.Samples {
		f.Cases = append(f.Cases, c.drawn(n))
	}
	return f
}

// drawn returns the case of package fewsamples.
func (c Config) drawn(n int) fewsamples.Case {
	return fewsamples.Case{
		Name: fmt.Sprintf("n = %d", n), Samples: n, Noise: c.Noise, Truth: fewsamples.Linear, Decay: c.Decay, R: c.R,
		Methods: []string{benchmark.LeastSquares().Name(), benchmark.Ridge().Name()},
	}
}

// degree returns the name of a degree of damage.
func degree(swaps int) string {
	switch swaps {
	case Placebo:
		return "placebo"
	case Reversed:
		return "reversed"
	case 1:
		return "1 swap"
	}
	return fmt.Sprintf("%d swaps", swaps)
}

// caseName returns the name of a case.
func caseName(n, swaps int) string { return fmt.Sprintf("n = %d, %s", n, degree(swaps)) }

// Names of the methods.
const (
	ridge    = "ridge"
	noGate   = "IGBO, intervals"
	order    = "IGBO, order only"
	kept     = "IGBO, intervals, ridge kept"
	warmP    = "P(½), unit gradients, warm"
	cautious = ", gate with a margin"
	gate     = ", gate"
)

// students returns the students with diagnostics.
func (c Config) students() []benchmark.Student {
	s := benchmark.DefaultStudent()
	s.Steps, s.Penalized, s.Label = c.Steps, false, noGate
	o := s
	o.Known, o.Label = benchmark.OrderOnly, order
	return []benchmark.Student{s, o}
}

// plain returns the methods without diagnostics: ridge, rank-weighted ridge, and students without a gate. With competing
// methods, it adds the means of a posterior that must satisfy the same order and of one that learns how far to trust it. It
// also adds least squares over the ordered cone, with the right directions.
func (c Config) plain() []benchmark.Method {
	s := c.students()[0]
	k, p := s, s
	k.Penalized, k.Label = true, kept
	p.Rule, p.Label = "paper", warmP
	all := []benchmark.Method{benchmark.Ridge(), benchmark.RankRidge(), k, p}
	if c.CompetingMethods {
		for _, name := range []string{benchmark.PosteriorOrder, benchmark.PosteriorSoft, benchmark.OrderedCone} {
			all = append(all, benchmark.Named(benchmark.Believed(), name))
		}
	}
	return all
}

//go:embed *.json *answer.tmpl
var committed embed.FS
