package contest

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
)

// Section is the rows of one case beside one reference after the other: Rows[i][j] is entry j beside
// reference i.
type Section struct {
	Name string  `json:"name"`
	Rows [][]Row `json:"rows"`
}

// NewSection compares entries with each reference. A reference that did not take part in the case has no rows.
func NewSection(name string, references []string, entries []Entry, o CompareOptions) (Section, error) {
	s := Section{Name: name}
	for _, r := range references {
		var rows []Row
		for _, e := range entries {
			if e.Name == r {
				var err error
				if rows, err = Compare(r, entries, o); err != nil {
					return s, err
				}
			}
		}
		s.Rows = append(s.Rows, rows)
	}
	return s, nil
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
	last := references[len(references)-1]
	t.Header = append(t.Header, "p", "wins–ties–losses", "tuned", "fits")
	t.Data = [][]string{append(data, "p", "wins", "ties", "losses", "tuned", "fits")}
	for _, s := range sections {
		for j, first := range s.entries() {
			shown := []string{s.Name, first.Name, fmt.Sprintf("%.3g", first.Mean)}
			full := []string{s.Name, first.Name, study.Full(&first.Mean), study.Full(&first.Median)}
			for _, rows := range s.Rows {
				if len(rows) <= j {
					shown, full = append(shown, "–"), append(full, "", "", "")
					continue
				}
				r := rows[j]
				shown = append(shown, r.Interval())
				full = append(full, study.Full(&r.Ratio), study.Full(&r.Low), study.Full(&r.High))
			}
			if rows := s.Rows[len(s.Rows)-1]; len(rows) > j {
				r := rows[j]
				shown = append(shown, fmt.Sprintf("%.2g", r.P), fmt.Sprintf("%d–%d–%d", r.Wins, r.Ties, r.Losses))
				full = append(full, study.Full(&r.P), fmt.Sprint(r.Wins), fmt.Sprint(r.Ties), fmt.Sprint(r.Losses))
			} else {
				shown, full = append(shown, "–", "–"), append(full, "", "", "", "")
			}
			fits := fmt.Sprintf("%.0f", first.Fits)
			t.Rows, t.Data = append(t.Rows, append(shown, first.Tuning, fits)), append(t.Data, append(full, first.Tuning, study.Full(&first.Fits)))
		}
	}
	t.Notes = []string{
		"÷: ratio of mean errors with the 95 % interval of a paired bootstrap over draws.",
		fmt.Sprintf("p (Wilcoxon's signed-rank test), wins, ties (within 1 %%) and losses: draw by draw against %s.", last),
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

// Interval writes ratio [low, high].
func (r Row) Interval() string { return fmt.Sprintf("%.2f [%.2f, %.2f]", r.Ratio, r.Low, r.High) }

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
	rows, err := Compare(g.Against, entries, o)
	if err != nil {
		return Outcome{Goal: g}, err
	}
	for _, r := range rows {
		if r.Name == g.Method {
			return Outcome{g, r}, nil
		}
	}
	return Outcome{Goal: g}, fmt.Errorf("contest: no method %q in the goal %q", g.Method, g.What)
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
		g, r := o.Goal, o.Row
		t.Rows = append(t.Rows, []string{g.What, fmt.Sprintf("%.2f", g.Most), r.Interval(), word})
		t.Data = append(t.Data, []string{g.What, g.Case, g.Method, g.Against, study.Full(&g.Most), study.Full(&r.Ratio), study.Full(&r.Low), study.Full(&r.High), fmt.Sprint(o.Met())})
	}
	return t
}
