package bench

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExponentOfPowerLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range []float64{0, 0.5, 1, 1.1, 2, 3} {
		var ns, ts []float64
		for n := 8.0; n <= 256; n *= 2 {
			ns, ts = append(ns, n), append(ts, 1e-4*math.Pow(n, p))
		}
		if got := Exponent(ns, ts); math.Abs(got-p) > 1e-12 {
			t.Errorf("exponent %g of n^%g", got, p)
		}
		for i := range ts {
			ts[i] *= 1 + 0.02*rng.NormFloat64()
		}
		if got := Exponent(ns, ts); math.Abs(got-p) > 0.03 {
			t.Errorf("exponent %g of n^%g with 2 %% noise", got, p)
		}
	}
}
