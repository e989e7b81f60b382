package datasets

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func column(t Table, k int) []float64 {
	c := make([]float64, len(t.X))
	for i, row := range t.X {
		c[i] = row[k]
	}
	return c
}

// TestSetup checks the paper's section "Setup" on the drawn data.
func TestSetup(t *testing.T) {
	cfg := DefaultTeacherStudentConfig()
	cfg.Train = 40000
	task, err := TeacherStudent(cfg, 3)
	if err != nil {
		t.Fatal(err)
	}
	for k := range cfg.Features {
		x := column(task.Train, k)
		if m, v := stat.MeanVariance(x, nil); math.Abs(m) > 0.03 || math.Abs(v-1) > 0.04 {
			t.Errorf("feature %d: mean %.3f, variance %.3f, want 0 and 1", k, m, v)
		}
		for j := range k {
			want := 0.0
			if k == j+1 && j%2 == 0 {
				want = cfg.Correlation
			}
			if r := stat.Correlation(x, column(task.Train, j), nil); math.Abs(r-want) > 0.03 {
				t.Errorf("correlation of features %d and %d: %.3f, want %.1f", j, k, r, want)
			}
		}
	}
	residual := make([]float64, len(task.Train.X))
	for i, x := range task.Train.X {
		residual[i] = task.Train.Y[i] - task.Target(x)
	}
	if sd := stat.StdDev(residual, nil); math.Abs(sd-cfg.Noise) > 0.001 {
		t.Errorf("noise %.4f, want %.2f", sd, cfg.Noise)
	}
}

func TestSeedsDecideTheData(t *testing.T) {
	cfg := DefaultTeacherStudentConfig()
	a, _ := TeacherStudent(cfg, 1)
	b, _ := TeacherStudent(cfg, 1)
	c, _ := TeacherStudent(cfg, 2)
	if !reflect.DeepEqual(a, b) {
		t.Error("same seed, different data")
	}
	if reflect.DeepEqual(a.Train.X[0], c.Train.X[0]) || a.Target(a.Train.X[0]) == c.Target(a.Train.X[0]) {
		t.Error("different seeds, same data")
	}
	if reflect.DeepEqual(a.Fresh(5, 0), a.Fresh(5, 1)) || reflect.DeepEqual(a.Fresh(5, 0).X[0], a.Train.X[0]) {
		t.Error("fresh samples are not fresh")
	}
}

func TestBadTeacherStudentConfig(t *testing.T) {
	for want, change := range map[string]func(*TeacherStudentConfig){
		"3 features":                func(c *TeacherStudentConfig) { c.Features = 3 },
		"0 units":                   func(c *TeacherStudentConfig) { c.Hidden = 0 },
		"Correlation 1.5":           func(c *TeacherStudentConfig) { c.Correlation = 1.5 },
		"Correlation NaN":           func(c *TeacherStudentConfig) { c.Correlation = math.NaN() },
		"noise -1":                  func(c *TeacherStudentConfig) { c.Noise = -1 },
		"0 training":                func(c *TeacherStudentConfig) { c.Train = 0 },
		"0 validation points, want": func(c *TeacherStudentConfig) { c.Validation = 0 },
	} {
		cfg := DefaultTeacherStudentConfig()
		change(&cfg)
		if _, err := TeacherStudent(cfg, 1); err == nil || !strings.HasPrefix(err.Error(), "datasets: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
