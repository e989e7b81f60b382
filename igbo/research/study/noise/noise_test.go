package noise

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/plots"
)

func mustRun(t *testing.T, c Config) *Result { return studytest.Found[*Result](t, nil, c) }

// TestRates checks that the bias falls as σ² away from c = 0. At c = 0, it must be constant for λ ≠ ½ under P, and fall as σ
// for λ = ½ and under the continuous variant.
func TestRates(t *testing.T) {
	c := DefaultConfig()
	c.Sigmas, c.Draws = []float64{0.1, 0.05, 0.025}, 100000
	want := [][2]float64{{2, 2}, {0, 0}, {1, 2}, {1, 2}}
	for i, curve := range mustRun(t, c).Curves {
		bias, variance := curve.Bias, curve.Variance
		if math.Abs(bias.Power-want[i][0]) > 0.15 || math.Abs(variance.Power-want[i][1]) > 0.15 {
			t.Errorf("%s: bias falls as σ^%.2f and variance as σ^%.2f, want %g", curve.Case.Name, bias.Power, variance.Power, want[i])
		}
		if bias.Low > bias.Power || bias.High < bias.Power || bias.Low == bias.High {
			t.Errorf("%s: interval [%g, %g]", curve.Case.Name, bias.Low, bias.High)
		}
	}
}

// TestFit checks that the power of 3σ^1.5 is found without scatter, that an outlier widens the interval, and that points that
// are not positive are omitted.
func TestFit(t *testing.T) {
	var points []Point
	for _, sigma := range []float64{0.01, 0.02, 0.1, 1} {
		points = append(points, Point{Sigma: sigma, Bias: 3 * math.Pow(sigma, 1.5)})
	}
	if r := fit(points, bias); math.Abs(r.Power-1.5) > 1e-12 || r.High-r.Low > 1e-6 {
		t.Errorf("%+v, want 1.5", r)
	}
	points[1].Bias *= 2
	if r := fit(points, bias); r.High-r.Low < 0.5 || r.Low > 1.5 || r.High < 1.5 {
		t.Errorf("%+v, want an interval about 1.5", r)
	}
	points[1].Bias = 0
	if r := fit(points, bias); math.Abs(r.Power-1.5) > 1e-12 {
		t.Errorf("%+v, want 1.5", r)
	}
	if r := fit(points[:2], bias); r.Rate != nil {
		t.Errorf("%+v of one point", r)
	}
}

// TestConfigNamesWhatIsWrong checks the errors for invalid settings, including excessive counts.
func TestConfigNamesWhatIsWrong(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"at least 1, got 1 and 2":                       func(c *Config) { c.Cases[0].G1 = []float64{1} },
		"sigmas must be a finite number above 0, got 0": func(c *Config) { c.Sigmas[1] = 0 },
		"unknown":                            func(c *Config) { c.Cases[1].Rule = "" },
		"cases must have at least one entry": func(c *Config) { c.Cases = nil },
		"draws must be at least 2, got 1":    func(c *Config) { c.Draws = 1 },
	})
	studytest.Keys(t, DefaultConfig, "draws")
}

// TestOneSigmaMore checks that one more σ only needs its own cells.
func TestOneSigmaMore(t *testing.T) {
	c := DefaultConfig()
	c.Draws = 5000
	more := c
	more.Sigmas = append(slices.Clone(c.Sigmas), 2)
	if _, _, there, all := studytest.Grown[*Result](t, nil, c, more); all-there > 4*5 {
		t.Errorf("%d blocks of draws were to do, want at most 20", all-there)
	}
}

// TestCancellation cancels within a cell.
func TestCancellation(t *testing.T) {
	c := DefaultConfig()
	c.Cases, c.Sigmas, c.Draws = c.Cases[:1], c.Sigmas[:1], 1e10
	studytest.Cancelled[*Result](t, nil, c, 0)
}

// TestResult checks that tables and figures show every case, and that the verdict follows from the numbers.
func TestResult(t *testing.T) {
	c := DefaultConfig()
	c.Draws = 5000
	r := mustRun(t, c)
	tables := r.Tables()
	if len(tables) != 2 || len(tables[0].Rows) != 4 || len(tables[1].Data) != 1+4*6 {
		t.Errorf("tables %v", tables)
	}
	if note := strings.Join(tables[0].Notes, " "); !strings.Contains(note, "P(0.7), c = 0; P(½), c = 0") {
		t.Errorf("note %q", note)
	}
	figures, err := r.Figures()
	if err != nil || len(figures) != 2 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for i, want := range []string{"bias", "variance"} {
		if title := figures[i].(*plots.Chart).Title(); title != "Larger batches lower the "+want+" except for P(0.7), c = 0" {
			t.Errorf("title %q of the figure of the %s", title, want)
		}
	}
	r.Curves = r.Curves[:1]
	for i := range r.Curves[0].Points {
		r.Curves[0].Points[i] = Point{Sigma: 1}
	}
	r.Curves[0].fit()
	if figures, err := r.Figures(); err != nil || len(figures) != 0 {
		t.Errorf("%d figures of nothing, %v", len(figures), err)
	}
	if notes := strings.Join(r.Tables()[0].Notes, " "); !strings.Contains(notes, "no conclusion about Theorem 5") {
		t.Errorf("notes %q", notes)
	}
}

// TestFewDrawsAccuseNobody checks that a bias that is only sampling noise has no power of σ, that two standard deviations have
// no interval, and that Theorem 5 is not reported as failing if it holds.
func TestFewDrawsAccuseNobody(t *testing.T) {
	for name, edit := range map[string]func(c *Config){
		"2 draws":                  func(c *Config) { c.Draws = 2 },
		"2 deviations, 1000 draws": func(c *Config) { c.Sigmas, c.Draws = []float64{0.1, 0.05}, 1000 },
		"2 deviations":             func(c *Config) { c.Sigmas = c.Sigmas[:2] },
		"1 deviation":              func(c *Config) { c.Sigmas = c.Sigmas[:1] },
		"100 draws":                func(c *Config) { c.Draws = 100 },
		"1000 draws":               func(c *Config) { c.Draws = 1000 },
		"20000 draws":              func(c *Config) { c.Draws = 20000 },
	} {
		c := DefaultConfig()
		edit(&c)
		r := mustRun(t, c)
		table := r.Tables()[0]
		for _, note := range table.Notes {
			if strings.HasPrefix(note, "Bias or variance falls more slowly") && strings.Contains(note, "P(0.7), conflict") {
				t.Errorf("%s: %q", name, note)
			}
		}
		if few := len(c.Sigmas) < 3; few == strings.Contains(table.Text(), "[") || few != strings.Contains(table.Text(), "no conclusion about Theorem 5.") {
			t.Errorf("%s:\n%s", name, table.Text())
		}
		if strings.Contains(table.Text(), "1 standard deviations") {
			t.Errorf("%s:\n%s", name, table.Text())
		}
	}
}

// TestManyDrawsHideNothing checks that the powers of the default study use all its points.
func TestManyDrawsHideNothing(t *testing.T) {
	r := mustRun(t, DefaultConfig())
	for _, c := range r.Curves {
		if bias, variance := c.powers(r.Config.Draws); *bias.Rate != *c.Bias || *variance.Rate != *c.Variance {
			t.Errorf("%s: %+v and %+v in the table, %+v and %+v in the result", c.Case.Name, *bias.Rate, *variance.Rate, *c.Bias, *c.Variance)
		}
	}
}

// TestSettings checks that every setting changes its cells.
func TestSettings(t *testing.T) {
	c := DefaultConfig()
	c.Draws = 50
	if n := studytest.Settings[*Result](t, nil, c); n < 20 {
		t.Errorf("%d settings were changed", n)
	}
}
