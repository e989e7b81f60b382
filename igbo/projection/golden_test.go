package projection

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// golden is the content of testdata/torchjd.json, which testdata/golden.py wrote from TorchJD, an independent
// implementation. It records the version and settings.
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

func readGolden(t *testing.T) golden {
	t.Helper()
	text := must.Of(os.ReadFile("testdata/torchjd.json")).In(t)
	var file golden
	must.Do(t, json.Unmarshal(text, &file))
	return file
}

// TestAgreementWithTorchJD compares every rule with the aggregator that the table of Rules names, and IMTL-G
// with ConFIG, the bisector. TorchJD solves a conic program for CAGrad and quadratic programs for UPGrad and
// DualProj, while this package uses closed forms.
func TestAgreementWithTorchJD(t *testing.T) {
	file := readGolden(t)
	theirs, worst := map[string]string{}, map[string]float64{}
	for _, c := range file.Cases {
		for name, golden := range c.Rules {
			theirs[name] = strings.FieldsFunc(golden.Aggregator, func(r rune) bool { return r == ',' || r == '(' })[0]
			tolerance := 1e-12
			if name == "cagrad" {
				tolerance = 1e-6
			}
			ours := Combine(goldenRule(t, name, file.Settings.C), c.G1, c.G2, c.Lambda)
			off := relativeDistance(ours, golden.Value, golden.Compares == "direction")
			worst[name] = math.Max(worst[name], off)
			if !(off <= tolerance) {
				t.Errorf("%s, λ = %g, %v and %v: %v, TorchJD %v", name, c.Lambda, c.G1, c.G2, ours, golden.Value)
			}
		}
	}
	for name, row := range documented(t) {
		if got := cmp.Or(theirs[name], "none"); got != row["TorchJD"] {
			t.Errorf("%s is compared with %s, the documentation says %s", name, got, row["TorchJD"])
		}
	}
	t.Logf("TorchJD %s, PyTorch %s, largest deviations %.2v", file.Versions["torchjd"], file.Versions["torch"], worst)
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

// relativeDistance returns the relative distance of two vectors, or of their directions.
func relativeDistance(v, w []float64, direction bool) float64 {
	if direction {
		v, w = times(1/norm(v), v), times(1/norm(w), w)
	}
	return norm(plus(v, times(-1, w))) / norm(w)
}
