package outcome

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
)

// Measure is the quantity that a goal bounds.
type Measure string

// The measures: wall-clock time and CPU seconds of a run, wall-clock time and CPU seconds of the compilation, and the size of
// the graph. Compile is race.Timing.Compilation.
const (
	Time       Measure = "time"
	CPU        Measure = "CPU time"
	Compile    Measure = "compilation"
	CompileCPU Measure = "CPU time of compilation"
	GraphSize  Measure = "graph"
)

// Goal is a requirement on our result in a row: a ratio to a peer's result, or a time.
type Goal struct {
	Row     string  `json:"row"`
	Measure Measure `json:"measure"`
	// Against is the name of the other contender; "row NAME" is our own contender in that row. It is empty for a goal in
	// seconds.
	Against string `json:"against,omitempty"`
	// AtLeast is the smallest allowed ratio of their value to ours, so it is the factor by which we must be better. AtMost is
	// the largest allowed ratio of ours to theirs, or our largest allowed time. One of the two is set.
	AtLeast float64 `json:"at_least,omitempty"`
	AtMost  float64 `json:"at_most,omitempty"`
}

// String returns the goal as text, without its row.
func (g Goal) String() string {
	what := ""
	if g.Measure != Time {
		what = string(g.Measure) + " "
	}
	switch against := strings.TrimPrefix(g.Against, "row "); {
	case g.Against == "":
		return fmt.Sprintf("%s≤ %s", what, Seconds(g.AtMost))
	case g.AtLeast > 0:
		return fmt.Sprintf("%s≥ %g× %s", what, g.AtLeast, against)
	default:
		return fmt.Sprintf("%s≤ %g× %s's", what, g.AtMost, against)
	}
}

// Judgement is a goal with the measured value.
type Judgement struct {
	Goal  Goal   `json:"goal"`
	Title string `json:"title"` // of the row
	// Value is the measured ratio or the seconds. It is nil if there is no measurement; Note then gives the reason.
	Value *float64 `json:"value"`
	// Met reports whether the values of the medians and of the shortest rounds both meet the goal. So a disturbance of one
	// side cannot decide the outcome.
	Met  *bool  `json:"met"`
	Note string `json:"note,omitempty"`
}

// cells returns the goal, the value and the verdict.
func (j Judgement) cells() []string {
	if j.Value == nil {
		return []string{j.Goal.String(), "", j.Note}
	}
	value := fmt.Sprintf("%.2f×", *j.Value)
	if j.Goal.Against == "" {
		value = Seconds(*j.Value)
	}
	return []string{j.Goal.String(), value, Verdict(*j.Met)}
}

// Verdict reports whether a goal is reached.
func Verdict(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

// Judge compares measured rows with goals. It omits goals whose row was not run.
func Judge(goals []Goal, rows []Comparison) []Judgement {
	var out []Judgement
	for _, g := range goals {
		if c := find(rows, g.Row); c != nil {
			out = append(out, judge(g, c, rows))
		}
	}
	return out
}

func find(rows []Comparison, name string) *Comparison {
	for i := range rows {
		if rows[i].Row == name {
			return &rows[i]
		}
	}
	return nil
}

func judge(g Goal, c *Comparison, rows []Comparison) Judgement {
	j := Judgement{Goal: g, Title: c.Title}
	theirs, note := opponent(g, c, rows)
	ours, least := measured(c.Ours, g.Measure)
	switch {
	case c.Note != "":
		j.Note = c.Note
	case note != "":
		j.Note = note
	case ours <= 0:
		j.Note = "not measured"
	case g.Against == "":
		j.settle(ours, least <= g.AtMost && ours <= g.AtMost)
	default:
		middle, shortest := measured(theirs, g.Measure)
		switch {
		case middle <= 0:
			j.Note = "not measured"
		case g.AtLeast > 0:
			j.settle(middle/ours, min(middle/ours, shortest/least) >= g.AtLeast)
		default:
			j.settle(ours/middle, max(ours/middle, least/shortest) <= g.AtMost)
		}
	}
	return j
}

func (j *Judgement) settle(value float64, met bool) { j.Value, j.Met = &value, &met }

// opponent returns the contender that a goal names, or the reason why it is missing.
func opponent(g Goal, c *Comparison, rows []Comparison) (race.Timing, string) {
	if g.Against == "" {
		return race.Timing{}, ""
	}
	if name, other := strings.CutPrefix(g.Against, "row "); other {
		o := find(rows, name)
		if o == nil {
			return race.Timing{}, "the row " + name + " was not run"
		}
		return o.Ours, o.Note
	}
	for _, p := range c.References {
		if p.Name == g.Against {
			return p.Timing, p.Note
		}
	}
	return race.Timing{}, g.Against + " was not run"
}

// measured returns the value that a goal compares, for the medians and for the shortest rounds.
func measured(t race.Timing, m Measure) (middle, least float64) {
	switch m {
	case Time:
		return t.Median, t.Min
	case CPU:
		return t.CPU, t.CPUMin
	case Compile:
		seconds, _ := t.Compilation()
		return seconds, seconds
	case CompileCPU:
		if t.CompileCPU != nil {
			return *t.CompileCPU, *t.CompileCPU
		}
		return 0, 0
	default:
		return float64(t.Graph), float64(t.Graph)
	}
}
