package dag

import "github.com/igbolab/igbolab/igbo/dag/estimate"

// Report describes how a graph was built and which properties were checked.
type Report struct {
	Options   *Options        `json:"options,omitempty"`  // as passed to Build; nil if not built from scores
	Estimator estimate.Method `json:"estimator"`          // as used, never Auto
	Reason    string          `json:"reason"`             // why this estimator was used
	Rows      int             `json:"rows"`               // rows used
	Dropped   int             `json:"dropped_rows"`       // rows of a trailing incomplete batch, not used
	Batches   int             `json:"batches"`            // number of batches
	BatchSize int             `json:"batch_size"`         // rows in each
	Effective float64         `json:"effective_rows"`     // effective sample size of the mean of the batch means
	Means     []float64       `json:"means"`              // μ_k, one per feature
	Guarantee Guarantee       `json:"guarantee"`          // of the graph as drawn, corrected and repaired, before Form
	PValues   []float64       `json:"p_values,omitempty"` // corrected, one per edge, with a Multiplicity
	Rejected  int             `json:"rejected,omitempty"` // edges that passed the rule and failed the correction
	Repair    *Repaired       `json:"repair,omitempty"`   // changes of a repair; nil if there are none
	Warnings  []string        `json:"warnings,omitempty"` // messages for the user
	Score     Score           `json:"score,omitempty"`    // kind of score against which an expert's statements were checked
	Unstated  []Unstated      `json:"unstated,omitempty"` // edges for which an expert did not state both ends of the interval
}

// Unstated is an edge for which one or both ends of the interval were filled in and are not claims
// of the expert. The statement only covers the sign of the difference, and the other end if that is
// stated.
type Unstated struct {
	U       string `json:"u"`
	V       string `json:"v"`
	Epsilon bool   `json:"epsilon,omitempty"`
	Delta   bool   `json:"delta,omitempty"`
}

// OpenEnds returns the edges of Report.Unstated, by the names of their features.
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

// Guarantee holds the properties of a graph that were checked after building it.
type Guarantee struct {
	Acyclic       bool    `json:"acyclic"`
	Transitive    bool    `json:"transitive"`     // every path u→…→w has an edge u→w
	MissingEdges  int     `json:"missing_edges"`  // implied edges that are missing; −1 if not counted
	ZAlpha        float64 `json:"z_alpha"`        // z_α
	MarginHolds   int     `json:"margin_holds"`   // edges with μ_uv ≥ z_α·σ_uv, the condition of Theorem 2
	SmallestSlack float64 `json:"smallest_slack"` // smallest μ_uv − z_α·σ_uv over the edges; 0 without edges
}

// Margin returns μ_uv − z_α·σ_uv, the slack of the margin condition of Theorem 2.
func (e Edge) Margin(alpha float64) float64 { return e.Mu - estimate.ZAlpha(alpha)*e.Sigma }

// Margins returns the Margin of every edge at level α, in the order of Edges.
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

// MaxReach is the largest number of features for which implied edges are counted (313 MB).
const MaxReach = 50_000

// Check checks a graph at level α: acyclicity, transitivity, and the margin condition of every
// edge. It takes O(V·E/64) time and V²/8 bytes. A nil graph has none of these properties.
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

// Score is the kind of scores H that statements are about.
type Score string

// The kinds of scores.
const (
	// AnyScore uses the score named in the expert's file, or SignedScore if the file names none.
	// What holds for every signed score also holds for every absolute score.
	AnyScore Score = "any"
	// SignedScore is a signed share, with Σ_k |H_k| ≤ 1.
	SignedScore Score = "signed"
	// AbsoluteScore is an absolute share, with H_k ≥ 0 and Σ_k H_k ≤ 1.
	AbsoluteScore Score = "absolute"
	// RangeScore is not a share. Only its range is known.
	RangeScore Score = "range"
)

// Scores returns all kinds of scores.
func Scores() []Score { return []Score{AnyScore, SignedScore, AbsoluteScore, RangeScore} }

// Check returns an error if the kind of score is unknown.
func (s Score) Check() error { return known("score", s, Scores()...) }
