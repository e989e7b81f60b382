package assessor

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// TestArea is that of every pair compared.
func TestArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		on, off := make([]float64, 1+rng.IntN(9)), make([]float64, 1+rng.IntN(9))
		for i := range on {
			on[i] = float64(rng.IntN(5))
		}
		sum := 0.0
		for i := range off {
			off[i] = float64(rng.IntN(5))
			for _, e := range on {
				if off[i] > e {
					sum++
				} else if off[i] == e {
					sum += 0.5
				}
			}
		}
		if got, want := area(on, off), sum/float64(len(on)*len(off)); math.Abs(got-want) > 1e-12 {
			t.Errorf("area %g of %v and %v, want %g", got, on, off, want)
		}
	}
}

// TestReliability: energies whose D is the share of data are on the diagonal.
func TestReliability(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var on, off []float64
	for range 200_000 {
		d := rng.Float64()
		if rng.Float64() < d {
			on = append(on, -math.Log(d))
		} else {
			off = append(off, -math.Log(d))
		}
	}
	found := reliability(on, off)
	if len(found) != bins {
		t.Fatalf("%d bins, want %d", len(found), bins)
	}
	for _, b := range found {
		if math.Abs(b.Predicted-b.Observed) > 0.01 {
			t.Errorf("predicted %g, observed %g", b.Predicted, b.Observed)
		}
	}
}

// TestCalibrate: with its settings each kind but the GAN tells noise of one deviation
// from data, the more the larger; a tenth of fresh data lies above τ.
func TestCalibrate(t *testing.T) {
	law, backend := datasets.Curve{}, backendtest.Open(t)
	for _, kind := range Kinds() {
		cfg := DefaultConfig(kind)
		if kind != Density {
			cfg.Steps = 400
		}
		c, err := Calibrate(backend, made(t, cfg, points(law, 600, 1)), points(law, 400, 2), 3)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(c)
		least := 0.9
		if kind == GAN {
			least = 0.5
		}
		for i, d := range c.Noise {
			if i > 0 && d.What == "noise" && d.AUC < c.Noise[i-1].AUC-0.02 && kind != GAN {
				t.Errorf("%s: AUC %.3f of noise %g, less than %.3f of smaller noise", kind, d.AUC, d.Size, c.Noise[i-1].AUC)
			}
			if d.Size == 1 && d.AUC < least {
				t.Errorf("%s: AUC %.3f of noise of one deviation, want at least %g", kind, d.AUC, least)
			}
		}
		if c.AboveTau < 0.02 || c.AboveTau > 0.25 {
			t.Errorf("%s: %.2f of the data above τ, want about 0.1", kind, c.AboveTau)
		}
		for name, draw := range map[string]func() error{
			"reliability": func() error { _, err := c.ReliabilityFigure(); return err },
			"detection":   func() error { _, err := c.DetectionFigure(); return err },
		} {
			if err := draw(); err != nil {
				t.Errorf("%s: %s: %v", kind, name, err)
			}
		}
	}
}
