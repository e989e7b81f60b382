package explain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// TestUnknownCategories checks that tables in memory and tables read in pieces give the same
// samples and counts for categories that are not in the training data. Models without categories
// reject the rule.
func TestUnknownCategories(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, row func(i int) string) string {
		path := filepath.Join(dir, name)
		text := strings.Builder{}
		text.WriteString("x,c,y\n")
		for i := range 200 {
			text.WriteString(row(i))
		}
		must.Do(t, os.WriteFile(path, []byte(text.String()), 0o666))
		return path
	}
	train := file("train.csv", func(i int) string { return fmt.Sprintf("%d,%c,%d\n", i%7, "aab"[i%3], i%7+i%3) })
	news := file("new.csv", func(i int) string { return fmt.Sprintf("%d,%s,%d\n", i%7, []string{"a", "b", "moon", "sun"}[i%4], i) })
	model := savedModel(t, train, true)
	var means [2][]float64
	for i, held := range []int64{1 << 40, 1} {
		s := mustOpen(t, model, news, Options{Unknown: encode.UnknownRare, Held: held})
		if s.Piecewise() != (i == 1) || s.Samples() != 200 || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], `100 of 200 rows of `+news+` have categories of "c" that the training did not see (the first is "moon" in line 4)`) {
			t.Errorf("%d samples, warnings %q", s.Samples(), s.Warnings)
		}
		for p, err := range s.Pieces(context.Background()) {
			if shift := s.Model.Normalization.Shift; err != nil || !slices.Equal(p.X[2*3:3*3], []float64{2, shift[1], shift[2]}) {
				t.Errorf("%v, row 3 is %v, want the means %v", err, p.X[2*3:3*3], shift)
			}
		}
		means[i] = s.Means()
		_, err := Open(context.Background(), backendtest.Open(t), model, news, Options{Held: held})
		refusal.Check(t, err, `line 4, column "c": no training row has the category "moon" (100 rows have such categories)`)
	}
	if !slices.Equal(means[0], means[1]) {
		t.Errorf("means %v and %v", means[0], means[1])
	}
	for _, other := range []string{savedModel(t, dataFile(t, 50, true), false), exported("sklearn_mlp")} {
		_, err := Open(context.Background(), backendtest.Open(t), other, news, Options{Unknown: encode.UnknownRare})
		refusal.Check(t, err, "--unknown rare must not be given")
	}
}
