package encode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// warned returns the warnings for a table given as text.
func warned(t *testing.T, text string, change func(*encode.Spec)) []string {
	t.Helper()
	tab := must.Of(table.ReadFrom(context.Background(), "t.csv", strings.NewReader(text), table.DefaultReadOptions())).In(t)
	spec := encode.DefaultSpec("y")
	if change != nil {
		change(&spec)
	}
	e := must.Of(encode.Fit(tab, nil, spec)).In(t)
	train := e.Rows
	if spec.ID != "" {
		train = len(tab.Column(spec.ID).Categories)
	}
	return e.Warnings(tab, train)
}

// lines returns a table as text: a header, and a row for each number below n.
func lines(header string, n int, row func(i int, r *rand.Rand) string) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := &strings.Builder{}
	fmt.Fprintln(b, header)
	for i := range n {
		fmt.Fprintln(b, row(i, r))
	}
	return b.String()
}

// TestWarnings checks that each problem has its warning, and other tables have none.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"first names", lines("name,x,y", 77, func(i int, r *rand.Rand) string { return fmt.Sprintf("n%d,%g,%g", i*63/77, r.Float64(), r.Float64()) }),
			[]string{`column "name" looks like an identifier: 63 different values in 77 rows; drop it (--drop "name") or keep the rows of each value together (--group "name")`}},
		{"all names", lines("name,x,y", 30, func(i int, r *rand.Rand) string { return fmt.Sprintf("n%d,%g,%g", i, r.Float64(), r.Float64()) }),
			[]string{`--key "name"`, `2 input columns become 32 weights of a linear model, more than the 30 rows that a fold trains on: its predictions rest on the penalty; the categories of "name" take 30`}},
		{"numbers of rows", lines("nr,x,y", 30, func(i int, r *rand.Rand) string { return fmt.Sprintf("%d,%g,%g", i+1, r.Float64(), r.Float64()) }),
			[]string{`column "nr" looks like an identifier: 30 different whole numbers`}},
		{"customers", lines("customer_id,x,y", 30, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("%d,%g,%g", 1000+i*7919%997, r.Float64(), r.Float64())
		}), []string{`column "customer_id" looks like an identifier`}},
		{"other unit", lines("kg,x,y", 30, func(i int, r *rand.Rand) string {
			v := r.Float64()
			return fmt.Sprintf("%.7g,%g,%.7g", v, r.Float64(), 2.2046*v+1)
		}), []string{`column "kg" determines the target "y" in the 30 rows checked: one is a linear function of the other; if it is computed from the target, or not known when you predict, drop it (--drop "kg")`}},
		{"code of a class", lines("code,x,y", 40, func(i int, r *rand.Rand) string {
			k := r.IntN(3)
			return fmt.Sprintf("%d,%g,%s", 7-3*k, r.Float64(), []string{"a", "b", "c"}[k])
		}), []string{`column "code" determines the target "y" in the 40 rows checked: each of its 3 values has one class`}},
		{"finer class", lines("kind,x,y", 60, func(i int, r *rand.Rand) string {
			k := r.IntN(6)
			return fmt.Sprintf("k%d,%g,%v", k, r.Float64(), k > 2)
		}), []string{`column "kind" determines the target "y"`}},
		{"price by size", lines("size,x,y", 60, func(i int, r *rand.Rand) string {
			k := r.IntN(6)
			return fmt.Sprintf("%d,%g,%d", k, r.Float64(), k*k+1)
		}), []string{`column "size" determines the target "y" in the 60 rows checked: each of its 6 values has one value of the target`}},
		{"sum of parts", lines("a,b,x,y", 40, func(i int, r *rand.Rand) string {
			a, b := r.NormFloat64(), r.NormFloat64()
			return fmt.Sprintf("%g,%g,%g,%g", a, b, r.Float64(), 3*a-b+7)
		}), []string{`the target "y" is exactly linear in the columns "a", "b" (R² = 1 in the 40 rows checked)`}},
		{"many numbers", lines("a,b,c,d,e,f,g,h,i,j,k,y", 11, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("%g,%g,%g,%g,%g,%g,%g,%g,%g,%g,%g,%g", r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64(), r.Float64())
		}), []string{`11 input columns become 12 weights of a linear model, more than the 11 rows that a fold trains on: its predictions rest on the penalty; drop columns`}},

		{"years and incomes", lines("year,income,x,y", 40, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("%d,%d,%g,%g", 1980+i, 20000+r.IntN(1e6), r.Float64(), float64(i)+r.NormFloat64())
		}), nil},
		{"days", lines("day,x,y", 40, func(i int, r *rand.Rand) string { return fmt.Sprintf("%d,%g,%g", i, r.Float64(), r.Float64()) }), nil},
		{"ages", lines("age,dose,y", 60, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("%d,%d,%g", 20+r.IntN(50), r.IntN(3), r.NormFloat64())
		}), nil},
		{"a strong line", lines("a,x,y", 60, func(i int, r *rand.Rand) string {
			a := r.NormFloat64()
			return fmt.Sprintf("%g,%g,%g", a, r.Float64(), a+0.01*r.NormFloat64())
		}), nil},
		{"parted classes", lines("length,x,y", 100, func(i int, r *rand.Rand) string {
			k := i % 2
			return fmt.Sprintf("%.1f,%g,%s", float64(2*k)+r.Float64(), r.Float64(), []string{"a", "b"}[k])
		}), nil},
		{"few rows", "name,x,y\nA,1,2\nB,2,3\nC,5,4\nD,4,5\nE,3,1\nF,7,2\nF,1,1\nF,1,1\nF,2,2\n", nil},
		{"a rare class", lines("place,x,y", 80, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("p%d,%g,%v", r.IntN(30), r.Float64(), i == 5)
		}), nil},
		{"a lacking column", lines("a,x,y", 30, func(i int, r *rand.Rand) string {
			return fmt.Sprintf("%s,%g,%d", strings.Repeat("1", min(i/25, 1)), r.Float64(), i*i%7)
		}), nil},
	} {
		got := warned(t, c.text, func(s *encode.Spec) { s.Missing = encode.Mean })
		ok := len(got) == len(c.want)
		for k := range got {
			ok = ok && strings.Contains(got[k], c.want[k])
		}
		if !ok {
			t.Errorf("%s: warnings\n\t%s\nwant\n\t%s", c.name, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
}

// TestNoWarnings checks that the tables of this repository cause no warnings if the columns that
// name rows are keys, for any target.
func TestNoWarnings(t *testing.T) {
	for file, c := range map[string]struct {
		targets, drop []string
	}{
		"penguins.csv":           {[]string{"species", "body_mass_g", "sex", "bill_length_mm", "island"}, nil},
		"anes96.csv":             {[]string{"vote", "PID", "income", "age"}, nil},
		"statecrime.csv":         {[]string{"violent", "murder", "poverty"}, []string{"state"}},
		"noaa_daily_weather.csv": {[]string{"temp_max", "weather", "precipitation"}, nil},
	} {
		tab := must.Of(table.Read(context.Background(), "../../../../datasets/"+file, table.DefaultReadOptions())).In(t)
		for _, target := range c.targets {
			spec := encode.DefaultSpec(target)
			spec.Drop, spec.Missing, spec.MissingTarget = c.drop, encode.Mean, encode.DropRow
			e := must.Of(encode.Fit(tab, nil, spec)).In(t)
			if w := e.Warnings(tab, e.Rows*4/5); len(w) > 0 {
				t.Errorf("%s, target %s: %q", file, target, w)
			}
		}
	}
	tab := must.Of(table.Read(context.Background(), "../../../../datasets/statecrime.csv", table.DefaultReadOptions())).In(t)
	w := must.Of(encode.Fit(tab, nil, encode.DefaultSpec("violent"))).In(t).Warnings(tab, 41)
	if len(w) != 2 || !strings.Contains(w[0], `column "state" looks like an identifier: 51 different values in 51 rows`) {
		t.Errorf("states: %q", w)
	}
}

// TestSeriesWarnings checks that, for series, the weights of all steps are counted and nothing else
// is checked.
func TestSeriesWarnings(t *testing.T) {
	text := lines("who,when,place,x,y", 40, func(i int, r *rand.Rand) string {
		return fmt.Sprintf("w%d,%d,p%d,%g,%d", i/4, i%4, i/4, r.Float64(), i/4)
	})
	series := func(s *encode.Spec) { s.ID, s.Time, s.Drop = "who", "when", []string{"place"} }
	if w := warned(t, text, series); len(w) > 0 {
		t.Errorf("%q, want none", w)
	}
	w := warned(t, text, func(s *encode.Spec) { s.ID, s.Time = "who", "when" })
	if len(w) != 1 || !strings.Contains(w[0], "more than the 10 series") {
		t.Errorf("%q, want a warning of the weights of 10 series", w)
	}
}

// TestWarningsOfNothing checks that a nil encoding or table has no warnings.
func TestWarningsOfNothing(t *testing.T) {
	var none *encode.Encoding
	if w := append(none.Warnings(&table.Table{}, 1), (&encode.Encoding{}).Warnings(nil, 1)...); len(w) > 0 {
		t.Errorf("%q, want none", w)
	}
}

// TestLargeTablesWarn checks that the inspected rows of a large table are sufficient.
func TestLargeTablesWarn(t *testing.T) {
	w := warned(t, lines("nr,kg,y", 9001, func(i int, r *rand.Rand) string {
		v := r.Float64()
		return fmt.Sprintf("%d,%.9g,%.9g", i, v, 1000*v)
	}), nil)
	if len(w) != 2 || !strings.Contains(w[0], `"nr"`) || !strings.Contains(w[1], `"kg" determines the target "y" in the 1801 rows checked`) {
		t.Errorf("%q, want warnings of nr and kg", w)
	}
}
