package experiment

import (
	"context"
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
)

// TestNetworksThatAgreeOnTheDataDisagreeOffIt: networks that differ in their
// seed alone agree where the data are and spread where the straight path
// leaves them; every path keeps completeness.
func TestNetworksThatAgreeOnTheDataDisagreeOffIt(t *testing.T) {
	cfg := DefaultOutOfDistributionConfig()
	cfg.Networks, cfg.Epochs, cfg.Points = 4, 80, 400
	s, err := LeaveDistribution(context.Background(), backendtest.Open(t), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	widest := func(p PathStudy) float64 {
		low, _, high := p.Spread()
		w := 0.0
		for j := range low {
			w = math.Max(w, high[j]-low[j])
		}
		return w
	}
	if on, off := widest(s.Along), widest(s.Straight); off < 1.5*on {
		t.Errorf("outputs spread by %.3g off the data and by %.3g on it", off, on)
	}
	for i := range s.Rise {
		for name, p := range map[string]PathStudy{"straight": s.Straight, "along": s.Along} {
			if gap := math.Abs(p.Attributions[i][0] + p.Attributions[i][1] - s.Rise[i]); gap > 0.02 {
				t.Errorf("network %d, %s path: attributions miss F(x) − F(x′) by %.3g", i, name, gap)
			}
		}
	}
	if d := s.Along.Distance[50]; d > 1e-12 {
		t.Errorf("the path along the curve is %g off it", d)
	}
}
