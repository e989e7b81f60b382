package encode

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// drawn returns a table of n rows with every kind of column. missing is the probability that a cell
// is missing.
func drawn(n int, seed uint64, missing float64) *table.Table {
	r := rand.New(rand.NewPCG(seed, 1))
	t := &table.Table{Name: "drawn"}
	for _, c := range []table.Column{
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

// learnedSpecs returns specs that together learn every statistic.
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

// TestOnlyTrainingRowsCount checks that the test rows do not affect the encoding, byte for byte.
func TestOnlyTrainingRowsCount(t *testing.T) {
	for seed := range uint64(20) {
		a, b := drawn(200, seed, 0.1), drawn(200, seed+1000, 0.3)
		for k, s := range learnedSpecs() {
			o := s.SplitOptions(a, int64(seed))
			fold := must.Of(table.Split(a, nil, o)).In(t)
			mixed := &table.Table{Name: a.Name}
			for i, c := range a.Columns {
				c.Values, c.Categories = slices.Clone(c.Values), append(slices.Clone(c.Categories), "new")
				for _, row := range fold.Test {
					c.Values[row] = b.Columns[i].Values[row]
					if c.Kind == cell.Category {
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

// TestDateParts checks days since the first date, and cyclic parts.
func TestDateParts(t *testing.T) {
	data := read(t, "when,y\n2020-01-01 06:00:00,1\n2020-07-01 18:00:00,2\n1969-12-28 12:00:00,3\n")
	s := DefaultSpec("y")
	s.Dates = Parts()
	e := must.Of(Fit(data, []int{0, 1}, s)).In(t)
	got, err := e.Encode(data, nil)
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

// TestNumbersInAnyOrder checks that the encoded numbers of a row are the same, bit for bit, for any
// order of the rows and columns and any codes of categories.
func TestNumbersInAnyOrder(t *testing.T) {
	whole, r := drawn(300, 4, 0.1), rand.New(rand.NewPCG(5, 6))
	spec := DefaultSpec("y")
	spec.Features, spec.Missing, spec.Dates = []string{"x", "flag", "when", "place", "class"}, Median, Parts()
	encoded := func(data *table.Table) *Encoded {
		e := must.Of(Fit(data, nil, spec)).In(t)
		return must.Of(e.Encode(data, nil)).In(t)
	}
	want := encoded(whole)
	for range 4 {
		rows, other := r.Perm(whole.Rows()), &table.Table{Name: "permuted"}
		for _, k := range r.Perm(len(whole.Columns)) {
			from := whole.Columns[k]
			to := table.Column{Name: from.Name, Kind: from.Kind, Categories: make([]string, len(from.Categories))}
			codes := r.Perm(len(from.Categories))
			for code, name := range from.Categories {
				to.Categories[codes[code]] = name
			}
			for _, i := range rows {
				v := from.Values[i]
				if v == v && from.Kind == cell.Category {
					v = float64(codes[int(v)])
				}
				to.Values = append(to.Values, v)
			}
			other.Columns = append(other.Columns, to)
		}
		got, d := encoded(other), len(want.Features)
		for at, from := range rows {
			if !slices.Equal(got.X[at*d:(at+1)*d], want.X[from*d:(from+1)*d]) || got.Y[at] != want.Y[from] {
				t.Fatalf("row %d is %v, want %v", from, got.X[at*d:(at+1)*d], want.X[from*d:(from+1)*d])
			}
		}
	}
}
