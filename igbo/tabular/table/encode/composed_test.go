package encode

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// TestComposed checks that a spec and an encoding with decomposed names or categories, such as
// older ones, work with tables that have composed names.
func TestComposed(t *testing.T) {
	const one, two = "caf\u00e9", "cafe\u0301"
	data := read(t, one+",drop\u00e9,y\n"+one+",1,1\nb,1,2\n"+two+",1,4\n")
	s := DefaultSpec("y")
	s.Features, s.Drop, s.MissingIn, s.Extra = []string{two}, []string{"drope\u0301"}, map[string]Missing{two: Own}, RefuseExtra
	e := must.Of(Fit(data, nil, s)).In(t)
	if !slices.Equal(e.Features(), []string{one + "=b", one + "=" + one}) || LinesText(Lines(data, s)) != LinesText(Lines(data, s.Composed())) {
		t.Errorf("features %q\n%s", e.Features(), LinesText(Lines(data, s)))
	}
	want := must.Of(e.Encode(data, nil)).In(t)
	var old Encoding
	must.Do(t, old.UnmarshalJSON([]byte(strings.NewReplacer(one, two, "drop\u00e9", "drope\u0301").Replace(asJSON(t, e)))))
	if old.Columns[0].Name != two || old.Columns[0].Categories[1] != two {
		t.Fatalf("%+v", old)
	}
	for _, form := range []string{one, two} {
		text := form + ",y,drop\u00e9\n" + two + ",1,1\nb,2,1\n" + one + ",4,1\n"
		news := must.Of(table.ReadFrom(context.Background(), "f.csv", strings.NewReader(text), old.ReadOptions(table.DefaultReadOptions()))).In(t)
		got, err := old.Encode(news, nil)
		if err != nil || !slices.Equal(got.X, want.X) || !slices.Equal(got.Y, want.Y) || got.Unknown != nil {
			t.Errorf("%q: %v, %+v", form, err, got)
		}
	}
}
