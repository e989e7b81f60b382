package train

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestArmijoCondition applies the rule to random pairs of quadratics on a line. The step found must
// satisfy the condition. The previous trial, larger by 1/Shrink, must not, unless the first trial
// was accepted.
func TestArmijoCondition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	accepted := 0
	for range 1000 {
		a, b := math.Exp(4*rng.NormFloat64()), math.Exp(4*rng.NormFloat64()) // curvatures
		gl, gh := rng.ExpFloat64(), rng.ExpFloat64()                         // rates of decrease at 0
		l0, h0 := rng.Float64(), rng.Float64()
		at := Point{l0, h0, gl, gh}
		losses := func(eta float64) (float64, float64, error) {
			return l0 - gl*eta + a*eta*eta, h0 - gh*eta + b*eta*eta, nil
		}
		rule := DefaultArmijo()
		holds := func(eta float64) bool {
			l, h, _ := losses(eta)
			return max(l, h) <= at.Worst()-rule.Slope*eta*at.rate()
		}
		eta, trials, err := rule.Search(at, losses)
		if err != nil || !(eta > 0) || !holds(eta) {
			t.Fatalf("%+v: η = %g, %v", at, eta, err)
		}
		if trials == 1 {
			accepted++
		} else if holds(eta / rule.Shrink) {
			t.Errorf("%+v: η = %g, but %g is accepted as well", at, eta, eta/rule.Shrink)
		}
	}
	if accepted == 0 || accepted == 1000 {
		t.Errorf("%d of 1000 first tries accepted, want some", accepted)
	}
}

// TestArmijoRefuses checks a direction that does not decrease the larger loss, losses that are not
// finite, and an error during the search.
func TestArmijoRefuses(t *testing.T) {
	rule, never := DefaultArmijo(), errors.New("on the way")
	if eta, trials, err := rule.Search(Point{1, 0.5, -1, 1}, func(float64) (float64, float64, error) { return 0, 0, never }); eta != 0 || trials != 0 || err != nil {
		t.Errorf("ascent of L: η = %g after %d trials, %v, want none", eta, trials, err)
	}
	nan := func(float64) (float64, float64, error) { return math.NaN(), 0, nil }
	if eta, trials, err := rule.Search(Point{1, 0.5, 1, 1}, nan); eta != 0 || trials != rule.Trials || err != nil {
		t.Errorf("NaN: η = %g after %d trials, %v", eta, trials, err)
	}
	fails := func(float64) (float64, float64, error) { return 0, 0, never }
	if _, _, err := rule.Search(Point{1, 0.5, 1, 1}, fails); !errors.Is(err, never) {
		t.Errorf("error %v, want that of the losses", err)
	}
	for want, edit := range map[string]func(a *Armijo){
		"Start is 0": func(a *Armijo) { a.Start = 0 }, "Shrink is 1": func(a *Armijo) { a.Shrink = 1 },
		"Slope is 0": func(a *Armijo) { a.Slope = 0 }, "Armijo.Trials is 0": func(a *Armijo) { a.Trials = 0 },
	} {
		a := rule
		edit(&a)
		refusal.Check(t, a.Validate(), want)
	}
}
