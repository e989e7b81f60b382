package encode

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// knowing returns an encoding of the column "c" with a rule for missing values and the training
// means. With Other, categories with fewer than two rows are rare.
func knowing(t *testing.T, missing Missing, unseen Unseen) (*Encoding, []float64) {
	t.Helper()
	s := DefaultSpec("y")
	s.Missing, s.Unseen, s.Rare = missing, unseen, 2
	data := read(t, "x,c,y\n1,a,1\n2,a,2\n3,b,3\n4,b,5\n5,b,6\n6,,7\n")
	if missing == Refuse {
		data = read(t, "x,c,y\n1,a,1\n2,a,2\n3,b,3\n4,b,5\n5,b,6\n")
	}
	e := must.Of(Fit(data, nil, s)).In(t)
	samples := must.Of(e.Encode(data, nil)).In(t)
	means := make([]float64, len(samples.Features))
	for i, v := range samples.X {
		means[i%len(means)] += v / float64(samples.Samples())
	}
	return e, means
}

// TestUnknown checks each rule, for encodings with rare categories, with missing ones, or with
// neither. Rows 1, 2 and 4 have categories that are not in the training data.
func TestUnknown(t *testing.T) {
	const none, dropped = "error", "dropped"
	for _, c := range []struct {
		missing Missing
		unseen  Unseen
		rule    Unknown
		want    string // columns of row 1, or an error
	}{
		{Refuse, RefuseUnseen, "", none}, {Refuse, RefuseUnseen, UnknownRefuse, none}, {Refuse, RefuseUnseen, UnknownMissing, none}, {Refuse, RefuseUnseen, UnknownRare, "0.4 0.6"},
		{Own, RefuseUnseen, "", "0 0 1"}, {Own, RefuseUnseen, UnknownRefuse, none}, {Own, RefuseUnseen, UnknownMissing, "0 0 1"}, {Own, RefuseUnseen, UnknownRare, "0.33 0.5 0.17"},
		{DropRow, RefuseUnseen, "", dropped}, {DropRow, RefuseUnseen, UnknownMissing, dropped}, {DropRow, RefuseUnseen, UnknownRare, "0.4 0.6"},
		{Own, Other, "", "0 0 0 1"}, {Own, Other, UnknownRefuse, none}, {Own, Other, UnknownMissing, "0 0 1 0"}, {Own, Other, UnknownRare, "0 0 0 1"}, {Refuse, Other, UnknownMissing, none},
	} {
		e, means := knowing(t, c.missing, c.unseen)
		news := "x,c\n1,moon\n2,sun\n3,a\n4,moon\n"
		got, err := e.WithUnknown(c.rule, means).Encode(read(t, news), nil)
		if c.want == none {
			refusal.Check(t, err, `line 2, column "c": no training row has the category "moon" (3 rows have such categories), want one of ["a" "b"`, string(c.rule))
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		u := got.Unknown[0]
		if len(got.Unknown) != 1 || u.Column != "c" || u.Rows != 3 || u.Value != "moon" || u.Place != "line 2" {
			t.Errorf("%+v: %+v", c, got.Unknown)
		}
		if c.want == dropped {
			if !slices.Equal(got.Keys, []string{"3"}) || len(got.Lost) != 3 || got.Lost[1].Columns[0] != "c" || !strings.Contains(u.As, "left out") {
				t.Errorf("%+v: keys %q, lost %v, %+v", c, got.Keys, got.Lost, u)
			}
			continue
		}
		d := len(got.Features)
		var cells []string
		for _, v := range got.X[1:d] {
			cells = append(cells, cell.Text(cell.Number, math.Round(100*v)/100))
		}
		if reports := strings.Join(cells, " "); reports != c.want || !slices.Equal(got.X[1:d], got.X[d+1:2*d]) || got.X[2*d+1] != 1 || got.X[0] != 1 {
			t.Errorf("%+v: %s, want %s", c, reports, c.want)
		}
	}
}

// TestUnknownNeedsWhatItTakes checks the reasons why a rule cannot be applied, and rows that it
// does not affect.
func TestUnknownNeedsWhatItTakes(t *testing.T) {
	news := "x,c\n1,moon\n"
	e, means := knowing(t, Refuse, RefuseUnseen)
	for want, e := range map[string]*Encoding{
		"--unknown rare predicts for these rows": e.WithUnknown("", means), "so --unknown missing cannot be used": e.WithUnknown(UnknownMissing, means),
		"does not know the means": e.WithUnknown(UnknownRare, nil), `want one of ["a" "b"]`: e,
	} {
		_, err := e.Encode(read(t, news), nil)
		refusal.Check(t, err, want)
	}
	own, means := knowing(t, Own, RefuseUnseen)
	data := read(t, "x,c\n1,a\n2,\n3,b\n")
	want := must.Of(own.Encode(data, nil)).In(t)
	for _, rule := range append(Unknowns(), "") {
		if got := must.Of(own.WithUnknown(rule, means).Encode(data, nil)).In(t); !reflect.DeepEqual(got, want) {
			t.Errorf("%q changes rows that the training knows: %+v", rule, got)
		}
	}
}

// TestFaultsOfRowsAreCounted checks that, for a file read in pieces, an error for a row also gives
// the number of affected rows in the whole file, as for a table.
func TestFaultsOfRowsAreCounted(t *testing.T) {
	e, means := knowing(t, Refuse, RefuseUnseen)
	e = e.WithUnknown("", means)
	path := filepath.Join(t.TempDir(), "f.csv")
	for want, line := range map[string]string{
		`line 1002, column "c": no training row has the category "moon" (300001 rows have such categories)`: "1,moon\n",
		`line 1002, column "x": the value is missing (300001 rows lack it); the training refused`:           ",a\n",
	} {
		must.Do(t, os.WriteFile(path, []byte("x,c\n"+strings.Repeat("1,a\n", 1000)+line+strings.Repeat("2,b\n"+line, 300_000)), 0o600))
		f := File{Path: path, Options: table.DefaultReadOptions()}
		var last error
		for _, err := range f.Samples(context.Background(), e.WithoutTarget(), 100) {
			last = err
		}
		refusal.Check(t, last, want)
		_, err := e.Encode(must.Of(table.Read(context.Background(), path, e.ReadOptions(f.Options))).In(t), nil)
		refusal.Check(t, err, want)
	}
	s := DefaultSpec("x")
	must.Do(t, os.WriteFile(path, []byte("x,c,z\n"+strings.Repeat("1,a,3\n2,b,\n", 200_000)), 0o600))
	_, err := File{Path: path, Options: table.DefaultReadOptions()}.Fit(context.Background(), s)
	refusal.Check(t, err, `line 3, column "z": the value is missing (200000 rows lack it); say what becomes of missing values`)
}
