package faithfulness

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

// TestRecoveryByHand uses saliencies 1, ½, ¼ and 0, of which the first and third are relevant.
func TestRecoveryByHand(t *testing.T) {
	r := must.Of(Recover([]float64{-4, 2, 1, 0}, []bool{true, false, true, false})).In(t)
	near(t, "AUP", r.AUP, 0.5*1+0.25*0.5+0.25*2/3, 1e-15)
	near(t, "AUR", r.AUR, 0.5*0.5+0.25*0.5+0.25*1, 1e-15)
	near(t, "AUPRC", r.AUPRC, 0.5*1+0.5*2/3, 1e-15)
}

// TestRecoveryOfMarks checks that the marks themselves are perfect, their complement is worst, scale and sign
// do not matter, and zeros give the documented values.
func TestRecoveryOfMarks(t *testing.T) {
	matters := []bool{true, false, false, true, false}
	for _, c := range []struct {
		name          string
		attributions  []float64
		aup, aur, prc float64
	}{
		{"the marks", []float64{-3, 0, 0, 3, 0}, 1, 1, 1},
		{"the complement", []float64{0, 1, 1, 0, 1}, 0, 0, 0.4},
		{"zeros", make([]float64, 5), 0.4, 0, 0.4},
	} {
		r := must.Of(Recover(c.attributions, matters)).In(t)
		near(t, c.name+": AUP", r.AUP, c.aup, 1e-15)
		near(t, c.name+": AUR", r.AUR, c.aur, 1e-15)
		near(t, c.name+": AUPRC", r.AUPRC, c.prc, 1e-15)
	}
}

func TestRecoveryBadInput(t *testing.T) {
	for want, call := range map[string]func() (Recovery, error){
		"there are 2 attributions and 1 marks": func() (Recovery, error) { return Recover([]float64{1, 2}, []bool{true}) },
		"none of the 2 inputs":                 func() (Recovery, error) { return Recover([]float64{1, 2}, []bool{false, false}) },
		"attribution 1 is NaN":                 func() (Recovery, error) { return Recover([]float64{1, math.NaN()}, []bool{true, true}) },
	} {
		if _, err := call(); err == nil || !strings.HasPrefix(err.Error(), "faithfulness: "+want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
