package curve

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestNetworksThatAgreeOnTheDataDisagreeOffIt checks that networks that only differ in their seed agree on the data and differ
// where the straight path leaves the data. Every path must satisfy completeness.
func TestNetworksThatAgreeOnTheDataDisagreeOffIt(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Networks, cfg.Epochs, cfg.Points = 4, 80, 400
	s := studytest.Found[*Result](t, backendtest.Open(t), cfg)
	if on, off := s.Along.widest(), s.Straight.widest(); off < 1.5*on {
		t.Errorf("outputs spread by %.3g off the data and by %.3g on it", off, on)
	}
	for i := range s.Rise {
		for name, p := range map[string]Path{"straight": s.Straight, "along": s.Along} {
			if gap := math.Abs(p.Attributions[i][0] + p.Attributions[i][1] - s.Rise[i]); gap > 0.02 {
				t.Errorf("network %d, %s path: attributions miss F(x) − F(x′) by %.3g", i, name, gap)
			}
		}
	}
	if d := s.Along.Distance[50]; d > 1e-12 {
		t.Errorf("the path along the curve is %g off it", d)
	}
}
