package blackbox

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the comparison.
type Config struct {
	// Sets are names of Sets.
	Sets []string `json:"sets" bounds:"distinct"`
	// Sizes are the numbers n of samples. All methods are tried at the first one, the centre.
	Sizes []int `json:"sizes" bounds:"distinct [4, inf)"`
	// Seeds is the number of draws of each set and size. Their seeds begin at Seed0.
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Test is the largest number of test samples.
	Test int `json:"test" bounds:"[1, 1000000]"`
	// Steps is the number of steps of a student.
	Steps int `json:"steps" bounds:"[1, 1000000]"`
	// Queries are the numbers of answers that a teacher gives beyond those at the training inputs.
	Queries []int `json:"queries" bounds:"apart [1, 100000]"`
}

// DefaultConfig returns all sets, n = 16, 32 and 64, and 32 draws of each.
func DefaultConfig() Config {
	return Config{Sets: Sets(), Sizes: []int{16, 32, 64}, Seeds: 32, Seed0: 1, Test: 400, Steps: 400, Queries: []int{16, 256}}
}

// FullConfig returns the full design, for a cluster: more sizes and numbers of answers, 200 draws.
func FullConfig() Config {
	c := DefaultConfig()
	c.Sizes, c.Seeds, c.Queries = []int{16, 8, 12, 24, 32, 64, 128}, 200, []int{1, 4, 16, 64, 256, 1024}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "black-box",
		Question: "How useful is an order from a black-box teacher's scores, compared with the teacher's answers?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"sets=weather", "seeds=2", "sizes=16", "test=50", "steps=20", "queries=16"},
	}, DefaultConfig, FullConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("blackbox", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	for _, name := range c.Sets {
		s, err := load(name)
		if err != nil {
			return err
		}
		if n, most := slices.Max(c.Sizes), len(s.own(false))-1; n > most {
			return fmt.Errorf("blackbox: got %d samples of %s, want at most %d", n, name, most)
		}
	}
	trainings := float64(c.Seeds) * float64(len(c.Sets)*len(c.Sizes)) * benchmark.GridSize
	return limits.Count(fmt.Sprintf("%g trainings", trainings), trainings*float64(c.Steps))
}

//go:embed *.json *answer.tmpl
var committed embed.FS
