package trial

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Section has the rows of one case for each reference: Rows[i][j] compares entry j with reference i.
type Section struct {
	Name string  `json:"name"`
	Rows [][]Row `json:"rows"`
}

// Table returns a table of sections with these columns: error, the ratio to every reference with its interval, p and wins
// against the last reference, the tuning, and the number of fits.
func Table(name, title string, references []string, sections []Section) tabulate.Table {
	t := tabulate.Table{Name: name, Title: title, Header: []string{"case", "method", "error"}}
	data := []string{"case", "method", "error", "median"}
	for _, r := range references {
		t.Header = append(t.Header, "÷ "+r)
		data = append(data, "ratio_to_"+r, "low", "high")
	}
	last := len(references) - 1
	t.Header = append(t.Header, "p", "wins–ties–losses", "tuned", "fits")
	t.Data = [][]string{append(data, "p", "wins", "ties", "losses", "tuned", "fits")}
	for _, s := range sections {
		for j, first := range s.entries() {
			line := []tabulate.Field{tabulate.Words(s.Name, first.Name), tabulate.Number("%.3g", first.Mean), tabulate.InFull(first.Median)}
			for _, rows := range s.Rows {
				if len(rows) <= j {
					line = append(line, tabulate.Missing(3))
					continue
				}
				line = append(line, rows[j].Over().Field("%.2f"))
			}
			if rows := s.Rows[last]; len(rows) > j {
				line = append(line, rows[j].Test("%d–%d–%d")...)
			} else {
				line = append(line, tabulate.Missing(1), tabulate.Missing(3))
			}
			t.Add(append(line, tabulate.Words(first.Tuning), tabulate.Number("%.0f", first.Fits))...)
		}
	}
	t.Notes = []string{
		"÷: ratio of mean errors with the 95 % interval of a paired bootstrap over draws.",
		fmt.Sprintf("p (Wilcoxon's signed-rank test), wins, ties (within 1 %%) and losses: comparison with %s, draw by draw.", references[last]),
	}
	return t
}

// entries returns the rows for the first reference that took part.
func (s Section) entries() []Row {
	for _, rows := range s.Rows {
		if len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// Over returns the ratio with its interval.
func (r Row) Over() study.Interval { return study.Interval{Mean: r.Ratio, Low: r.Low, High: r.High} }

// Test returns p and the counts of wins, ties and losses, with a format for the three counts.
func (r Row) Test(counts string) []tabulate.Field {
	return []tabulate.Field{tabulate.Number("%.2g", r.P), tabulate.Shown(fmt.Sprintf(counts, r.Wins, r.Ties, r.Losses)), tabulate.InFull(r.Wins, r.Ties, r.Losses)}
}

// Over returns a method's ratio to the reference with this index. It returns false if one of them is missing.
func (s Section) Over(reference int, method string) (study.Interval, bool) {
	if reference < len(s.Rows) {
		for _, r := range s.Rows[reference] {
			if r.Name == method {
				return r.Over(), true
			}
		}
	}
	return study.Interval{}, false
}

// Counts returns wins, ties and losses.
func (r Row) Counts() tabulate.Field {
	return tabulate.Field{Shown: []string{fmt.Sprintf("%d, %d, %d", r.Wins, r.Ties, r.Losses)}, Full: tabulate.InFull(r.Wins, r.Ties, r.Losses).Full}
}

// BlockCount is the number of blocks into which the draws of a headline are divided.
const BlockCount = 4

// Blocks returns the ratio of methods to a reference in each of BlockCount consecutive blocks of draws. It shows how the result
// would vary with other seeds. A missing method has no row. With fewer than two draws per block there are no rows.
func Blocks(name, title, reference string, methods []string, entries []Entry, o CompareOptions) (tabulate.Table, error) {
	t := tabulate.Table{Name: name, Title: title, Notes: []string{
		fmt.Sprintf("Ratios of mean errors to %s, with 95 %% intervals of a paired bootstrap, for all draws and for each quarter of the draws.", reference),
		"Intervals are not corrected for multiple comparisons.",
	}}
	t.Columns("method", "method")
	t.Columns("all", tabulate.Ends("all")...)
	for i := range BlockCount {
		t.Columns(fmt.Sprintf("block %d", i+1), tabulate.Ends(fmt.Sprintf("block_%d", i+1))...)
	}
	of := Find(entries, reference)
	if of == nil {
		return t, fmt.Errorf("trial: reference method %q not found", reference)
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
		fields := []tabulate.Field{tabulate.Words(e.Name), whole.Over().Field("%.2f")}
		for i := range BlockCount {
			var q study.Interval
			q.Mean, q.Low, q.High = Ratio(e.Errors[i*n:(i+1)*n], of.Errors[i*n:(i+1)*n], o)
			fields = append(fields, q.Field("%.2f"))
		}
		t.Add(fields...)
	}
	return t, nil
}
