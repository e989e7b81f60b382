package trial_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// counted draws a problem with several methods. The error of a method is the seed plus a number.
type counted struct{ Methods int }

// number is a problem with a fact.
type number float64

func (n number) Facts() []float64 { return []float64{float64(n), 2} }

func drawNumber(_ context.Context, _ *workflow.Work, r trial.Run[counted]) (number, error) {
	return number(r.Seed), nil
}

func countMethods(r trial.Run[counted], p number) (all []trial.Method) {
	for i := range r.Case.Methods {
		all = append(all, trial.Method{Name: fmt.Sprint("plus ", i), Try: func(context.Context, *workflow.Work) (trial.Measured, error) {
			return trial.Measured{Error: float64(p) + float64(i) + 0.123456789, Fits: float64(i + 1), Tuning: "none", Also: []float64{float64(10 * i)}}, nil
		}})
	}
	return all
}

// otherMethods has another method in each run.
func otherMethods(r trial.Run[counted], p number) []trial.Method {
	all := countMethods(r, p)
	all[0].Name = fmt.Sprint(r.Seed)
	return all
}

// doubled has two methods with the same name.
func doubled(r trial.Run[counted], p number) []trial.Method {
	all := countMethods(r, p)
	return append(all, all[0])
}

// runs is a study that returns the runs of a trial.
type runs struct{ trial.Trial[counted, number] }

func (runs) Validate() error { return nil }

func (r runs) Cells(p *workflow.Plan) (func(*workflow.Parts) ([]trial.Found, error), error) {
	return trial.Fold(p, r.Trial, func(found []trial.Found) ([]trial.Found, error) { return found, nil })
}

func counting(draws int) trial.Trial[counted, number] {
	return trial.Trial[counted, number]{Draw: drawNumber, Methods: countMethods, Seed0: 5, Cases: []trial.Case[counted]{
		{Name: "two", Draws: draws, Settings: counted{2}}, {Name: "three", Draws: 1, Settings: counted{3}},
	}}
}

func find(t *testing.T, tr trial.Trial[counted, number], o workflow.Options) ([]trial.Found, error) {
	t.Helper()
	return workflow.Run(t.Context(), nil, workflow.Study[[]trial.Found](runs{tr}), o)
}

// TestRuns checks that each case has its draws from the first seed on, each with the error of every method, further numbers and
// facts.
func TestRuns(t *testing.T) {
	found := must.Of(find(t, counting(3), workflow.Options{Unkept: true})).In(t)
	if len(found) != 2 || found[0].Name != "two" || len(found[0].Runs) != 3 || len(found[1].Runs) != 1 {
		t.Fatalf("%+v", found)
	}
	want := []trial.Entry{
		{Name: "plus 0", Tuning: "none", Fits: 1, Errors: []float64{5.12, 6.12, 7.12}}, {Name: "plus 1", Tuning: "none", Fits: 2, Errors: []float64{6.12, 7.12, 8.12}},
	}
	if got := found[0].Entries(3); !reflect.DeepEqual(got, want) {
		t.Errorf("entries %+v, want %+v", got, want)
	}
	if e := found[0].Entries(0)[0].Errors[0]; e != 5.123456789 {
		t.Errorf("error %g, want all digits", e)
	}
	if also, facts := found[0].Also(1, 0), found[0].Facts(0); !slices.Equal(also, []float64{10, 10, 10}) || !slices.Equal(facts, []float64{5, 6, 7}) {
		t.Errorf("further numbers %v and facts %v", also, facts)
	}
}

// TestRunsAreCached checks that a trial with one more draw only computes that draw, and that a trial with other methods
// computes all draws.
func TestRunsAreCached(t *testing.T) {
	o := workflow.Options{Dir: t.TempDir()}
	must.Of(find(t, counting(3), o)).In(t)
	first, total := -1, 0
	o.Progress = func(done, all int) {
		if first < 0 {
			first, total = done-1, all
		}
	}
	must.Of(find(t, counting(4), o)).In(t)
	if first != 4 || total != 5 {
		t.Errorf("%d of %d runs were there, want 4 of 5", first, total)
	}
	first = -1
	other := counting(3)
	other.Cases, other.Methods = other.Cases[1:], otherMethods
	if found := must.Of(find(t, other, o)).In(t); first != 0 || found[0].Runs[0].Methods[0].Name != "5" {
		t.Errorf("%d runs were there of a trial of other methods, which found %+v", first, found)
	}
}

// TestRunsThatCannotBeCompared checks the errors for runs of a case with different methods, a case without draws, two methods
// with the same name, and functions that capture variables.
func TestRunsThatCannotBeCompared(t *testing.T) {
	methods, none, literal, twice := counting(2), counting(0), counting(1), counting(1)
	twice.Methods = doubled
	methods.Methods = otherMethods
	literal.Methods = func(r trial.Run[counted], p number) []trial.Method { return nil }
	for want, tr := range map[string]trial.Trial[counted, number]{
		`run 1 has method "6", but run 0 has "5"`: methods, "two: at least one draw is required": none, "use a function declared in a package": literal, `two methods have the name "plus 0"`: twice,
	} {
		if _, err := find(t, tr, workflow.Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestPredictions checks that the ratio decides for each sign, and that the words state whether the whole interval agrees.
func TestPredictions(t *testing.T) {
	entries := []trial.Entry{{Name: "a", Errors: []float64{1, 2, 3, 8}}, {Name: "b", Errors: []float64{2, 4, 6, 4}}}
	row, ok := trial.Over(entries, "a", "b", trial.DefaultCompareOptions())
	if !ok || !(row.Low < row.Ratio && row.Ratio < row.High) {
		t.Fatalf("%+v", row)
	}
	between := func(x, y float64) float64 { return (x + y) / 2 }
	for _, c := range []struct {
		p    trial.Prediction
		want string
	}{
		{trial.AtMost("", "a", "b", row.High), "met by the whole interval"}, {trial.AtMost("", "a", "b", between(row.Ratio, row.High)), "met"},
		{trial.AtMost("", "a", "b", between(row.Low, row.Ratio)), "missed"}, {trial.AtMost("", "a", "b", row.Low-0.01), "missed by the whole interval"},
		{trial.AtLeast("", "a", "b", row.Low), "met by the whole interval"}, {trial.AtLeast("", "a", "b", between(row.Low, row.Ratio)), "met"},
		{trial.AtLeast("", "a", "b", between(row.Ratio, row.High)), "missed"}, {trial.AtLeast("", "a", "b", row.High+0.01), "missed by the whole interval"},
	} {
		judged := must.Of(c.p.Judge(entries, trial.DefaultCompareOptions())).In(t)
		table := trial.PredictionTable("x", []trial.Outcome{judged})
		if got := table.Rows[0][3]; got != c.want || judged.Met() != strings.HasPrefix(c.want, "met") {
			t.Errorf("%s %g: %s, want %s", c.p.Bound().Sign, c.p.Most, got, c.want)
		}
	}
	if _, err := trial.AtMost("", "a", "luck", 1).Judge(entries, trial.DefaultCompareOptions()); err == nil {
		t.Error("a method that was not tried is judged")
	}
	lost := trial.Outcome{Row: trial.Row{Ratio: math.NaN(), Low: math.NaN(), High: math.NaN()}}
	if got := trial.PredictionTable("x", []trial.Outcome{lost}).Rows[0][3]; got != "missed" {
		t.Errorf("a ratio that is no number: %s, want missed", got)
	}
}

// TestConclude checks that there are rows for each reference that was tried, and predictions only for this case and for methods
// that were tried.
func TestConclude(t *testing.T) {
	c := trial.Compared{Entries: []trial.Entry{{Name: "a", Errors: []float64{1, 3}}, {Name: "b", Errors: []float64{2, 2}}}}
	all := []trial.Prediction{trial.AtMost("x", "a", "b", 1), trial.AtMost("y", "a", "b", 1), trial.AtMost("x", "a", "luck", 1)}
	outcomes := must.Of(c.Conclude("x", []string{"luck", "b"}, all, trial.DefaultCompareOptions())).In(t)
	if len(outcomes) != 1 || outcomes[0].Prediction != all[0] || len(c.Section.Rows) != 2 || c.Section.Rows[0] != nil || len(c.Section.Rows[1]) != 2 {
		t.Errorf("%+v, %+v", outcomes, c.Section)
	}
	if q, ok := c.Section.Over(1, "a"); !ok || q.Mean != 1 {
		t.Errorf("ratio %+v, want 1", q)
	}
}

// TestResult checks that the result of a trial is unchanged after JSON encoding, that the rows of its tables are as wide as
// their headers, and that it has a figure.
func TestResult(t *testing.T) {
	r := must.Of(workflow.Run(t.Context(), nil, shrinkage{Seeds: 3, Means: 5, Noises: []float64{1, 2}}, workflow.Options{Unkept: true})).In(t)
	back := &trial.Result[shrinkage]{}
	if err := study.UnmarshalJSON(must.Of(study.MarshalJSON(r)).In(t), back); err != nil || !reflect.DeepEqual(back, r) {
		t.Errorf("read %+v, %v, want %+v", back, err, r)
	}
	tables := r.Tables()
	if len(tables) != 2 || len(tables[0].Rows) != 6 || len(tables[1].Rows) != 1 {
		t.Fatalf("%+v", tables)
	}
	for _, table := range tables {
		for _, row := range table.Data {
			if len(row) != len(table.Data[0]) {
				t.Errorf("%s: a row of %d, want %d", table.Name, len(row), len(table.Data[0]))
			}
		}
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 1 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
	if r.Find("noise 2") != &r.Cases[1] || r.Find("luck") != nil {
		t.Error("another case is found")
	}
}

// TestRatios checks that a row without any ratio is omitted and that a missing ratio is a dash.
func TestRatios(t *testing.T) {
	table := trial.Ratios(tabulate.Table{}, []string{"method"}, []string{"x", "y"}, trial.Column([]string{"a", "b"}), func(row, column int) (study.Interval, bool) {
		return study.Interval{Mean: 0.5, Low: 0.25, High: 1}, row == 0 && column == 1
	})
	if len(table.Rows) != 1 || !slices.Equal(table.Rows[0], []string{"a", "–", "0.50 [0.25, 1.00]"}) || !slices.Equal(table.Data[0], []string{"method", "x", "x_low", "x_high", "y", "y_low", "y_high"}) {
		t.Errorf("%+v", table)
	}
}
