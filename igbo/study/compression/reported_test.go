package compression

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/study"
)

//go:embed testdata/development.json
var development []byte

// TestFrozen: the weight decays are those of the least mean error on the development draws, among all that were tried.
func TestFrozen(t *testing.T) {
	var found map[string]map[string][]struct{ Strength, Error float64 }
	if err := json.Unmarshal(development, &found); err != nil {
		t.Fatal(err)
	}
	for _, s := range developmentConfig().Students {
		for _, m := range s.Methods {
			rows := found[s.Name][m.Name]
			if len(rows) != len(m.Decays) {
				t.Fatalf("%s, %s: %d weight decays, want %d", s.Name, m.Name, len(rows), len(m.Decays))
			}
			best := rows[0]
			for i, row := range rows {
				if row.Strength != m.Decays[i] {
					t.Errorf("%s, %s: weight decay %g, want %g", s.Name, m.Name, row.Strength, m.Decays[i])
				}
				if row.Error < best.Error {
					best = row
				}
			}
			if got := frozen[s.Name][m.Name]; got != best.Strength {
				t.Errorf("%s, %s: frozen at %g, best at %g", s.Name, m.Name, got, best.Strength)
			}
		}
	}
}

// TestReported: the committed result is of the default settings; its ratios are those of its errors, its figures can be
// made, and what doc.go says of it holds.
func TestReported(t *testing.T) {
	r, err := study.Reported[*Result](Definition())
	if err != nil {
		t.Fatal(err)
	}
	if want := DefaultConfig(); !reflect.DeepEqual(r.Config, want) {
		t.Errorf("settings %+v, want %+v", r.Config, want)
	}
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			again, err := r.Config.beside(row.Method, row.Beside.Tuning, row.Errors, g.Find(row.Student, "labels").Errors)
			if err != nil || again != row.Beside {
				t.Errorf("%s, %s, %s: %+v, want %+v, %v", g.Name, row.Student, row.Method, row.Beside, again, err)
			}
		}
		for _, list := range [][]Pruned{g.Inputs, g.Units} {
			for i, row := range list {
				again, err := r.Config.beside(row.Ranking, row.Beside.Tuning, row.Errors, list[i-i%3+1].Errors)
				if err != nil || again != row.Beside {
					t.Errorf("%s, %s at %g: %+v, want %+v, %v", g.Name, row.Ranking, row.Kept, row.Beside, again, err)
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
