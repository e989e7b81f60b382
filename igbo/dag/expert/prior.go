package expert

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
)

// Kind names the kind of a Statement.
type Kind string

// The kinds of statement.
const (
	KindRank      Kind = "rank"      // each feature above the next
	KindTiers     Kind = "tiers"     // each feature of a tier above each of the next tier
	KindEdge      Kind = "edge"      // one feature above another
	KindTie       Kind = "tie"       // features that matter equally
	KindBound     Kind = "bound"     // bounds on one feature's score
	KindDirection Kind = "direction" // which way a feature moves the output
)

// Statement holds one statement of an expert. Nil fields were not stated.
type Statement struct {
	Kind       Kind
	Line       int        // in the file; 0: built in code
	Groups     [][]string // rank: one name each; tiers: the tiers; edge: {u}, {v}; tie: one group; bound, direction: {k}
	Epsilon    *float64   // rank, tiers, edge: least difference of H
	Delta      *float64   // rank, tiers, edge: largest difference of H
	Within     *float64   // tie: largest |difference| of H; 0 when not said
	Min, Max   *float64   // bound
	Confidence *float64   // rank, tiers, edge: in (0, 1], kept as P; 1 when not said
	Column     string     // direction: one column of the feature, such as a category; empty: the feature itself
	Sign       int        // direction: +1, a rise raises the output, or −1
	Comment    string
}

// String writes the statement as a > b, {a, b} > {c}, a = b or a in [0, 1].
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

// where names the statement in an error: its line, or its number when it has none.
func (s Statement) where(index int) string {
	if s.Line > 0 {
		return fmt.Sprintf("line %d", s.Line)
	}
	return fmt.Sprintf("statement %d", index+1)
}

// Prior collects statements about importance. The zero value takes its features from
// the statements, in order of mention; New fixes them. Build checks everything.
type Prior struct {
	File       string // named in errors
	Features   []string
	Statements []Statement
	Comment    string
	Score      dag.Score // that the statements are about; empty: not said
	Intervals  Intervals // of orders that state none
}

// New starts an expert on the given features. Without any, the statements name
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

// Tie states that the scores of neighbours in the list differ by at most within. The first and the last of n features can therefore differ
// by (n−1)·within; state every pair if all must be close.
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

// Add adds a statement. On a nil expert it starts one.
func (e *Prior) Add(s Statement) *Prior {
	if e == nil {
		e = &Prior{}
	}
	e.Statements = append(e.Statements, s)
	return e
}

// Options holds the settings of Prior.Build.
type Options struct {
	MinEpsilon float64        `json:"min_epsilon"` // ε of an order without a stated one; 0.005
	ScoreMin   float64        `json:"score_min"`   // range of H: no interval may leave it; −1
	ScoreMax   float64        `json:"score_max"`   // 1; δ of an order without a stated one is the width of the range
	Repair     dag.RepairMode `json:"repair"`      // NoRepair or DropEdges (least confidence first); NoRepair
	Form       dag.Form       `json:"form"`        // AsDrawn
	Score      dag.Score      `json:"score"`       // what the scores obey; AnyScore
	Intervals  Source         `json:"intervals"`   // of orders that state none, whatever the file says; AsStated
	Width      float64        `json:"width"`       // half width in σ of an interval of the polytope, where the file states none; ½
}

// DefaultOptions returns ε = 0.005, scores in [−1, 1], and the score and the intervals that
// the statements name.
func DefaultOptions() Options {
	return Options{MinEpsilon: 0.005, ScoreMin: -1, ScoreMax: 1, Repair: dag.NoRepair, Form: dag.AsDrawn, Score: dag.AnyScore, Width: polytope.DefaultWidth}
}

// Check returns an error for an invalid option, or nil.
func (o Options) Check() error {
	base := dag.DefaultOptions() // which checks what both have
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
