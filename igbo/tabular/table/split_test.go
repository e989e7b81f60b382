package table

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// parted checks that two parts are ascending and together contain each row once.
func parted(t *testing.T, f Fold, rows []int) {
	t.Helper()
	all := slices.Concat(f.Train, f.Test)
	slices.Sort(all)
	if !slices.IsSorted(f.Train) || !slices.IsSorted(f.Test) || !slices.Equal(all, rows) || len(f.Train) == 0 || len(f.Test) == 0 {
		t.Fatalf("training rows %v and test rows %v do not part %v", f.Train, f.Test, rows)
	}
}

func firstRows(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// count returns the number of rows with a value.
func count(c *Column, rows []int, v float64) (n int) {
	for _, i := range rows {
		if c.Values[i] == v {
			n++
		}
	}
	return n
}

// TestFoldsPart checks that every row is tested once per repeat, and that the result depends only
// on the seed.
func TestFoldsPart(t *testing.T) {
	for n := 5; n < 60; n += 9 {
		table := drawn(n, uint64(n), 0)
		o := DefaultSplitOptions(int64(n))
		o.Repeats = 3
		folds, err := Folds(table, nil, o)
		if err != nil || len(folds) != 15 {
			t.Fatal(err, len(folds))
		}
		for repeat := range 3 {
			var tested []int
			for k, f := range folds[5*repeat : 5*repeat+5] {
				parted(t, f, firstRows(n))
				if f.Repeat != repeat || f.Fold != k || len(f.Test) < n/5 || len(f.Test) > n/5+1 {
					t.Errorf("fold %d of repeat %d has %d of %d rows", f.Fold, f.Repeat, len(f.Test), n)
				}
				tested = append(tested, f.Test...)
			}
			if slices.Sort(tested); !slices.Equal(tested, firstRows(n)) {
				t.Errorf("tested %v", tested)
			}
		}
		again, _ := Folds(table, nil, o)
		o.Seed++
		other, _ := Folds(table, nil, o)
		if !reflect.DeepEqual(again, folds) || n > 10 && (reflect.DeepEqual(other, folds) || reflect.DeepEqual(folds[0].Test, folds[5].Test)) {
			t.Error("folds do not follow the seed and the repeat")
		}
	}
}

// TestStrata checks that each class has its share in every part, to within one row, and that a test
// part has the requested size.
func TestStrata(t *testing.T) {
	table := drawn(500, 3, 0)
	c := table.Column("class")
	o := DefaultSplitOptions(1)
	o.Stratify, o.Folds = "class", 7
	folds := must.Of(Folds(table, nil, o)).In(t)
	split := must.Of(Split(table, nil, o)).In(t)
	parted(t, split, firstRows(500))
	for v := range c.Categories {
		all := count(c, firstRows(500), float64(v))
		for _, f := range folds {
			if got := count(c, f.Test, float64(v)); got < all/7 || got > all/7+1 {
				t.Errorf("%d of %d rows of class %d in a fold", got, all, v)
			}
		}
		if got := float64(count(c, split.Test, float64(v))); got < 0.2*float64(all)-1 || got > 0.2*float64(all)+1 {
			t.Errorf("%g of %d rows of class %d in the test part", got, all, v)
		}
	}
	if len(split.Test) < 99 || len(split.Test) > 101 {
		t.Errorf("%d test rows", len(split.Test))
	}
	o.Stratify = "y"
	split = must.Of(Split(table, nil, o)).In(t)
	values := table.Column("y").strata(firstRows(500))
	for s := 1; s <= tenths; s++ {
		got := 0
		for _, i := range split.Test {
			if values(table.Column("y").Values[i]) == s {
				got++
			}
		}
		if got < 8 || got > 12 {
			t.Errorf("%d test rows of tenth %d", got, s)
		}
	}
}

// TestFoldsOfAllRows checks that the folds of all rows, with lists in a space or not, equal those
// of an explicit list of all rows.
func TestFoldsOfAllRows(t *testing.T) {
	table := drawn(500, 3, 7)
	table.Column("y").Values[3], table.Column("y").Values[77] = math.NaN(), math.NaN()
	for _, stratify := range []string{"", "class", "y"} {
		o := SplitOptions{Seed: 4, Test: 0.2, Folds: 7, Repeats: 2, Stratify: stratify}
		want := must.Of(Folds(table, firstRows(500), o)).In(t)
		if got := must.Of(Folds(table, nil, o)).In(t); !reflect.DeepEqual(got, want) {
			t.Errorf("by %q: other folds of all rows", stratify)
		}
		table.options.Space = &spool.Space{Least: 1}
		k := 0
		for f, err := range EachFold(table, nil, o) {
			if err != nil || !reflect.DeepEqual(f, want[k]) {
				t.Errorf("by %q: fold %d in a space differs: %v", stratify, k, err)
			}
			k++
		}
		if k != len(want) {
			t.Errorf("by %q: %d folds in a space, want %d", stratify, k, len(want))
		}
		table.options.Space = nil
	}
	if _, err := Folds(table, nil, SplitOptions{Test: 0.2, Folds: 2, Repeats: 1, Stratify: "none"}); err == nil {
		t.Error("a stratum that is no column is taken")
	}
}

// TestGroups checks that rows with the same value are on one side, also with strata.
func TestGroups(t *testing.T) {
	table := drawn(400, 5, 0)
	for i := range table.Columns[0].Values {
		table.Columns[0].Values[i] = float64(i * i % 37)
	}
	for _, stratify := range []string{"", "class"} {
		o := SplitOptions{Seed: 2, Test: 0.3, Folds: 4, Repeats: 2, Group: "x", Stratify: stratify}
		folds := must.Of(Folds(table, nil, o)).In(t)
		split := must.Of(Split(table, nil, o)).In(t)
		if n := len(split.Test); n < 80 || n > 160 {
			t.Errorf("%d of 400 rows in a test part of 0.3", n)
		}
		for _, f := range append(folds, split) {
			parted(t, f, firstRows(400))
			for _, i := range f.Train {
				if count(table.Column("x"), f.Test, table.Columns[0].Values[i]) > 0 {
					t.Fatalf("group %g is on both sides", table.Columns[0].Values[i])
				}
			}
		}
	}
}

// TestOwnFolds checks that each value of a column is the test part once, for any seed, and that
// another number of folds is an error.
func TestOwnFolds(t *testing.T) {
	table := drawn(60, 5, 0)
	for i := range table.Columns[0].Values {
		table.Columns[0].Values[i] = float64(i * i % 5) // 0, 1 or 4
	}
	o := SplitOptions{Seed: 2, Test: 0.3, Folds: 3, Repeats: 1, Group: "x", Own: true}
	folds, err := Folds(table, nil, o)
	if err != nil || len(folds) != 3 {
		t.Fatalf("%d folds, %v", len(folds), err)
	}
	for k, size := range []int{12, 24, 24} { // in order of appearance
		parted(t, folds[k], firstRows(60))
		if len(folds[k].Test) != size || folds[k].Fold != k || count(table.Column("x"), folds[k].Test, table.Columns[0].Values[folds[k].Test[0]]) != size {
			t.Errorf("fold %d holds out %d rows, expected the %d of one value", k, len(folds[k].Test), size)
		}
	}
	for _, wrong := range []SplitOptions{{Test: .3, Folds: 4, Repeats: 1, Group: "x", Own: true}, {Test: .3, Folds: 3, Repeats: 2, Group: "x", Own: true}, {Test: .3, Folds: 3, Repeats: 1, Own: true}} {
		if _, err := Folds(table, nil, wrong); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

// TestTime checks that every training row is earlier than every test row, and that equal times stay
// together.
func TestTime(t *testing.T) {
	table := drawn(300, 7, 0)
	when := table.Column("when")
	for i := range when.Values {
		when.Values[i] = float64(i * 7 % 50)
	}
	o := DefaultSplitOptions(0)
	o.Time = "when"
	folds, err := Folds(table, nil, o)
	if err != nil || len(folds) != 5 {
		t.Fatal(err)
	}
	split := must.Of(Split(table, nil, o)).In(t)
	parted(t, split, firstRows(300))
	if len(split.Test) != 60 {
		t.Errorf("%d test rows, want 60", len(split.Test))
	}
	for _, f := range append(folds, split) {
		latest, earliest := -1.0, 1e9
		for _, i := range f.Train {
			latest = max(latest, when.Values[i])
		}
		for _, i := range f.Test {
			earliest = min(earliest, when.Values[i])
		}
		if latest >= earliest {
			t.Errorf("a training row at %g, a test row at %g", latest, earliest)
		}
	}
	if a, b := folds[0], folds[1]; !slices.Equal(b.Train, sorted(a.Train, a.Test)) {
		t.Error("the second fold does not train on the first one's rows")
	}
}

func sorted(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return all
}

// TestSplitOfRows checks that only the given rows are split, as inner folds require.
func TestSplitOfRows(t *testing.T) {
	rows := []int{3, 5, 8, 13, 21, 34, 55, 89}
	o := DefaultSplitOptions(4)
	o.Folds = 3
	for _, f := range must.Of(Folds(drawn(100, 1, 0), rows, o)).In(t) {
		parted(t, f, rows)
	}
}

// TestSplitsAreChecked checks the errors for impossible splits.
func TestSplitsAreChecked(t *testing.T) {
	table := drawn(20, 1, 0.2)
	for want, change := range map[string]func(*SplitOptions){
		"Test must be between 0 and 1 (the share of the test rows), got 0":                    func(o *SplitOptions) { o.Test = 0 },
		"Test must be between 0 and 1 (the share of the test rows), got 1":                    func(o *SplitOptions) { o.Test = 1 },
		"give a training part of 20 and":                                                      func(o *SplitOptions) { o.Test = 0.001 },
		"Folds must be at least 2, got 0":                                                     func(o *SplitOptions) { o.Folds = 0 },
		"Repeats must be at least 1, got 0":                                                   func(o *SplitOptions) { o.Repeats = 0 },
		"no column \"none\"":                                                                  func(o *SplitOptions) { o.Group = "none" },
		"no column \"nothing\"":                                                               func(o *SplitOptions) { o.Stratify = "nothing" },
		"column \"place\": the value is miss":                                                 func(o *SplitOptions) { o.Group = "place" },
		"time column \"class\" is text":                                                       func(o *SplitOptions) { o.Time = "class" },
		"Repeats must be at most 10000, got 10001":                                            func(o *SplitOptions) { o.Repeats = 10_001 },
		"Time is \"y\" and Stratify is \"x\"":                                                 func(o *SplitOptions) { o.Time, o.Stratify = "y", "x" },
		"Own requires Group":                                                                  func(o *SplitOptions) { o.Own = true },
		"Repeats must be 1 for the folds of column \"x\", because they are not random, got 3": func(o *SplitOptions) { o.Own, o.Group, o.Repeats = true, "x", 3 },
		"Time is \"y\" and Group is \"x\"":                                                    func(o *SplitOptions) { o.Time, o.Group = "y", "x" },
		"Repeats must be 1 for a split by time, because the split is not random, got 2":       func(o *SplitOptions) { o.Time, o.Repeats = "y", 2 },
	} {
		o := DefaultSplitOptions(1)
		change(&o)
		if _, err := Split(table, nil, o); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "table: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	o := DefaultSplitOptions(1)
	o.Folds = 21
	_, err := Folds(table, nil, o)
	refusal.Check(t, err, "20 rows or groups are too few for 21 folds")
	o.Time = "y"
	_, err = Folds(table, nil, o)
	refusal.Check(t, err, "20 different times are too few for 21 folds")
}

// drawn returns a table of n rows with every kind of column. missing is the probability that a cell
// is missing.
func drawn(n int, seed uint64, missing float64) *Table {
	r := rand.New(rand.NewPCG(seed, 1))
	t := &Table{Name: "drawn"}
	for _, c := range []Column{
		{Name: "x", Kind: cell.Number}, {Name: "flag", Kind: cell.Boolean}, {Name: "when", Kind: cell.Date},
		{Name: "place", Kind: cell.Category, Categories: []string{"north", "south", "east", "west"}},
		{Name: "class", Kind: cell.Category, Categories: []string{"p", "q", "r"}}, {Name: "y", Kind: cell.Number},
	} {
		for range n {
			v := 100 * r.NormFloat64()
			switch c.Kind {
			case cell.Boolean:
				v = float64(r.IntN(2))
			case cell.Date:
				v = float64(r.IntN(1e9))
			case cell.Category:
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
