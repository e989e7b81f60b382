package dag

import "github.com/igbolab/igbolab/igbo/dag/estimate"

// Report says how a graph was built and what was checked about it.
type Report struct {
	Options   *Options        `json:"options,omitempty"`  // as asked for; nil when not built from scores
	Estimator estimate.Method `json:"estimator"`          // as used: never Auto
	Reason    string          `json:"reason"`             // why that one
	Rows      int             `json:"rows"`               // rows in use
	Dropped   int             `json:"dropped_rows"`       // rows of a trailing incomplete batch, left out
	Batches   int             `json:"batches"`            // number of batches
	BatchSize int             `json:"batch_size"`         // rows in each
	Effective float64         `json:"effective_rows"`     // effective sample size of the mean of the batch means
	Means     []float64       `json:"means"`              // μ_k, one per feature
	Guarantee Guarantee       `json:"guarantee"`          // of the graph as drawn, corrected and repaired, before Form
	PValues   []float64       `json:"p_values,omitempty"` // corrected, one per edge, with a Multiplicity
	Rejected  int             `json:"rejected,omitempty"` // edges that passed the rule and failed the correction
	Repair    *Repaired       `json:"repair,omitempty"`   // what was repaired, nil when nothing
	Warnings  []string        `json:"warnings,omitempty"` // in words
	Score     Score           `json:"score,omitempty"`    // that an expert's statements were held against
	Unstated  []Unstated      `json:"unstated,omitempty"` // the edges of an expert whose interval he did not state, or not all of it
}

// Unstated is an edge with an end of its interval that was filled in and is no claim: the statement is about the sign of the
// difference, and about the other end where that is stated.
type Unstated struct {
	U       string `json:"u"`
	V       string `json:"v"`
	Epsilon bool   `json:"epsilon,omitempty"`
	Delta   bool   `json:"delta,omitempty"`
}

// OpenEnds returns the edges with an end of their interval that is no claim, by the names of their features.
func (d *DAG) OpenEnds() map[[2]string]Unstated {
	open := map[[2]string]Unstated{}
	if d.Report != nil {
		for _, e := range d.Report.Unstated {
			open[[2]string{e.U, e.V}] = e
		}
	}
	return open
}

func newReport(s *estimate.Sample, choice estimate.Choice, opts Options) *Report {
	return &Report{
		Options: &opts, Estimator: choice.Method, Reason: choice.Reason,
		Rows: s.Rows(), Dropped: s.Dropped, Batches: s.Batches(), BatchSize: s.Size,
		Effective: s.Effective(), Means: s.Means,
	}
}

// Guarantee is what was checked about a graph after building it.
type Guarantee struct {
	Acyclic       bool    `json:"acyclic"`
	Transitive    bool    `json:"transitive"`     // every path u→…→w has its edge u→w
	MissingEdges  int     `json:"missing_edges"`  // implied edges that are not drawn; −1: not counted
	ZAlpha        float64 `json:"z_alpha"`        // z_α
	MarginHolds   int     `json:"margin_holds"`   // edges with μ_uv ≥ z_α·σ_uv, the condition of Theorem 2
	SmallestSlack float64 `json:"smallest_slack"` // the least μ_uv − z_α·σ_uv over the edges; 0 without edges
}

// Margin returns μ_uv − z_α·σ_uv, the slack of Theorem 2's margin condition on e.
func (e Edge) Margin(alpha float64) float64 { return e.Mu - estimate.ZAlpha(alpha)*e.Sigma }

// Margins returns the slack of every edge at level α, in the order of Edges.
func (d *DAG) Margins(alpha float64) []float64 {
	if d == nil {
		return nil
	}
	z := estimate.ZAlpha(alpha)
	out := make([]float64, len(d.Edges))
	for i, e := range d.Edges {
		out[i] = e.Mu - z*e.Sigma
	}
	return out
}

// MaxReach is the largest number of features whose implied edges are counted (313 MB).
const MaxReach = 50_000

// Check checks a graph at level α: acyclicity, transitivity and the margin condition
// of every edge. It takes O(V·E/64) time and V²/8 bytes. Nothing holds of a nil graph.
func (d *DAG) Check(alpha float64) Guarantee {
	if d == nil {
		return Guarantee{ZAlpha: estimate.ZAlpha(alpha)}
	}
	g := Guarantee{Acyclic: d.Acyclic() == nil, ZAlpha: estimate.ZAlpha(alpha)}
	if g.Acyclic && len(d.Features) > MaxReach {
		g.MissingEdges = -1
	} else if g.Acyclic {
		g.MissingEdges = d.missingEdges()
		g.Transitive = g.MissingEdges == 0
	}
	for i, slack := range d.Margins(alpha) {
		if slack >= 0 {
			g.MarginHolds++
		}
		if i == 0 || slack < g.SmallestSlack {
			g.SmallestSlack = slack
		}
	}
	return g
}

// Score says what is known of the scores H that statements are about.
type Score string

// The scores.
const (
	// AnyScore is what the expert's file says, and SignedScore where it says nothing, since
	// what holds for every signed score holds for every absolute one.
	AnyScore Score = "any"
	// SignedScore is a signed share: Σ_k |H_k| ≤ 1.
	SignedScore Score = "signed"
	// AbsoluteScore is an absolute share: H_k ≥ 0 and Σ_k H_k ≤ 1.
	AbsoluteScore Score = "absolute"
	// RangeScore is no share: nothing but its range is known.
	RangeScore Score = "range"
)

// Scores lists the known scores.
func Scores() []Score { return []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore} }

// Check says that the score is not known, or returns nil.
func (s Score) Check() error { return known("score", s, Scores()...) }
