package encode

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

const long = "id,t,x,c,y,w\nb,2,20,p,2,1\na,3,13,q,3,2\na,1,11,p,1,5\nb,1,10,q,1,4\na,2,12,p,2,3\nc,7,70,p,7,6\n"

func longSpec() Spec {
	s := DefaultSpec("y")
	s.ID, s.Time, s.Weight = "id", "t", "w"
	return s
}

// TestSeries checks that the records of an ID are in order of time, with valid steps first.
func TestSeries(t *testing.T) {
	data := read(t, long)
	e := must.Of(Fit(data, nil, longSpec())).In(t)
	got, err := e.Encode(data, nil)
	want := &Encoded{
		Data: samples.Data{
			Features: []string{"x", "c=p", "c=q"}, Steps: 3,
			X: []float64{
				10, 0, 1, 20, 1, 0, 0, 0, 0,
				11, 1, 0, 12, 1, 0, 13, 0, 1,
				70, 1, 0, 0, 0, 0, 0, 0, 0,
			},
			Y: []float64{1, 2, 0, 1, 2, 3, 7, 0, 0}, Mask: []bool{true, true, false, true, true, true, true, false, false},
			Weights: []float64{4, 5, 6},
		},
		Groups: [][]int{{0}, {1, 2}}, GroupNames: []string{"x", "c"}, Keys: []string{"b", "a", "c"}, TableRows: [][]int{{3, 0}, {2, 4, 1}, {5}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	if got, err := e.Encode(data, []int{1, 2, 4}); err != nil || got.Mask != nil || got.Samples() != 1 {
		t.Errorf("one whole series: %v, %+v", err, got)
	}
	o := e.Spec.SplitOptions(data, 1)
	if o.Group != "id" || o.Stratify != "" {
		t.Errorf("split by %+v", o)
	}
}

// TestSeriesOfShuffledRows checks that the order of the rows only affects the order of the series.
func TestSeriesOfShuffledRows(t *testing.T) {
	data := read(t, long)
	e := must.Of(Fit(data, nil, longSpec())).In(t)
	byKey := func(s *Encoded) map[string][]float64 {
		m := map[string][]float64{}
		for i, key := range s.Keys {
			m[key] = slices.Concat(s.X[i*9:(i+1)*9], s.Y[i*3:(i+1)*3], s.Weights[i:i+1])
		}
		return m
	}
	want := must.Of(e.Encode(data, nil)).In(t)
	for seed := range uint64(20) {
		rows := rand.New(rand.NewPCG(seed, 0)).Perm(6)
		shuffled, err1 := Fit(data, rows, longSpec())
		got, err2 := e.Encode(data, rows)
		if err1 != nil || err2 != nil || !reflect.DeepEqual(shuffled, e) || !reflect.DeepEqual(byKey(got), byKey(want)) {
			t.Fatalf("rows %v: %v, %v, %+v", rows, err1, err2, got)
		}
	}
}

// TestSeriesAreChecked checks series longer than in training, repeated times, and missing times.
func TestSeriesAreChecked(t *testing.T) {
	data := read(t, long)
	s := longSpec()
	short := must.Of(Fit(data, []int{0, 3, 5}, s)).In(t)
	_, err := short.Encode(data, nil)
	refusal.Check(t, err, `"a" has 3 records, more than the longest series of the training (max 2)`, "a longer series")
	short.Spec.Longer = KeepLast
	if got, err := short.Encode(data, []int{1, 2, 4}); err != nil || !slices.Equal(got.Y, []float64{2, 3}) || !reflect.DeepEqual(got.TableRows, [][]int{{4, 1}}) {
		t.Errorf("the last records: %v, %+v", err, got)
	}
	for want, text := range map[string]string{
		`line 3 and line 5 are both records of "b" at the time 1`: strings.ReplaceAll(long, "a,3,13", "b,1,13"),
		`line 4, column "t": the value is missing`:                strings.ReplaceAll(long, "a,1,", "a,,"),
		`line 4, column "id": the value is miss`:                  strings.ReplaceAll(long, "a,1,", ",1,"),
		`column "w": the weight is -5, want`:                      strings.ReplaceAll(long, ",5\n", ",-5\n"),
		`time column "t" is text`:                                 strings.NewReplacer(",1,", ",early,", ",2,", ",late,", ",3,", ",last,", ",7,", ",never,", ",8,", ",ever,", ",9,", ",always,").Replace(long),
	} {
		data, err := table.ReadFrom(t.Context(), "f.csv", strings.NewReader(text), table.DefaultReadOptions())
		if err == nil {
			var e *Encoding
			if e, err = Fit(data, nil, s); err == nil {
				_, err = e.Encode(data, nil)
			}
		}
		refusal.Check(t, err, want)
	}
}

// TestSeriesBeyondMemory checks that one long series among many short ones, which padding would
// expand beyond any memory, is an error and not a crash.
func TestSeriesBeyondMemory(t *testing.T) {
	const ids, longest = 200_000, 200_000
	data := &table.Table{Name: "f.csv", Columns: []table.Column{{Name: "id", Kind: cell.Number}, {Name: "t", Kind: cell.Number}, {Name: "x", Kind: cell.Number}}}
	for i := range ids + longest {
		for k, v := range []float64{float64(min(i, ids)), float64(i), 1} {
			data.Columns[k].Values = append(data.Columns[k].Values, v)
		}
	}
	s := DefaultSpec("")
	s.ID, s.Time = "id", "t"
	e := must.Of(Fit(data, nil, s)).In(t)
	_, err := e.Encode(data, nil)
	refusal.Check(t, err, "padding 200001 series to the 200000 records")
}
