package projection

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// golden is testdata/torchjd.json, written by testdata/golden.py from TorchJD,
// an independent implementation; the file records its version and settings.
type golden struct {
	Versions map[string]string `json:"versions"`
	Settings struct {
		C float64 `json:"cagrad_c"`
	} `json:"settings"`
	Cases []struct {
		G1     []float64 `json:"g1"`
		G2     []float64 `json:"g2"`
		Lambda float64   `json:"lambda"`
		Rules  map[string]struct {
			Aggregator string    `json:"aggregator"`
			Compares   string    `json:"compares"`
			Value      []float64 `json:"value"`
		} `json:"rules"`
	} `json:"cases"`
}

// agreements is the table of agreements: our rule, TorchJD's aggregator, what
// is compared and the largest relative deviation allowed. TorchJD solves a
// conic program for CAGrad and quadratic programs for UPGrad and DualProj; we
// have closed forms. FeasibilityFirst has no counterpart there.
var agreements = map[string]struct {
	aggregator, compares string
	tolerance            float64
}{
	"paper":        {"UPGrad, preference swapped under conflict", "vector", 1e-12},
	"continuous":   {"UPGrad", "vector", 1e-12},
	"weighted-sum": {"Constant", "vector", 1e-12},
	"pcgrad":       {"PCGrad", "vector", 1e-12},
	"mgda":         {"MGDA", "vector", 1e-12},
	"imtl-g":       {"IMTLG", "vector", 1e-12},
	"bisector":     {"ConFIG", "direction", 1e-12},
	"dual-proj":    {"DualProj", "vector", 1e-12},
	"cagrad":       {"CAGrad(c=0.5)", "vector", 1e-6},
	"aligned-mtl":  {"AlignedMTL", "vector", 1e-12},
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text := must.Of(os.ReadFile("testdata/torchjd.json")).In(t)
	var file golden
	must.Do(t, json.Unmarshal(text, &file))
	return file
}

// TestAgreementWithTorchJD holds every rule that TorchJD has against its
// golden values, and asks that every other rule but FeasibilityFirst has some.
func TestAgreementWithTorchJD(t *testing.T) {
	file := readGolden(t)
	worst, count := map[string]float64{}, map[string]int{}
	for _, c := range file.Cases {
		for name, theirs := range c.Rules {
			want := agreements[name]
			if theirs.Aggregator != want.aggregator || theirs.Compares != want.compares {
				t.Fatalf("%s: golden values from %s (%s), the table says %s (%s)", name, theirs.Aggregator, theirs.Compares, want.aggregator, want.compares)
			}
			ours := Combine(goldenRule(t, name, file.Settings.C), c.G1, c.G2, c.Lambda)
			off := deviation(ours, theirs.Value, want.compares == "direction")
			worst[name] = math.Max(worst[name], off)
			count[name]++
			if !(off <= want.tolerance) {
				t.Errorf("%s, λ = %g, %v and %v: %v, TorchJD %v", name, c.Lambda, c.G1, c.G2, ours, theirs.Value)
			}
		}
	}
	for _, name := range Names() {
		if count[name] == 0 && name != "feasibility-first" {
			t.Errorf("%s has no golden values", name)
		}
	}
	t.Logf("TorchJD %s, PyTorch %s", file.Versions["torchjd"], file.Versions["torch"])
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%-13s %-42s %3d pairs  largest deviation %.1e", name, agreements[name].aggregator, count[name], worst[name])
	}
}

func goldenRule(t *testing.T, name string, c float64) Rule {
	t.Helper()
	if name == "cagrad" {
		return CAGrad{C: c}
	}
	if name == "bisector" {
		return IMTLG{}
	}
	return must.Of(ByName(name)).In(t)
}

// deviation is the relative distance of two vectors, or of their directions.
func deviation(v, w []float64, direction bool) float64 {
	if direction {
		v, w = times(1/norm(v), v), times(1/norm(w), w)
	}
	return norm(plus(v, times(-1, w))) / norm(w)
}
