package contest

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
)

// Section is the rows of one case beside one reference after the other: Rows[i][j] is entry j beside
// reference i.
type Section struct {
	Name string  `json:"name"`
	Rows [][]Row `json:"rows"`
}

// Table sets sections under each other: error, the ratio to every reference with its interval, p and wins
// against the last reference, how tuned, and how many fits that took.
func Table(name, title string, references []string, sections []Section) study.Table {
	t := study.Table{Name: name, Title: title, Header: []string{"case", "method", "error"}}
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
			line := []study.Field{study.Words(s.Name, first.Name), study.Number("%.3g", first.Mean), study.InFull(first.Median)}
			for _, rows := range s.Rows {
				if len(rows) <= j {
					line = append(line, study.Missing(3))
					continue
				}
				line = append(line, rows[j].Over().Field("%.2f"))
			}
			if rows := s.Rows[last]; len(rows) > j {
				line = append(line, rows[j].Test("%d–%d–%d")...)
			} else {
				line = append(line, study.Missing(1), study.Missing(3))
			}
			t.Add(append(line, study.Words(first.Tuning), study.Number("%.0f", first.Fits))...)
		}
	}
	t.Notes = []string{
		"÷: ratio of mean errors with the 95 % interval of a paired bootstrap over draws.",
		fmt.Sprintf("p (Wilcoxon's signed-rank test), wins, ties (within 1 %%) and losses: draw by draw against %s.", references[last]),
	}
	return t
}

// entries are the rows beside the first reference that took part.
func (s Section) entries() []Row {
	for _, rows := range s.Rows {
		if len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// Over is the ratio with its interval.
func (r Row) Over() study.Interval { return study.Interval{Mean: r.Ratio, Low: r.Low, High: r.High} }

// Test are p and the counts of wins, ties and losses, with a format for the three.
func (r Row) Test(counts string) []study.Field {
	return []study.Field{study.Number("%.2g", r.P), study.Shown(fmt.Sprintf(counts, r.Wins, r.Ties, r.Losses)), study.InFull(r.Wins, r.Ties, r.Losses)}
}

// Goal is a prediction that was written down before the run: a ratio and the most that it may be.
type Goal struct {
	// What says what is predicted, of which case.
	What string `json:"what"`
	Case string `json:"case"`
	// Method is compared with Against.
	Method  string  `json:"method"`
	Against string  `json:"against"`
	Most    float64 `json:"most"`
}

// Outcome is a goal with what was found.
type Outcome struct {
	Goal Goal `json:"goal"`
	Row  Row  `json:"row"`
}

// Met tells whether the ratio is at most what was predicted.
func (o Outcome) Met() bool { return o.Row.Ratio <= o.Goal.Most }

// Judge looks a goal up among a case's entries. Error: a method that did not take part.
func (g Goal) Judge(entries []Entry, o CompareOptions) (Outcome, error) {
	method, against := Find(entries, g.Method), Find(entries, g.Against)
	if method == nil || against == nil {
		return Outcome{Goal: g}, fmt.Errorf("contest: no method %q or %q in the goal %q", g.Method, g.Against, g.What)
	}
	row, err := Beside(*method, *against, o)
	return Outcome{g, row}, err
}

// GoalTable says which goals were met.
func GoalTable(name string, outcomes []Outcome) study.Table {
	t := study.Table{
		Name: name, Title: "What was predicted before the run, and what was found",
		Header: []string{"prediction", "at most", "found", "outcome"},
		Data:   [][]string{{"prediction", "case", "method", "against", "at_most", "ratio", "low", "high", "met"}},
	}
	for _, o := range outcomes {
		word := "missed"
		switch {
		case o.Row.High <= o.Goal.Most:
			word = "met, the whole interval"
		case o.Met():
			word = "met"
		case o.Row.Low > o.Goal.Most:
			word = "missed, the whole interval"
		}
		g := o.Goal
		t.Add(study.Words(g.What), study.InFull(g.Case, g.Method, g.Against), study.Number("%.2f", g.Most), o.Row.Over().Field("%.2f"),
			study.Shown(word), study.InFull(o.Met()))
	}
	return t
}

// Conclude compares a case's entries with each reference, of which one that did not take part has no rows, and judges its goals.
// Error: a method of a goal that did not take part.
func Conclude(name string, references []string, entries []Entry, goals []Goal, o CompareOptions) (s Section, outcomes []Outcome, err error) {
	s.Name = name
	for _, r := range references {
		var rows []Row
		if Find(entries, r) != nil {
			if rows, err = Compare(r, entries, o); err != nil {
				return s, nil, err
			}
		}
		s.Rows = append(s.Rows, rows)
	}
	outcomes, err = study.Try(goals, func(_ int, g Goal) (Outcome, error) { return g.Judge(entries, o) })
	return s, outcomes, err
}

// Over is a method's ratio to the reference of this number; not ok where either did not take part.
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

// Counts are wins, ties and losses.
func (r Row) Counts() study.Field {
	return study.Field{Shown: []string{fmt.Sprintf("%d, %d, %d", r.Wins, r.Ties, r.Losses)}, Full: study.InFull(r.Wins, r.Ties, r.Losses).Full}
}

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
