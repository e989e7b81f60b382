package realdata

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the study.
type Config struct {
	// Sets are names of Sets.
	Sets []string `json:"sets" bounds:"distinct"`
	// Sizes are the numbers of training samples; every set has more rows for testing. All methods are tried at the sizes in
	// Centre.
	Sizes  []int `json:"sizes" bounds:"distinct [8, 40]"`
	Centre []int `json:"centre" bounds:"apart [8, 40]"`
	// Draws is the number of draws of each set at the centre, with seeds Seed0, Seed0+1, …. Other sizes and the suspect column
	// have at most Around of them, and networks at most NetworkDraws.
	Draws        int   `json:"draws"`
	Around       int   `json:"around" bounds:"[1, inf)"`
	NetworkDraws int   `json:"network_draws" bounds:"[0, inf)"`
	Seed0        int64 `json:"seed0"`
	// Test is the largest number of held-out samples.
	Test int `json:"test" bounds:"[1, 1048576]"`
	// Steps and Rate are the steps and the learning rate of linear students, which use Adam with full batches. SignedSteps is
	// the number of steps of the students that start at the order polytope's centroid and stop early.
	Steps       int     `json:"steps" bounds:"[1, inf)"`
	SignedSteps int     `json:"signed_steps" bounds:"[1, inf)"`
	Rate        float64 `json:"learning_rate"`
	// Network is the network. The next fields are its number of quadrature points, and its steps before and with the order.
	Network       models.MLPConfig `json:"network"`
	NetworkPoints int              `json:"network_points" bounds:"[1, 1024]"`
	NetworkSteps  int              `json:"network_steps" bounds:"[1, inf)"`
	// NetworkSets are the sets for networks.
	NetworkSets []string `json:"network_sets"`
	// Shortcut describes the suspect column.
	Shortcut Shortcut `json:"shortcut"`
	// Level is the confidence level of the intervals.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// Shortcut is a column that predicts the target in training but not in the test. It is the target in standard deviations, or ±1
// for classes, plus noise; in the test, it is that of another sample.
type Shortcut struct {
	// Sets are the sets to which the column is added: all must be regressions or have two classes.
	Sets []string `json:"sets"`
	// Samples is the number of training samples, Noise the standard deviation of the noise, and Cap the largest share of the
	// column.
	Samples int     `json:"samples" bounds:"[8, 250]"`
	Noise   float64 `json:"noise" bounds:"[0, 1e6)"`
	Cap     float64 `json:"cap" bounds:"[0, 1]"`
}

// DefaultConfig returns all methods at n = 16, and the cheap ones at 12 and 32.
func DefaultConfig() Config {
	return Config{
		Sets: []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime, penguinsSpecies}, Sizes: []int{12, 16, 32}, Centre: []int{16},
		Draws: 256, Around: 64, NetworkDraws: 32, Seed0: 2001, Test: 400, Steps: 400, SignedSteps: 50, Rate: 0.02,
		Network: models.MLPConfig{Hidden: []int{8}, Activation: "tanh"}, NetworkPoints: 4, NetworkSteps: 200,
		NetworkSets: []string{weatherDays, penguinsMass, anes96},
		Shortcut:    Shortcut{Sets: []string{weatherDays, penguinsMass, anes96}, Samples: 100, Noise: 0.5, Cap: 0.01},
		Level:       0.95,
	}
}

// Full returns the full design: all methods at every n, more draws, networks on every set that has signs.
func Full() Config {
	c := DefaultConfig()
	c.Centre, c.Around, c.NetworkDraws = c.Sizes, c.Draws, 64
	c.NetworkSets = []string{weatherDays, weatherPlaces, penguinsMass, anes96, statecrime}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "real-data",
		Question: "How much do experts' orders and directions, written in advance, reduce the error on real data with few samples?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
		Brief:  []string{`sets=["penguins, mass"]`, "sizes=10", "centre=10", "draws=2", "around=1", "network_draws=1", "test=30", "steps=3", "signed_steps=2", "network_steps=2", "network_points=2", `network_sets=["anes96, vote"]`, `shortcut.sets=["anes96, vote"]`, "shortcut.samples=20"},
		Folded: []string{"Level"},
	}, DefaultConfig, Full)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("realdata", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	for what, sets := range map[string][]string{"set": c.Sets, "set of networks": c.NetworkSets, "set with a shortcut": c.Shortcut.Sets} {
		if err := known(what, sets); err != nil {
			return err
		}
	}
	for _, name := range c.Shortcut.Sets {
		if name == penguinsSpecies || name == statecrime {
			return fmt.Errorf("realdata: the shortcut cannot use set %q; the set must have a few hundred samples, and either a numeric target or two classes", name)
		}
	}
	if c.NetworkDraws > c.Draws {
		return fmt.Errorf("realdata: network_draws must be at most draws, %d, got %d", c.Draws, c.NetworkDraws)
	}
	draws := float64(c.Draws) * float64(len(c.Sets)*len(c.Sizes)+len(c.Shortcut.Sets))
	if err := limits.Count("students", draws*200*float64(max(c.Steps, c.SignedSteps, c.NetworkSteps))); err != nil {
		return err
	}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Epochs = models.MLPSpec(c.Network), max(c.Steps, c.SignedSteps, c.NetworkSteps)
	cfg.Optimizer.LearningRate, cfg.Attribution.Points = c.Rate, c.NetworkPoints
	return cfg.Validate(4)
}

// known checks the names of sets; the list can be empty.
func known(what string, sets []string) error {
	for i, name := range sets {
		if _, ok := loaders[name]; !ok {
			return fmt.Errorf("realdata: %s %q not found, want some of %q", what, name, Sets())
		}
		if slices.Contains(sets[:i], name) {
			return fmt.Errorf("realdata: %s %q occurs twice, but must occur once", what, name)
		}
	}
	return nil
}

//go:embed *.json *answer.tmpl
var committed embed.FS
