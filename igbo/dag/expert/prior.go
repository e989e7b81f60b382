package expert

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
)

// Kind is the kind of a Statement.
type Kind string

// The kinds of statements.
const (
	KindRank      Kind = "rank"      // each feature above the next
	KindTiers     Kind = "tiers"     // each feature of a tier above each of the next tier
	KindEdge      Kind = "edge"      // one feature above another
	KindTie       Kind = "tie"       // equally important features
	KindBound     Kind = "bound"     // bounds on one feature's score
	KindDirection Kind = "direction" // the sign of a feature's effect on the output
)

// Statement is one statement of an expert. A nil field was not stated.
type Statement struct {
	Kind       Kind
	Line       int        // in the file; 0 if created in code
	Groups     [][]string // rank: one name each; tiers: the tiers; edge: {u}, {v}; tie: one group; bound, direction: {k}
	Epsilon    *float64   // rank, tiers, edge: smallest difference of H
	Delta      *float64   // rank, tiers, edge: largest difference of H
	Within     *float64   // tie: largest |difference| of H; 0 if not stated
	Min, Max   *float64   // bound
	Confidence *float64   // rank, tiers, edge: in (0, 1], stored as P; 1 if not stated
	Column     string     // direction: one column of the feature, such as a category; empty: the feature itself
	Sign       int        // direction: +1 if the output increases with the feature, or −1
	Comment    string
}

// String formats the statement as a > b, {a, b} > {c}, a = b or a in [0, 1].
func (s Statement) String() string {
	groups := make([]string, len(s.Groups))
	for i, g := range s.Groups {
		groups[i] = strings.Join(g, ", ")
		if len(g) > 1 {
			groups[i] = "{" + groups[i] + "}"
		}
	}
	switch s.Kind {
	case KindTie:
		return strings.Join(s.Groups[0], " = ") + number(" within ", s.Within)
	case KindDirection:
		if s.Column != "" {
			groups[0] += " " + s.Column
		}
		return groups[0] + ": " + dag.Direction{Sign: s.Sign}.Mark()
	case KindBound:
		return groups[0] + number(" ≥ ", s.Min) + number(" ≤ ", s.Max)
	}
	most := " by at most "
	if s.Epsilon != nil {
		most = " and at most "
	}
	return strings.Join(groups, " > ") + number(" by at least ", s.Epsilon) + number(most, s.Delta)
}

func number(label string, x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf("%s%g", label, *x)
}

// where identifies the statement in an error by its line, or by its number if it has no line.
func (s Statement) where(index int) string {
	if s.Line > 0 {
		return fmt.Sprintf("line %d", s.Line)
	}
	return fmt.Sprintf("statement %d", index+1)
}

// Prior collects statements about importance. The zero value takes its features from the
// statements, in order of first mention; New sets them explicitly. Build checks the statements.
type Prior struct {
	File       string // named in errors
	Features   []string
	Statements []Statement
	Comment    string
	Score      dag.Score // of the statements; empty if not stated
	Intervals  Intervals // for orders that state none
}

// New returns an empty prior for the given features. Without features, the statements determine
// them.
func New(features ...string) *Prior { return &Prior{Features: features} }

// Rank states that each feature is more important than the next.
func (e *Prior) Rank(names ...string) *Prior {
	groups := make([][]string, len(names))
	for i, n := range names {
		groups[i] = []string{n}
	}
	return e.Add(Statement{Kind: KindRank, Groups: groups})
}

// Tiers states that each feature of a tier is more important than each of the next.
func (e *Prior) Tiers(tiers ...[]string) *Prior {
	return e.Add(Statement{Kind: KindTiers, Groups: tiers})
}

// Edge states that u is more important than v.
func (e *Prior) Edge(u, v string) *Prior {
	return e.Add(Statement{Kind: KindEdge, Groups: [][]string{{u}, {v}}})
}

// Interval states that H_u − H_v is in [epsilon, delta].
func (e *Prior) Interval(u, v string, epsilon, delta float64) *Prior {
	return e.Add(Statement{Kind: KindEdge, Groups: [][]string{{u}, {v}}, Epsilon: &epsilon, Delta: &delta})
}

// Tie states that the scores of adjacent features in the list differ by at most within. So the
// first and the last of n features can differ by (n−1)·within. If all features must be close, state
// every pair.
func (e *Prior) Tie(within float64, names ...string) *Prior {
	return e.Add(Statement{Kind: KindTie, Groups: [][]string{names}, Within: &within})
}

// Bound states that H_k is in [lo, hi].
func (e *Prior) Bound(k string, lo, hi float64) *Prior {
	return e.Add(Statement{Kind: KindBound, Groups: [][]string{{k}}, Min: &lo, Max: &hi})
}

// Direction states that an increase of k increases the output (sign 1) or decreases it (−1).
func (e *Prior) Direction(k string, sign int) *Prior {
	return e.Add(Statement{Kind: KindDirection, Groups: [][]string{{k}}, Sign: sign})
}

// Add adds a statement and returns the prior. On a nil prior, it creates a new one.
func (e *Prior) Add(s Statement) *Prior {
	if e == nil {
		e = &Prior{}
	}
	e.Statements = append(e.Statements, s)
	return e
}

// Options holds the settings of Prior.Build. The comment of each field ends with its default.
type Options struct {
	MinEpsilon float64        `json:"min_epsilon"` // ε of an order that states none; 0.005
	ScoreMin   float64        `json:"score_min"`   // range of H, which contains all intervals; −1
	ScoreMax   float64        `json:"score_max"`   // 1; an order that states no δ gets the width of the range
	Repair     dag.RepairMode `json:"repair"`      // NoRepair or DropEdges (lowest confidence first); NoRepair
	Form       dag.Form       `json:"form"`        // AsDrawn
	Score      dag.Score      `json:"score"`       // constraints on the scores; AnyScore
	Intervals  Source         `json:"intervals"`   // for orders that state none; overrides the file; AsStated
	Width      float64        `json:"width"`       // half width in σ of polytope intervals, if the file states none; ½
}

// DefaultOptions returns ε = 0.005 and scores in [−1, 1]. The statements determine the kind of
// score and the intervals.
func DefaultOptions() Options {
	return Options{MinEpsilon: 0.005, ScoreMin: -1, ScoreMax: 1, Repair: dag.NoRepair, Form: dag.AsDrawn, Score: dag.AnyScore, Width: polytope.DefaultWidth}
}

// Check returns an error for an invalid option, or nil.
func (o Options) Check() error {
	base := dag.DefaultOptions() // checks the shared options
	base.MinEpsilon, base.ScoreMin, base.ScoreMax = o.MinEpsilon, o.ScoreMin, o.ScoreMax
	base.Repair, base.Form = o.Repair, o.Form
	if err := base.Check(); err != nil {
		return err
	}
	if o.Repair == dag.LowerAlpha {
		return fmt.Errorf("expert: got repair %q, want one of %s, %s", o.Repair, dag.NoRepair, dag.DropEdges)
	}
	if err := (Intervals{Source: o.Intervals}).check(); err != nil {
		return fmt.Errorf("expert: %w", err)
	}
	if err := polytope.CheckWidth(o.Width); err != nil {
		return fmt.Errorf("expert: %w", err)
	}
	return o.Score.Check()
}
