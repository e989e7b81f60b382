package table

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
)

// drawn is a table of n rows with every kind of column; missing says how often a cell is.
func drawn(n int, seed uint64, missing float64) *Table {
	r := rand.New(rand.NewPCG(seed, 1))
	t := &Table{Name: "drawn"}
	for _, c := range []Column{
		{Name: "x", Kind: Number}, {Name: "flag", Kind: Boolean}, {Name: "when", Kind: Date},
		{Name: "place", Kind: Category, Categories: []string{"north", "south", "east", "west"}},
		{Name: "class", Kind: Category, Categories: []string{"p", "q", "r"}}, {Name: "y", Kind: Number},
	} {
		for range n {
			v := 100 * r.NormFloat64()
			switch c.Kind {
			case Boolean:
				v = float64(r.IntN(2))
			case Date:
				v = float64(r.IntN(1e9))
			case Category:
				v = float64(r.IntN(len(c.Categories)))
			}
			if r.Float64() < missing && c.Name != "class" && c.Name != "y" {
				v = math.NaN()
			}
			c.Values = append(c.Values, v)
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// learnedSpecs are settings that learn all there is.
func learnedSpecs() []Spec {
	var specs []Spec
	for _, rule := range []Missing{Mean, Median, MeanIndicator, MedianIndicator, DropRow} {
		for _, target := range []string{"class", "y"} {
			s := DefaultSpec(target)
			s.Missing, s.Dates, s.Unseen, s.Rare = rule, Parts(), Other, 30
			specs = append(specs, s)
		}
	}
	return specs
}

// TestOnlyTrainingRowsCount: whatever stands in the test rows, the encoding is the same, byte for byte.
func TestOnlyTrainingRowsCount(t *testing.T) {
	for seed := range uint64(20) {
		a, b := drawn(200, seed, 0.1), drawn(200, seed+1000, 0.3)
		for k, s := range learnedSpecs() {
			o := s.SplitOptions(a, int64(seed))
			fold, err := Split(a, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			mixed := &Table{Name: a.Name}
			for i, c := range a.Columns {
				c.Values, c.Categories = slices.Clone(c.Values), append(slices.Clone(c.Categories), "new")
				for _, row := range fold.Test {
					c.Values[row] = b.Columns[i].Values[row]
					if c.Kind == Category {
						c.Values[row] = float64(len(c.Categories) - 1)
					}
				}
				mixed.Columns = append(mixed.Columns, c)
			}
			want, err1 := Fit(a, fold.Train, s)
			got, err2 := Fit(mixed, fold.Train, s)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			if x, y := asJSON(t, got), asJSON(t, want); x != y {
				t.Fatalf("seed %d, settings %d: %s\n%s", seed, k, x, y)
			}
		}
	}
}

func asJSON(t *testing.T, e *Encoding) string {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEncodingRoundTrip: an encoding from JSON is the same and gives the same samples.
func TestEncodingRoundTrip(t *testing.T) {
	all := drawn(300, 1, 0.1)
	for _, s := range learnedSpecs() {
		e, err := Fit(all, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		var back Encoding
		if err := json.Unmarshal([]byte(asJSON(t, e)), &back); err != nil || !reflect.DeepEqual(&back, e) {
			t.Fatalf("%v\n%+v\n%+v", err, back, e)
		}
		a, err1 := e.Encode(all, []int{5, 3, 100})
		b, err2 := back.Encode(all, []int{5, 3, 100})
		if err1 != nil || err2 != nil || !reflect.DeepEqual(a, b) {
			t.Fatal(err1, err2)
		}
	}
}

// TestDamagedEncodings: JSON that is no encoding is refused, and leaves what was there.
func TestDamagedEncodings(t *testing.T) {
	s := DefaultSpec("class")
	s.Missing = Mean
	e, err := Fit(drawn(50, 1, 0.2), nil, s)
	if err != nil {
		t.Fatal(err)
	}
	text := asJSON(t, e)
	for want, change := range map[string][2]string{
		"format 2, expected 1":                 {`"format":1`, `"format":2`},
		"unknown field":                        {`"steps"`, `"step"`},
		"is of kind \"numbers\", expected":     {`"x","kind":"number"`, `"x","kind":"numbers"`},
		"two features are named \"x\"":         {`"name":"flag"`, `"name":"x"`},
		"has the category \"south\" twice":     {`"north"`, `"south"`},
		"missing values that become \"guess\"": {`"kind":"number","missing":"mean"`, `"kind":"number","missing":"guess"`},
		"the target \"klass\" of kind":         {`"name":"class"`, `"name":"klass"`},
		"from 0 rows":                          {`"rows":50`, `"rows":0`},
		"of unseen categories is \"maybe\"":    {`"unseen":"refuse"`, `"unseen":"maybe"`},
		"table: an encoding: ":                 {`{`, `[`},
	} {
		damaged := strings.Replace(text, change[0], change[1], 1)
		back := Encoding{Rows: 7}
		if err := back.UnmarshalJSON([]byte(damaged)); damaged == text || err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "table: ") || back.Rows != 7 {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestWhatStandsIn: means and medians are those of the training rows, and an indicator is there only where needed.
func TestWhatStandsIn(t *testing.T) {
	table := read(t, "x,z,y\n1,1,1\n2,2,2\n,3,3\n9,4,4\n,5,5\n")
	for rule, want := range map[Missing][]float64{
		Mean: {4, 3}, Median: {2, 3}, MeanIndicator: {4, 1, 3}, MedianIndicator: {2, 1, 3},
	} {
		s := DefaultSpec("y")
		s.Missing = rule
		e, err := Fit(table, []int{0, 1, 2, 3}, s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Encode(table, []int{2})
		if err != nil || !slices.Equal(got.X, want) || got.Missing != 1 || len(got.Groups) != 2 {
			t.Errorf("%s: %v, %+v, want %v", rule, err, got, want)
		}
		without, err := Fit(table, []int{0, 1, 3}, s)
		if err != nil || len(without.Features()) != 2 {
			t.Errorf("%s: %v, features %q, want no indicator", rule, err, without.Features())
		}
	}
	s := DefaultSpec("y")
	s.MissingIn = map[string]Missing{"x": DropRow}
	e, err := Fit(table, nil, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Encode(table, nil)
	if err != nil || e.Rows != 3 || got.Dropped != 2 || !slices.Equal(got.Keys, []string{"1", "2", "4"}) || !slices.Equal(got.Y, []float64{1, 2, 4}) {
		t.Errorf("dropped rows: %v, %+v", err, got)
	}
}

// TestNewFiles: other orders of columns, extra ones, missing ones, other categories and kinds.
func TestNewFiles(t *testing.T) {
	s := DefaultSpec("species")
	s.Missing = Mean
	e, err := Fit(read(t, birds), nil, s)
	if err != nil {
		t.Fatal(err)
	}
	encode := func(text string) (*Samples, error) {
		table, err := ReadFrom(context.Background(), "new.csv", strings.NewReader(text), e.ReadOptions(DefaultReadOptions()))
		if err != nil {
			return nil, err
		}
		return e.Encode(table, nil)
	}
	want, err := encode("island,mass,sex,when,wild\nDream,3000,male,2010-01-01,yes\n")
	if err != nil || want.Y != nil || len(want.Classes) != 3 {
		t.Fatalf("%v, %+v", err, want)
	}
	got, err := encode("note,wild,when,sex,mass,island,species\n1 2\"\",1,2010-01-01,male,3000,Dream,\n")
	if err == nil {
		t.Fatalf("a bare quote in an extra column: %+v", got)
	}
	got, err = encode("note,,wild,when,sex,mass,island,species\nx,y,1,2010-01-01,male,3000,Dream,\n")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("reordered, with an extra column and an empty target: %v\n%+v\n%+v", err, got, want)
	}
	for want, text := range map[string]string{
		"new.csv: no column \"wild\", the file has":                                 "island,mass,sex,when\nDream,3000,male,2010-01-01\n",
		"line 3, column \"island\": no training row has the category \"Mars\"":      "island,mass,sex,when,wild\nDream,1,male,2010-01-01,yes\nMars,1,male,2010-01-01,yes\n",
		"line 2, column \"island\": no training row has the category \"(missing)\"": "island,mass,sex,when,wild\n,1,male,2010-01-01,yes\n",
		"line 2, column 2 (mass): \"heavy\", expected a number":                     "island,mass,sex,when,wild\nDream,heavy,male,2010-01-01,yes\n",
		"line 2, column \"species\": no training row has the class \"Emperor\"":     "species,island,mass,sex,when,wild\nEmperor,Dream,1,male,2010-01-01,yes\n",
		"line 3, column \"species\": the value is missing":                          "species,island,mass,sex,when,wild\nGentoo,Dream,1,male,2010-01-01,yes\n,Dream,1,male,2010-01-01,yes\n",
	} {
		if _, err := encode(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := e.Encode(read(t, strings.ReplaceAll(birds, "-", ".")), nil); err == nil || !strings.Contains(err.Error(), `column "when" is of kind category, in training it was date`) {
		t.Errorf("another kind: %v", err)
	}
	e.Spec.Extra = RefuseExtra
	if _, err := encode("island,mass,sex,when,wild,more\nDream,3000,male,2010-01-01,yes,1\n"); err == nil || !strings.Contains(err.Error(), `column "more" was not there`) {
		t.Errorf("an extra column: %v", err)
	}
}

// TestUnseenCategories: under Other what no training row has, or few, is one category.
func TestUnseenCategories(t *testing.T) {
	table := read(t, "c,y\na,1\na,2\nb,3\nc,4\n,5\n")
	s := DefaultSpec("y")
	s.Unseen, s.Rare, s.Missing = Other, 2, Own
	e, err := Fit(table, []int{0, 1, 2}, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Encode(table, nil)
	if err != nil || !slices.Equal(got.Features, []string{"c=a", "c=(other)"}) || !slices.Equal(got.X, []float64{1, 0, 1, 0, 0, 1, 0, 1, 0, 1}) || len(got.Groups) != 1 {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestSpecsAreChecked: what a Spec or a table has wrong is named.
func TestSpecsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		`no column "none", the file has`:                      func(s *Spec) { s.Target = "none" },
		`no column "d"`:                                       func(s *Spec) { s.Drop = []string{"d"} },
		`no column "z"`:                                       func(s *Spec) { s.MissingIn = map[string]Missing{"z": Mean} },
		`column "mass" is the target and a feature`:           func(s *Spec) { s.Target, s.Features = "mass", []string{"mass"} },
		`expected both an id and a time`:                      func(s *Spec) { s.ID = "island" },
		`"island" become "mean", expected "own"`:              func(s *Spec) { s.MissingIn = map[string]Missing{"island": Mean} },
		`"mass" become "own", which is for categories`:        func(s *Spec) { s.MissingIn = map[string]Missing{"mass": Own} },
		`the target "when" is of dates`:                       func(s *Spec) { s.Target = "when" },
		`has 3 categories in 5 training rows (["Biscoe" "Dre`: func(s *Spec) { s.MaxCategories = 2 },
		`no column is left for an input`:                      func(s *Spec) { s.Drop = []string{"island", "mass", "sex", "when", "wild"} },
		`what becomes of missing values is "zero"`:            func(s *Spec) { s.Missing = "zero" },
		`the parts ["month"] of a date`:                       func(s *Spec) { s.Dates = []DatePart{"month"} },
		`a date becomes no number`:                            func(s *Spec) { s.DatesIn = map[string][]DatePart{"when": {}} },
		`at most 0 categories`:                                func(s *Spec) { s.MaxCategories = 0 },
		`4 steps without an id`:                               func(s *Spec) { s.Steps = 4 },
	} {
		s := DefaultSpec("species")
		s.Missing = Mean
		change(&s)
		if _, err := Fit(read(t, birds), nil, s); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "table: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for want, text := range map[string]string{
		`the target "y" is the same in all 2 training rows`: "x,y\n1,a\n2,a\n",
		`the target "y" is the same in all 3 training rows`: "x,y\n1,2\n2,2\n3,2\n",
		`column "x" has no value in any training row`:       "x,y\n,2\n,3\n",
		`two features are named "c=a"`:                      "c,c=a,y\na,1,1\nb,2,2\n",
	} {
		s := DefaultSpec("y")
		s.Missing = Mean
		if _, err := Fit(read(t, text), nil, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, rows := range [][]int{{-1}, {5}, {}} {
		if _, err := Fit(read(t, birds), rows, DefaultSpec("species")); err == nil || !strings.HasPrefix(err.Error(), "table: ") {
			t.Errorf("rows %v: %v", rows, err)
		}
	}
}

// TestDateParts: days from the first, and points on circles.
func TestDateParts(t *testing.T) {
	table := read(t, "when,y\n2020-01-01 06:00:00,1\n2020-07-01 18:00:00,2\n1969-12-28 12:00:00,3\n")
	s := DefaultSpec("y")
	s.Dates = Parts()
	e, err := Fit(table, []int{0, 1}, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Encode(table, nil)
	if err != nil || len(got.Groups) != 1 || len(got.Features) != 8 {
		t.Fatalf("%v, %+v", err, got)
	}
	sin, cos := math.Sincos(2 * math.Pi * 2 / 7)
	for i, want := range []float64{0, 2020, math.Sin(2 * math.Pi * 0.25 / 365.2425), math.Cos(2 * math.Pi * 0.25 / 365.2425), sin, cos, 1, 0} {
		if math.Abs(got.X[i]-want) > 1e-9 {
			t.Errorf("%s: %g, want %g", got.Features[i], got.X[i], want)
		}
	}
	if got.X[8] != 182.5 || got.X[17] != 1969 || math.Abs(got.X[16]+18265.75) > 1e-9 || math.Abs(got.X[23]+1) > 1e-9 {
		t.Errorf("later and earlier rows %v", got.X[8:])
	}
}

// TestRealTables: the embedded tables become samples, piece by piece as at once.
func TestRealTables(t *testing.T) {
	for _, c := range []struct {
		file     datasets.File
		spec     func(s *Spec)
		features []string
		n        int
		classes  int
	}{
		{datasets.Penguins(), func(s *Spec) { s.Target, s.Missing = "species", MeanIndicator },
			[]string{"island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "year"}, 344, 3},
		{datasets.Penguins(), func(s *Spec) {
			s.Target, s.Missing, s.Drop = "body_mass_g", DropRow, []string{"year"}
			s.MissingTarget = DropRow
		},
			[]string{"species", "island", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "sex"}, 333, 0},
		{datasets.Anes96(), func(s *Spec) { s.Target = "vote" },
			[]string{"popul", "TVnews", "selfLR", "ClinLR", "DoleLR", "PID", "age", "educ", "income"}, 944, 2},
		{datasets.WeatherTable(), func(s *Spec) { s.Target, s.Dates = "temp_max", []DatePart{DayOfYear} },
			[]string{"location", "date", "precipitation", "temp_min", "wind", "weather"}, 2922, 0},
	} {
		path, err := c.file.Write(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		table, err := Read(context.Background(), path, DefaultReadOptions())
		if err != nil {
			t.Fatal(err)
		}
		s := DefaultSpec("")
		c.spec(&s)
		e, err := Fit(table, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Encode(table, nil)
		if err != nil || !slices.Equal(got.GroupNames, c.features) || got.N() != c.n || len(got.Classes) != c.classes || len(got.X) != c.n*len(got.Features) || len(got.Y) != c.n {
			t.Errorf("%s: %v, %d samples of %q in %q, classes %q", c.file.Name, err, got.N(), got.GroupNames, got.Features, got.Classes)
		}
		pieces, err := File{Path: path, Options: DefaultReadOptions()}.Fit(context.Background(), s)
		if err != nil || !reflect.DeepEqual(pieces, e) {
			t.Errorf("%s piece by piece: %v\n%+v\n%+v", c.file.Name, err, pieces, e)
		}
	}
}

// TestPieces: a file of many pieces gives the encoding that the whole table gives, for chosen rows too.
func TestPieces(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,c,when,long,y\n")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40_000 {
		fmt.Fprintf(&b, "%g,%c,20%02d-05-06,%s,%d\n", r.NormFloat64(), 'a'+rune(i/4000), 10+i%20, strings.Repeat("z", 80+i%2), i%3)
	}
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	whole, err := Read(context.Background(), path, DefaultReadOptions())
	if err != nil {
		t.Fatal(err)
	}
	s := DefaultSpec("y")
	s.Classes, s.Missing = true, Median
	odd := func(row int) bool { return row%2 == 1 && row > 10_000 }
	var rows []int
	for i := range whole.Rows() {
		if odd(i) {
			rows = append(rows, i)
		}
	}
	want, err := Fit(whole, rows, s)
	if err != nil {
		t.Fatal(err)
	}
	f := File{Path: path, Options: DefaultReadOptions(), Rows: odd}
	got, err := f.Fit(context.Background(), s)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	all, err := want.Encode(whole, rows)
	if err != nil {
		t.Fatal(err)
	}
	var x, y []float64
	var keys []string
	for p, err := range f.encoded(context.Background(), want) {
		if err != nil {
			t.Fatal(err)
		}
		x, y, keys = append(x, p.X...), append(y, p.Y...), append(keys, p.Keys...)
	}
	if !slices.Equal(x, all.X) || !slices.Equal(y, all.Y) || !slices.Equal(keys, all.Keys) {
		t.Error("the pieces' samples differ from the whole table's")
	}
	scale, err := f.Scale(context.Background(), want)
	if err != nil || math.Abs(scale.Shift[0]) > 0.02 || math.Abs(scale.Scale[0]-1) > 0.02 || scale.TargetScale != 1 {
		t.Errorf("scale %+v, %v", scale, err)
	}
}

// TestAWeightOfWords: the error says that it is the weight, and what was expected.
func TestAWeightOfWords(t *testing.T) {
	words := read(t, "x,y,w\n1,2,light\n3,4,heavy\n")
	spec := DefaultSpec("y")
	spec.Weight = "w"
	e, err := Fit(words, nil, spec)
	if err == nil {
		_, err = e.Encode(words, nil)
	}
	if err == nil || !strings.Contains(err.Error(), `the weight "w" is of kind category, expected numbers`) {
		t.Error(err)
	}
}
