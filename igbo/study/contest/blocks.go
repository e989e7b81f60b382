package contest

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// BlockCount is how many blocks of seeds the draws of a headline are parted into.
const BlockCount = 4

// Blocks is the ratio of methods to a reference in each of BlockCount blocks of draws, as they follow each other: what the same study with other seeds would have
// said. A method that did not take part has no row; with fewer than two draws a block there are no rows at all.
func Blocks(name, title, reference string, methods []string, entries []Entry, o CompareOptions) (study.Table, error) {
	t := study.Table{Name: name, Title: title, Notes: []string{
		fmt.Sprintf("÷ %s: ratios of mean errors with the 95 %% interval of a paired bootstrap, of all draws and of each quarter of them.", reference),
		"Each interval is for itself: none is wider because there are many of them.",
	}}
	t.Columns("method", "method")
	t.Columns("all", study.Ends("all")...)
	for i := range BlockCount {
		t.Columns(fmt.Sprintf("block %d", i+1), study.Ends(fmt.Sprintf("block_%d", i+1))...)
	}
	of := Find(entries, reference)
	if of == nil {
		return t, fmt.Errorf("contest: no method %q to compare with", reference)
	}
	n := len(of.Errors) / BlockCount
	for _, e := range entries {
		if n < 2 || !slices.Contains(methods, e.Name) {
			continue
		}
		whole, err := Beside(e, *of, o)
		if err != nil {
			return t, err
		}
		fields := []study.Field{study.Words(e.Name), whole.Over().Field("%.2f")}
		for i := range BlockCount {
			var q study.Interval
			q.Mean, q.Low, q.High = Ratio(e.Errors[i*n:(i+1)*n], of.Errors[i*n:(i+1)*n], o)
			fields = append(fields, q.Field("%.2f"))
		}
		t.Add(fields...)
	}
	return t, nil
}
