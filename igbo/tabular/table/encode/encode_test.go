package encode

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// TestWhatStandsIn checks that means and medians come from the training rows, and that an indicator
// exists only if it is needed.
func TestWhatStandsIn(t *testing.T) {
	data := read(t, "x,z,y\n1,1,1\n2,2,2\n,3,3\n9,4,4\n,5,5\n")
	for rule, want := range map[Missing][]float64{
		Mean: {4, 3}, Median: {2, 3}, MeanIndicator: {4, 1, 3}, MedianIndicator: {2, 1, 3},
	} {
		s := DefaultSpec("y")
		s.Missing = rule
		e := must.Of(Fit(data, []int{0, 1, 2, 3}, s)).In(t)
		got, err := e.Encode(data, []int{2})
		if err != nil || !slices.Equal(got.X, want) || got.Missing != 1 || len(got.Groups) != 2 {
			t.Errorf("%s: %v, %+v, want %v", rule, err, got, want)
		}
		without, err := Fit(data, []int{0, 1, 3}, s)
		if err != nil || len(without.Features()) != 2 {
			t.Errorf("%s: %v, features %q, want no indicator", rule, err, without.Features())
		}
	}
	s := DefaultSpec("y")
	s.MissingIn = map[string]Missing{"x": DropRow}
	e := must.Of(Fit(data, nil, s)).In(t)
	got, err := e.Encode(data, nil)
	if err != nil || e.Rows != 3 || got.Dropped != 2 || !slices.Equal(got.Keys, []string{"1", "2", "4"}) || !slices.Equal(got.Y, []float64{1, 2, 4}) {
		t.Errorf("dropped rows: %v, %+v", err, got)
	}
}

// TestNewFiles checks new files with reordered, extra and missing columns, and with other
// categories and kinds.
func TestNewFiles(t *testing.T) {
	s := DefaultSpec("species")
	s.Missing = Mean
	e := must.Of(Fit(read(t, birds), nil, s)).In(t)
	encode := func(text string) (*Encoded, error) {
		data, err := table.ReadFrom(context.Background(), "new.csv", strings.NewReader(text), e.ReadOptions(table.DefaultReadOptions()))
		if err != nil {
			return nil, err
		}
		return e.Encode(data, nil)
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
	if err == nil && (len(got.Left) != 2 || got.Left[0] != (table.Left{Name: "note", Why: "the model does not know it"})) {
		t.Errorf("left out: %q", got.Left)
	}
	if err == nil {
		got.Left = nil
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("reordered, with an extra column and an empty target: %v\n%+v\n%+v", err, got, want)
	}
	for want, text := range map[string]string{
		"new.csv: no column \"wild\", the file has":                                 "island,mass,sex,when\nDream,3000,male,2010-01-01\n",
		"line 3, column \"island\": no training row has the category \"Mars\"":      "island,mass,sex,when,wild\nDream,1,male,2010-01-01,yes\nMars,1,male,2010-01-01,yes\n",
		"line 2, column \"island\": no training row has the category \"(missing)\"": "island,mass,sex,when,wild\n,1,male,2010-01-01,yes\n",
		"line 2, column 2 (\"mass\"): \"heavy\" is not a number":                    "island,mass,sex,when,wild\nDream,heavy,male,2010-01-01,yes\n",
		"line 2, column \"species\": no training row has the class \"Emperor\"":     "species,island,mass,sex,when,wild\nEmperor,Dream,1,male,2010-01-01,yes\n",
		"line 3, column \"species\": the value is missing":                          "species,island,mass,sex,when,wild\nGentoo,Dream,1,male,2010-01-01,yes\n,Dream,1,male,2010-01-01,yes\n",
	} {
		_, err := encode(text)
		refusal.Check(t, err, want)
	}
	_, err = e.Encode(read(t, strings.NewReplacer("-", " or ").Replace(birds)), nil)
	refusal.Check(t, err, `column "when" is of kind category, but it was date in training`, "another kind")
	e.Spec.Extra = RefuseExtra
	_, err = encode("island,mass,sex,when,wild,more\nDream,3000,male,2010-01-01,yes,1\n")
	refusal.Check(t, err, `column "more" was not in the training table`, "an extra column")
}

// TestUnseenCategories checks that, with Other, unseen and rare categories form one category.
func TestUnseenCategories(t *testing.T) {
	data := read(t, "c,y\na,1\na,2\nb,3\nc,4\n,5\n")
	s := DefaultSpec("y")
	s.Unseen, s.Rare, s.Missing = Other, 2, Own
	e := must.Of(Fit(data, []int{0, 1, 2}, s)).In(t)
	got, err := e.Encode(data, nil)
	if err != nil || !slices.Equal(got.Features, []string{"c=a", "c=(other)"}) || !slices.Equal(got.X, []float64{1, 0, 1, 0, 0, 1, 0, 1, 0, 1}) || len(got.Groups) != 1 {
		t.Errorf("%v, %+v", err, got)
	}
}
