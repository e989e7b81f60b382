package dag

// Report says how a graph was built and what was checked about it.
type Report struct {
	Options   *Options  `json:"options,omitempty"`  // as asked for; nil when not built from scores
	Estimator Estimator `json:"estimator"`          // as used: never Auto
	Reason    string    `json:"reason"`             // why that one
	Rows      int       `json:"rows"`               // rows in use
	Dropped   int       `json:"dropped_rows"`       // rows of a trailing incomplete batch, left out
	Batches   int       `json:"batches"`            // number of batches
	BatchSize int       `json:"batch_size"`         // rows in each
	Effective float64   `json:"effective_rows"`     // effective sample size of the mean of the batch means
	Means     []float64 `json:"means"`              // μ_k, one per feature
	Guarantee Guarantee `json:"guarantee"`          // of the graph as drawn, corrected and repaired, before Form
	PValues   []float64 `json:"p_values,omitempty"` // corrected, one per edge, with a Multiplicity
	Rejected  int       `json:"rejected,omitempty"` // edges that passed the rule and failed the correction
	Repair    *Repaired `json:"repair,omitempty"`   // what was repaired, nil when nothing
	Warnings  []string  `json:"warnings,omitempty"` // in words
	Score     Score     `json:"score,omitempty"`    // that an expert's statements were held against
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
func (e Edge) Margin(alpha float64) float64 { return e.Mu - zAlpha(alpha)*e.Sigma }

// Margins returns the slack of every edge at level α, in the order of Edges.
func (d *DAG) Margins(alpha float64) []float64 {
	if d == nil {
		return nil
	}
	z := zAlpha(alpha)
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
		return Guarantee{ZAlpha: zAlpha(alpha)}
	}
	g := Guarantee{Acyclic: d.Acyclic() == nil, ZAlpha: zAlpha(alpha)}
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
