package plots_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// effectsOfThree returns three features: one raises the output, one has no numeric values, and one
// moves the output both ways.
func effectsOfThree() []plots.Effects {
	list := []plots.Effects{{Name: "income"}, {Name: "town"}, {Name: "age"}}
	for i := range 150 {
		u, v := math.Mod(0.618034*float64(i), 1), math.Mod(0.754878*float64(i), 1)
		list[0].Values, list[0].Parts = append(list[0].Values, 20+60*u), append(list[0].Parts, 4*u-2)
		list[1].Values, list[1].Parts = append(list[1].Values, math.NaN()), append(list[1].Parts, float64(i%3)-1)
		list[2].Values, list[2].Parts = append(list[2].Values, 18+60*v), append(list[2].Parts, 3*(v-0.5)*(v-0.5)-0.3)
	}
	return list
}

// This example draws the effects of three features in 150 samples.
func ExampleBeeswarm() {
	figure, err := plots.Beeswarm(effectsOfThree())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/beeswarm.png"))
	// Output: <nil>
}

// This example draws the effects of two features against their values.
func ExampleDependence() {
	list := effectsOfThree()
	figure, err := plots.Dependence([]plots.Effects{list[0], list[2]})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/dependence.png"))
	// Output: <nil>
}

func TestEffects(t *testing.T) {
	list := effectsOfThree()
	wellFormed(t)(plots.Beeswarm(list))
	wellFormed(t)(plots.Dependence(list[:1]))
	for what, bad := range map[string][]plots.Effects{
		"none": nil, "no parts": {{Name: "a"}}, "lengths": {{Name: "a", Values: []float64{1, 2}, Parts: []float64{1}}},
		"infinite": {{Name: "a", Values: []float64{math.Inf(1)}, Parts: []float64{1}}}, "NaN": {{Name: "a", Values: []float64{1}, Parts: []float64{math.NaN()}}},
	} {
		if _, err := plots.Beeswarm(bad); err == nil {
			t.Errorf("%s: no error of Beeswarm", what)
		}
		if _, err := plots.Dependence(bad); err == nil {
			t.Errorf("%s: no error of Dependence", what)
		}
	}
	if _, err := plots.Dependence(list[1:2]); err == nil {
		t.Error("no error of a feature without numbers")
	}
}
