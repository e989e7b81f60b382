package shift

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
)

// Config describes the study.
type Config struct {
	// Shifts are names of orders.yaml's; none are all of them.
	Shifts []string `json:"shifts"`
	// Packages is the folder in which the packages are installed ([Install]); with Twins made-up tables stand for theirs.
	Packages string `json:"packages"`
	Twins    bool   `json:"twins"`
	// Draws are those of each shift, with seeds from Seed0 on, in four blocks.
	Draws int   `json:"draws"`
	Seed0 int64 `json:"seed0"`
	// Burn and Sweeps are those of each posterior's chain, that are thrown away and kept.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[4, 100000]"`
	// Steps and Rate are those of the student by IGBO.
	Steps int     `json:"steps" bounds:"[1, 100000]"`
	Rate  float64 `json:"learning_rate" bounds:"(0, 1]"`
}

// DefaultConfig is all shifts with 256 draws.
func DefaultConfig() Config {
	return Config{Packages: "packages", Draws: 256, Seed0: 1001, Burn: 200, Sweeps: 600, Steps: 50, Rate: 0.02}
}

// Definition is the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "shift",
		Question: "Does an order of importance survive a shift of population where answers do not?",
		Seeds:    "draws", NeedsBackend: true, Results: committed,
	}, DefaultConfig)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("shift", c), limits.Seeds(c.Draws, c.Seed0)); err != nil {
		return err
	}
	if _, err := Shifts(); err != nil {
		return err
	}
	all := names()
	for i, name := range c.Shifts {
		if !slices.Contains(all, name) || slices.Contains(c.Shifts[:i], name) {
			return fmt.Errorf("shift: %q, expected some of %q, each once", name, all)
		}
	}
	return limits.Count("sweeps", float64(c.Draws)*float64(len(all))*40*float64(c.Burn+c.Sweeps))
}

// chosen are the shifts that are asked for.
func (c Config) chosen() []Shift {
	all, _ := Shifts() // Validate says what is wrong
	if len(c.Shifts) == 0 {
		return all
	}
	var some []Shift
	for _, name := range c.Shifts {
		one := Shift{Name: name}
		if s := study.First(all, func(s *Shift) bool { return s.Name == name }); s != nil {
			one = *s
		}
		some = append(some, one)
	}
	return some
}

//go:embed *.json
var committed embed.FS
