package studytest

import (
	"reflect"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study"
)

// Answer runs a study twice into one folder and returns what it finds. The
// second time no cell may be done; that result, the one gathered from the
// folder and the one read from its JSON must be the first; its tables
// must be rectangular and its figures drawn.
func Answer[C study.Study[R], R study.Result](t *testing.T, d study.Definition, backend compute.Backend, cfg C) R {
	t.Helper()
	o := study.Options{Dir: t.TempDir()}
	s := study.Study[R](cfg)
	first, err := study.Run(t.Context(), backend, s, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Progress = func(int, int) { t.Error("a cell is done again") }
	again, err := study.Run(t.Context(), backend, s, o)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("found %+v, then %+v, %v", first, again, err)
	}
	gathered, err := study.Gather(t.Context(), backend, s, study.GatherOptions{Dir: o.Dir})
	if err != nil || !reflect.DeepEqual(first, gathered) {
		t.Errorf("found %+v, gathered %+v, %v", first, gathered, err)
	}
	text, err := study.MarshalJSON(first)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := d.Read(text); err != nil || !reflect.DeepEqual(study.Result(first), read) {
		t.Errorf("wrote %+v, read %+v, %v", first, read, err)
	}
	shown(t, first)
	return first
}

// shown checks a result's tables and figures.
func shown(t *testing.T, r study.Result) {
	t.Helper()
	names := map[string]bool{}
	fresh := func(name string) {
		if name == "" || names[name] {
			t.Errorf("two tables or figures are called %q", name)
		}
		names[name] = true
	}
	for _, table := range r.Tables() {
		fresh(table.Name)
		if len(table.Rows) == 0 || table.Title == "" || len(table.Notes) == 0 {
			t.Errorf("%s: no rows, title or note", table.Name)
		}
		rectangular(t, table.Name, append([][]string{table.Header}, table.Rows...))
		rectangular(t, table.Name+" in full", table.Data)
	}
	names = map[string]bool{}
	figures, err := r.Figures()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		fresh(f.FigureName())
		if picture, err := f.PNG(); err != nil || len(picture) == 0 {
			t.Errorf("%s: %d bytes, %v", f.FigureName(), len(picture), err)
		}
	}
}

func rectangular(t *testing.T, name string, rows [][]string) {
	t.Helper()
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			t.Errorf("%s: row %d has %d cells, want %d", name, i, len(row), len(rows[0]))
		}
	}
}

// Found runs a study that keeps nothing.
func Found[R any](t *testing.T, backend compute.Backend, s study.Study[R]) R {
	t.Helper()
	r, err := study.Run(t.Context(), backend, s, study.Options{Unkept: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
