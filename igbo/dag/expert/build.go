package expert

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
)

// ErrEmpty reports a prior without edges, ties, bounds and directions.
var ErrEmpty = errors.New("expert: the expert states no edge, tie, bound or direction")

var errNil = errors.New("expert: the prior (*Prior) must not be nil (use New or Parse)")

// relation is an order of two features, merged from all statements that imply it.
type relation struct {
	u, v           int
	epsilon, delta float64 // −Inf and +Inf if not stated
	confidence     float64
	by             int  // index of the first statement that implies it
	filled         bool // whether the interval comes from the polytope
}

// stated is an order of two features that one statement implies.
type stated struct{ u, v, by int }

type equality struct {
	u, v, by int
	within   float64
}

type limit struct{ min, max float64 }

// plan holds an expert's statements in the form that Build needs.
type plan struct {
	e          *Prior
	opts       Options
	features   []string
	ids        map[string]int
	orders     []stated
	relations  []relation     // orders, merged by pair
	at         map[[2]int]int // (u, v) → index in relations
	ties       []equality
	bounds     []stated
	limits     map[int]*limit // bounds, merged by feature
	claims     claims
	directions []dag.Direction
	directed   []int   // statements with directions
	pairs      float64 // number of feature pairs in the statements read so far
	source     Source
	width      float64
}

// Build converts the statements to a graph. An order without a stated interval gets [MinEpsilon,
// width of the score range], or the interval of the order polytope (see Source). If a pair has
// several intervals, Build intersects them. μ is the middle of the interval, σ its half width, and
// P the confidence, so r = 1 returns the interval.
//
// Scores must exist that satisfy every edge, tie and bound, are in the score range, and satisfy
//
//	Σ_k |H_k| ≤ 1   (signed),     H_k ≥ 0, Σ_k H_k ≤ 1   (absolute).
//
// The options or the prior select signed or absolute scores. So k ranked features with differences
// of ε require ε·⌊k²/4⌋ ≤ 1 (signed) or ε·k(k−1)/2 ≤ 1 (absolute). If a large problem, such as ten
// thousand features, is close to this limit, Build stops the check early and adds a warning to
// Report.Warnings.
//
// Build returns ErrEmpty if nothing is stated. It returns an error with the statement's line for
// invalid names, numbers or intervals. If statements contradict each other, it returns a
// *ConflictError, which names a smallest contradictory set. If the orders form a cycle that Repair
// does not remove, the error also wraps a *dag.CycleError.
func (e *Prior) Build(opts Options) (*dag.DAG, error) {
	p, err := newPlan(e, opts)
	if err != nil {
		return nil, err
	}
	if err := p.read(); err != nil {
		return nil, err
	}
	if len(p.relations)+len(p.ties)+len(p.limits)+len(p.directions) == 0 {
		return nil, fmt.Errorf("%w%s", ErrEmpty, inFile(e.File))
	}
	if err := p.directionConflict(); err != nil {
		return nil, err
	}
	d := &dag.DAG{Features: p.features, Edges: p.edges()}
	report := &dag.Report{Estimator: "expert", Reason: fmt.Sprintf("%d statements", len(e.Statements)), Score: p.claims.score}
	if err := d.Acyclic(); err != nil {
		if opts.Repair == dag.NoRepair {
			return nil, p.cycleConflict(err)
		}
		d.Edges, report.Repair = dag.Repair(d.Features, d.Edges, func(e dag.Edge) float64 { return e.P })
		p.forget(report.Repair.Removed)
	}
	if err := p.settle(report); err != nil {
		return nil, err
	}
	if p.source == PolytopeSource {
		if err := p.fill(d.Edges, report); err != nil {
			return nil, err
		}
		if err := p.settle(report); err != nil {
			return nil, err
		}
		d.Edges = p.withIntervals(d.Edges)
		report.Reason += ", intervals of the order polytope"
	}
	return p.finish(d.Edges, report)
}

// undecided is the warning that Build adds once, even if it checks twice.
const undecided = "could not decide within the limit of work whether any scores meet all statements"

// settle finds contradictions between numbers.
func (p *plan) settle(report *dag.Report) error {
	p.claim()
	err := p.claims.check()
	if errors.Is(err, ErrUndecided) {
		if !slices.Contains(report.Warnings, undecided) {
			report.Warnings = append(report.Warnings, undecided)
		}
		return nil
	}
	return err
}

// newPlan determines the score and its range, and returns a plan.
func newPlan(e *Prior, opts Options) (*plan, error) {
	if e == nil {
		return nil, errNil
	}
	if err := opts.Check(); err != nil {
		return nil, err
	}
	if e.Score != "" {
		if err := e.Score.Check(); err != nil {
			return nil, fmt.Errorf("expert: score of the statements: %w", err)
		}
	}
	source, width, err := e.settleIntervals(opts)
	if err != nil {
		return nil, err
	}
	stated := e.Score
	if source == PolytopeSource && (stated == "" || stated == dag.AnyScore) && opts.Score == dag.AnyScore {
		stated = dag.AbsoluteScore // the polytope consists of shares
	}
	score, err := resolve(opts.Score, stated)
	if err != nil {
		return nil, err
	}
	if source == PolytopeSource && score != dag.AbsoluteScore {
		return nil, e.intervalsError("the %s score is unsupported with intervals of the polytope, which are shares (want the %s score)", score, dag.AbsoluteScore)
	}
	p := &plan{e: e, opts: opts, source: source, width: width, ids: map[string]int{}, at: map[[2]int]int{}, limits: map[int]*limit{}}
	p.claims = claims{file: e.File, statements: e.Statements, score: score, lo: opts.ScoreMin, hi: opts.ScoreMax}
	if score == dag.AbsoluteScore {
		p.claims.lo = math.Max(0, opts.ScoreMin)
	}
	if score != dag.RangeScore && (opts.ScoreMin < -1 || opts.ScoreMin > 0 || opts.ScoreMax > 1 || opts.ScoreMax <= 0) {
		return nil, fmt.Errorf("expert: got scores in [%g, %g], but the %s score requires a minimum in [-1, 0] and a maximum in (0, 1] (the score %q takes any interval)",
			opts.ScoreMin, opts.ScoreMax, score, dag.RangeScore)
	}
	return p, nil
}

// resolve returns the score from the options, or the one from the file if the options leave it
// open.
func resolve(s, stated dag.Score) (dag.Score, error) {
	switch {
	case s == dag.AnyScore && stated == "" || s == dag.AnyScore && stated == dag.AnyScore:
		return dag.SignedScore, nil
	case s == dag.AnyScore:
		return stated, nil
	case stated != "" && stated != dag.AnyScore && stated != s:
		return "", fmt.Errorf("expert: the statements are about the %s score, but the options require the %s score (they must agree)", stated, s)
	}
	return s, nil
}

func inFile(file string) string {
	if file == "" {
		return ""
	}
	return ": " + file
}

func (p *plan) finish(edges []dag.Edge, report *dag.Report) (*dag.DAG, error) {
	var ties []dag.Tie
	for _, t := range p.ties {
		ties = append(ties, dag.Tie{U: t.u, V: t.v, Within: t.within})
	}
	var bounds []dag.Bound
	for k, l := range p.limits {
		bounds = append(bounds, dag.Bound{K: k, Min: math.Max(l.min, p.claims.lo), Max: math.Min(l.max, p.claims.hi)})
	}
	d, err := dag.New(p.features, edges, bounds, ties)
	if err != nil {
		return nil, err
	}
	if d, err = d.WithDirections(p.directions...); err != nil {
		return nil, err
	}
	report.Guarantee = d.Check(0.5)
	d.Report = report
	switch p.opts.Form {
	case dag.Reduction:
		d = d.TransitiveReduction()
	case dag.Closure:
		d, err = d.TransitiveClosure()
	}
	if err != nil {
		return nil, err
	}
	report.Unstated = p.unstated(d)
	return d, nil
}

// unstated returns the edges for which no statement gives one or both ends of the interval.
func (p *plan) unstated(d *dag.DAG) (list []dag.Unstated) {
	for _, e := range d.Edges {
		epsilon, delta := true, true // for an edge that follows from others
		if at, ok := p.at[[2]int{e.U, e.V}]; ok {
			r := p.relations[at]
			epsilon, delta = r.filled || math.IsInf(r.epsilon, -1), r.filled || math.IsInf(r.delta, 1)
		}
		if epsilon || delta {
			list = append(list, dag.Unstated{U: d.Features[e.U], V: d.Features[e.V], Epsilon: epsilon, Delta: delta})
		}
	}
	return list
}
