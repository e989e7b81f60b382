package compression

import (
	_ "embed"
	"testing"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

//go:embed testdata/development.json
var development []byte

// developmentConfig returns the centre with every weight decay, on the draws from which the decays were chosen.
func developmentConfig() Config {
	c := centre()
	c.Seeds, c.Seed0 = 8, 1000
	for i, s := range c.Students {
		for _, m := range methods(s.Network) {
			decays := study.Each(m.Settings(), func(s benchmark.Setting) float64 { return s.Strength })
			c.Students[i].Methods = append(c.Students[i].Methods, Method{m.Name(), decays})
		}
	}
	return c
}

// TestFrozen checks that the weight decays have the least mean error on the development draws among all that were tried.
func TestFrozen(t *testing.T) {
	tried, settled := map[string]map[string][]float64{}, map[string]map[string]float64{}
	for i, s := range developmentConfig().Students {
		tried[s.Name], settled[s.Name] = map[string][]float64{}, map[string]float64{}
		for j, m := range s.Methods {
			tried[s.Name][m.Name], settled[s.Name][m.Name] = m.Decays, DefaultConfig().Students[i].Methods[j].Decays[0]
		}
	}
	studytest.Frozen(t, development, tried, settled)
}

// TestReported checks that the ratios of the committed result follow from its errors, and that the findings in doc.go hold.
func TestReported(t *testing.T) {
	r := studytest.Committed[*Result](t, Definition())
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			if again := r.Config.beside(row.Method, row.Beside.Tuning, row.Errors, g.Find(row.Student, "labels").Errors); again != row.Beside {
				t.Errorf("%s, %s, %s: %+v, want %+v", g.Name, row.Student, row.Method, row.Beside, again)
			}
		}
		for _, list := range [][]Pruned{g.Inputs, g.Units} {
			for i, row := range list {
				if again := r.Config.beside(row.Ranking, row.Beside.Tuning, row.Errors, list[i-i%3+1].Errors); again != row.Beside {
					t.Errorf("%s, %s at %g: %+v, want %+v", g.Name, row.Ranking, row.Kept, row.Beside, again)
				}
			}
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	centre := r.Find("centre")
	for _, student := range []string{"2 units", "8 units"} {
		if q := centre.Find(student, "distillation alone, then order only").OverTwin; q.High >= 1 {
			t.Errorf("%s: the order after distillation %+v", student, q)
		}
	}
	if q := centre.Find("linear", "distillation alone, then order only").OverTwin; q.Low >= 1 || q.High <= 1 {
		t.Errorf("linear: the order after distillation %+v", q)
	}
	if half := centre.Inputs[3]; half.Ranking != ByOrder || half.Kept != 0.5 || half.Beside.High > 0.3 {
		t.Errorf("half of the inputs: %+v", half.Beside)
	}
	if eighth := centre.Units[9:12]; eighth[0].Beside.High >= 1 || eighth[2].Beside.Mean >= 0.6*eighth[0].Beside.Mean {
		t.Errorf("an eighth of the units: importance %+v, chance %+v", eighth[0].Beside, eighth[2].Beside)
	}
}

// TestTitles checks the titles of the committed figures: they name only what the intervals support.
func TestTitles(t *testing.T) {
	figures, err := studytest.Committed[*Result](t, Definition()).Figures()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"Better than labels for every student: distillation, distillation + order",
		"Smallest error: importance at 75 %, 50 %, 25 %; no clear winner at 12.5 %",
		"Smallest error: importance at 75 %, 50 %; chance at 12.5 %; no clear winner at 25 %",
	} {
		if got := figures[i].Title(); got != want {
			t.Errorf("figure %d: %q, want %q", i, got, want)
		}
	}
}
