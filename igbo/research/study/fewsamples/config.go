package fewsamples

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes the simulation.
type Config struct {
	// Seeds is the number of draws of the first case, the centre; their seeds begin at Seed0. Other cases have at most Around
	// draws, and cases with networks at most Networks.
	Seeds    int   `json:"seeds"`
	Around   int   `json:"around"`
	Networks int   `json:"networks"`
	Seed0    int64 `json:"seed0"`
	// Features is D. Size and the cases' Decay determine the weights. Test is the number of fresh inputs.
	Features int     `json:"features" bounds:"[2, 64]"`
	Size     float64 `json:"size" bounds:"(0, 1e6)"`
	Test     int     `json:"test" bounds:"[1, 1000000]"`
	// Steps is the number of steps of a linear student, and NetworkSteps that of a network.
	Steps        int    `json:"steps"`
	NetworkSteps int    `json:"network_steps"`
	Hidden       int    `json:"hidden" bounds:"[1, 4096]"`
	Cases        []Case `json:"cases" bounds:"named"`
}

// Case is one setting with the methods to compare.
type Case struct {
	Name    string  `json:"name"`
	Samples int     `json:"samples" bounds:"[4, 100000]"`
	Noise   float64 `json:"noise" bounds:"(0, 1e6)"`
	Truth   string  `json:"truth"`
	Decay   float64 `json:"decay" bounds:"(0, 1]"`
	// R is r of the intervals. Apart scores the truth at separate inputs.
	R     float64 `json:"r" bounds:"[0, 100]"`
	Apart bool    `json:"apart,omitempty"`
	// Networks reports whether students are networks.
	Networks bool `json:"networks,omitempty"`
	// Methods are the names of the methods to compare.
	Methods []string `json:"methods"`
}

// centre returns the case from which one factor at a time is changed.
func centre(methods []string) Case {
	return Case{Name: "centre", Samples: 16, Noise: 1, Truth: Linear, Decay: 0.7, R: 1, Methods: methods}
}

// DefaultConfig returns the centre (n = 16, noise 1, linear truth, r = 1) with every method, and one factor at a time with the
// most important methods.
func DefaultConfig() Config {
	c := Config{Seeds: 256, Around: 64, Networks: 32, Seed0: 2001, Features: 10, Size: 2, Test: 400, Steps: 400, NetworkSteps: 300, Hidden: 16}
	c.Cases = append(c.Cases, centre(slices.Concat(linearMethods(), []string{benchmark.Stacked}, study.Each(averages(), benchmark.Method.Name), studentMethods(), ruleMethods())))
	change := func(name string, f func(k *Case), also ...string) {
		k := centre(append(fastMethods(), also...))
		k.Name = name
		f(&k)
		c.Cases = append(c.Cases, k)
	}
	also := map[int][]string{32: {benchmark.Stacked, weightedSum}, 128: {benchmark.Stacked}} // the tuned weighted sum takes 41 trainings
	for _, n := range []int{8, 32, 64, 128, 512} {
		change(fmt.Sprintf("n = %d", n), func(k *Case) { k.Samples = n }, also[n]...)
	}
	for _, noise := range []float64{0.5, 2} {
		change(fmt.Sprintf("noise %g", noise), func(k *Case) { k.Noise = noise })
	}
	change("decay 0.9", func(k *Case) { k.Decay = 0.9 })
	change("r = 0.25", func(k *Case) { k.R = 0.25 })
	change("scored apart", func(k *Case) { k.Apart = true })
	for _, truth := range []string{Monotone, Mixed} {
		change("network, "+truth, func(k *Case) {
			k.Truth, k.Samples, k.Noise, k.Networks, k.Methods = truth, 32, 0.5, true, networkMethods()
		})
	}
	return c
}

// FullConfig returns the full design for a cluster: samples × noise × decay, always with the tuned weighted sum; every rule at
// n = 8 … 64; and networks at all sizes.
func FullConfig() Config {
	c := DefaultConfig()
	c.Networks, c.Around = c.Seeds, c.Seeds
	for _, n := range []int{8, 16, 32, 64, 128, 256, 512} {
		for _, noise := range []float64{0.25, 0.5, 1, 2, 4} {
			for _, decay := range []float64{0.5, 0.7, 0.9} {
				k := centre(slices.Concat(linearMethods(), studentMethods()))
				k.Name, k.Samples, k.Noise, k.Decay = fmt.Sprintf("n = %d, noise %g, decay %g", n, noise, decay), n, noise, decay
				if n <= 64 {
					k.Methods = append(k.Methods, ruleMethods()...)
				}
				c.Cases = append(c.Cases, k)
			}
			for _, truth := range []string{Monotone, Mixed} {
				k := centre(networkMethods())
				k.Name, k.Samples, k.Noise, k.Truth, k.Networks = fmt.Sprintf("network, %s, n = %d, noise %g", truth, n, noise), n, noise, truth, true
				c.Cases = append(c.Cases, k)
			}
		}
	}
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "few-samples",
		Question: "When does a correct order of importance help a model that has few samples?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"seeds=2", "networks=2", "test=20", "steps=3", "network_steps=3", "hidden=3",
			`cases=[{"name":"a","samples":8,"noise":1,"truth":"linear","decay":0.7,"r":1,"methods":["unconstrained","ridge","best ridge*","IGBO, intervals"]},` +
				`{"name":"b","samples":12,"noise":1,"truth":"mixed","decay":0.7,"r":1,"networks":true,"methods":["unconstrained","ridge","IGBO, order only"]}]`},
		// Cells do not depend on the names of cases, and networks have the smaller one of both numbers of draws. In the brief
		// design, only the first case has no networks.
		Folded: []string{"Networks", "Around", "Cases[0].Name", "Cases[1].Name"},
	}, DefaultConfig, FullConfig)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("fewsamples", c), limits.Seeds(c.Seeds, c.Seed0), limits.Seeds(c.Around, c.Seed0), limits.Seeds(c.Networks, c.Seed0)); err != nil {
		return err
	}
	trainings := 0.0
	for i, k := range c.Cases {
		if err := c.check(k); err != nil {
			return fmt.Errorf("fewsamples: %s: %w", k.Name, err)
		}
		trainings += float64(c.draws(i)) * float64(len(k.Methods)) * benchmark.GridSize
	}
	return limits.Count(fmt.Sprintf("%g trainings", trainings), trainings*float64(max(c.Steps, c.NetworkSteps)))
}

func (c Config) check(k Case) error {
	switch {
	case k.Truth != Linear && k.Truth != Monotone && k.Truth != Mixed:
		return fmt.Errorf("truth must be %s, %s or %s, got %q", Linear, Monotone, Mixed, k.Truth)
	case !slices.Contains(k.Methods, unconstrained) || !slices.Contains(k.Methods, ridge):
		return fmt.Errorf("methods must contain %q and %q, got %q", unconstrained, ridge, k.Methods)
	}
	for _, name := range k.Methods {
		m, err := c.method(k, name)
		if err != nil {
			return err
		}
		if s, ok := m.(benchmark.Student); ok && (s.Steps < 1 || s.Steps > 1_000_000) {
			return fmt.Errorf("steps must be from 1 to 1000000, got %d", s.Steps)
		}
	}
	return nil
}

// draws returns the number of seeds of a case.
func (c Config) draws(i int) int {
	switch {
	case c.Cases[i].Networks:
		return min(c.Networks, c.Seeds)
	case i > 0:
		return min(c.Around, c.Seeds)
	}
	return c.Seeds
}

//go:embed *.json *answer.tmpl
var committed embed.FS
