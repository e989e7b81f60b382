package shift

import (
	"archive/tar"
	"compress/gzip"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// brief returns a small study of synthetic tables.
func brief() Config {
	c := DefaultConfig()
	c.Shifts, c.Twins, c.Draws, c.Burn, c.Sweeps, c.Steps = []string{"airlines, cost", "counties of California, scores of school districts"}, true, 12, 20, 100, 20
	return c
}

// TestShifts checks that there are at least twenty shifts of at least four kinds. Each must have features with directions, an
// order, a reason, and its own table.
func TestShifts(t *testing.T) {
	all := must.Of(Shifts()).In(t)
	kinds, files := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		f, err := s.features()
		if err != nil || len(f) < 3 || len(pairs(f)) == 0 || s.Why == "" || s.Kind == "" || files[s.File] {
			t.Errorf("%s: features %d, %v, file taken %t", s.Name, len(f), err, files[s.File])
		}
		kinds[s.Kind], files[s.File] = true, true
	}
	if len(all) < 20 || len(kinds) < 4 {
		t.Errorf("%d shifts of %d kinds", len(all), len(kinds))
	}
	for _, order := range []string{"IQ > +SES", "", "+IQ > -IQ", "+IQ >"} {
		if _, err := (Shift{Name: "a", Order: order}).features(); err == nil {
			t.Errorf("the order %q is taken", order)
		}
	}
}

// TestFound checks synthetic tables whose distribution satisfies order and directions. The posterior with this knowledge must
// have less error than ridge, both abroad and taught, and the posterior with the reversed order must have more.
func TestFound(t *testing.T) {
	r := studytest.Found[*Result](t, backendtest.Open(t), brief())
	for at, methods := range map[Where][2]string{Abroad: {bothUnits, reversedName}, Taught: {bothName, taughtPlacebo}} {
		right, ok := r.Pooled(at, methods[0], ridgeName, level)
		wrong, too := r.Pooled(at, methods[1], ridgeName, level)
		if !ok || !too || right.Mean >= 1 || wrong.Mean <= right.Mean {
			t.Errorf("%s: %s %v, %s %v", at, methods[0], right, methods[1], wrong)
		}
	}
	if _, ok := r.Pooled(Abroad, "luck", ridgeName, level); ok {
		t.Error("a method that was not tried has a ratio")
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 3 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// drawn returns a draw of the synthetic table of a shift.
func drawn(t *testing.T, s Shift) *draw {
	t.Helper()
	table := must.Of(s.twin()).In(t)
	d := must.Of(s.draw(table, rand.New(rand.NewPCG(1, 2)))).In(t)
	return d
}

// TestDraw checks that training rows are from one group, that test rows are other rows of this group, and that the rows of
// other groups are separate.
func TestDraw(t *testing.T) {
	all, _ := Shifts()
	for _, s := range all {
		d := drawn(t, s)
		seen := map[float64]int{}
		for _, part := range []igbo.Data{d.home, d.beside, d.few, d.abroad} {
			for _, y := range part.Y {
				seen[y]++
			}
		}
		for y, n := range seen {
			if n != 1 {
				t.Fatalf("%s: the row of %g is taken %d times", s.Name, y, n)
			}
		}
		if d.home.Samples() != s.Samples || d.few.Samples() != s.Samples || d.group.Samples() != 40 || same(d.placebo, pairs(d.features)) {
			t.Errorf("%s: %d, %d and %d rows, placebo %v", s.Name, d.home.Samples(), d.few.Samples(), d.group.Samples(), d.placebo)
		}
	}
	if _, err := all[0].draw(&table{rows: [][]float64{{1}}, groups: []string{"a"}}, rand.New(rand.NewPCG(1, 2))); err == nil {
		t.Error("one row is drawn from")
	}
}

// TestRead checks reading a table in an archive of a package. It must omit rows without a number or with an invalid logarithm.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	s := Shift{Name: "test", File: "pydataset a/b.csv", Target: "log y", Group: "year / 10", Order: "+x > -kind=old"}
	if f, err := s.file(folder); err != nil || f.SHA256 != "" {
		t.Fatalf("a file that is not there: %v, %v", f, err)
	}
	if _, err := s.read(workflow.File{Path: "packages/pydataset/resources.tar.gz"}); err == nil || !strings.Contains(err.Error(), Install) {
		t.Errorf("error %v, want one that says how to install it", err)
	}
	archive(t, filepath.Join(folder, "pydataset", "resources.tar.gz"), "resources/rdata/csv/a/b.csv", "x,y,year,kind\n1,1,1969,old\n2,0,1970,new\nNA,1,1980,old\n3,2.718281828459045,1981,new\n")
	f := must.Of(s.file(folder)).In(t)
	got, err := s.read(f)
	if err != nil || !reflect.DeepEqual(got.rows, [][]float64{{1, 1, 0}, {3, 0, 1}}) || !slices.Equal(got.groups, []string{"196", "198"}) {
		t.Errorf("%+v, %v", got, err)
	}
	s.Name, s.Target = "another", "z"
	if _, err := s.read(f); err == nil || !strings.Contains(err.Error(), `column "z" not found`) {
		t.Errorf("error %v", err)
	}
	for _, own := range []string{"penguins.csv", "noaa_daily_weather.csv"} {
		all, _ := Shifts()
		s := study.First(all, func(s *Shift) bool { return s.File == "datasets "+own })
		if got, err := s.read(workflow.File{}); err != nil || len(got.rows) < 300 {
			t.Errorf("%s: %v", own, err)
		}
	}
}

func archive(t *testing.T, path, within, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	f := must.Of(os.Create(path)).In(t)
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	must.Do(t, w.WriteHeader(&tar.Header{Name: within, Mode: 0o644, Size: int64(len(text))}))
	must.Of(w.Write([]byte(text))).In(t)
	for _, c := range []interface{ Close() error }{w, z, f} {
		must.Do(t, c.Close())
	}
}

// TestImportance checks that the order follows |w|·scale with the signs, that columns without a weight have no statement, and
// that the teacher's model is used unchanged.
func TestImportance(t *testing.T) {
	above, signs := importance([]float64{1, -3, 0, 2}, []float64{10, 1, 5, 1})
	if !reflect.DeepEqual(above, [][2]int{{0, 1}, {0, 3}, {1, 3}}) || !slices.Equal(signs, []int{1, -1, 0, 1}) {
		t.Errorf("%v, %v", above, signs)
	}
	p := &benchmark.Problem{Train: igbo.Data{Features: []string{"a", "b"}, Steps: 1, X: []float64{1, 5, 2, 5, 3, 4, 7, 1}, Y: []float64{3, 4, 6, 1}}}
	p.Test = p.Train
	teacher := benchmark.Line{2, -1, 3}
	far := must.Of(towards(teacher).Fit(t.Context(), nil, p, benchmark.Setting{Strength: 1e9}, 1)).In(t)
	l, err := lineOf(far, 2)
	if err != nil || math.Abs(l[0]-2) > 1e-3 || math.Abs(l[1]+1) > 1e-3 {
		t.Errorf("ridge with all its strength towards %v is %v, %v", teacher, l, err)
	}
}

// TestSenseless checks invalid numbers and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "sweeps", "steps")
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"unknown": func(c *Config) { c.Shifts = []string{"luck"} }, "twice": func(c *Config) { c.Shifts = []string{"airlines, cost", "airlines, cost"} },
		"rate": func(c *Config) { c.Rate = math.NaN() }, "burn": func(c *Config) { c.Burn = -1 },
	})
}
