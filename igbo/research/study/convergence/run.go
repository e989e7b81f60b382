package convergence

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// Run is the result of one run. A residual is the norm of the shortest vector in the convex hull of the gradients, which is 0
// at Pareto-stationary points. The least residual so far counts.
type Run struct {
	Problem  string `json:"problem"`
	Smooth   bool   `json:"smooth"`
	Convex   bool   `json:"convex"`
	Rule     string `json:"rule"`
	Lambda   string `json:"lambda"`
	StepRule string `json:"step_rule"`
	// At has some of the steps, counted from 1. Residual has the least residual up to each of them.
	At       []float64 `json:"at"`
	Residual []float64 `json:"residual"`
	// First is the first residual, Last the least one, and End that of the last step. End is far above Last if a run came near
	// a stationary point and left it. Taken is the number of steps until no step was possible or the residual was 0.
	First float64 `json:"first"`
	Last  float64 `json:"last"`
	End   float64 `json:"end"`
	Taken int     `json:"taken"`
	// Power is the slope b of Residual ~ k^b over the later steps on a logarithmic scale. Factor is the q of Residual ~ q^k
	// there. Linear reports whether the second model fits the logarithm of the residual better.
	Power  float64 `json:"power"`
	Factor float64 `json:"factor"`
	Linear bool    `json:"linear"`
	// Decreasing reports whether max(L, H) fell at every step.
	Decreasing bool `json:"decreasing"`
}

// settings are those of a cell.
type settings struct {
	Problem   string
	Rule      string
	Lambda    float64
	Margin    float64 // for a varying λ
	StepRules []string
	Steps     int
}

// descents runs a rule on a problem with each step rule.
func descents(ctx context.Context, w *workflow.Work, s settings) ([]Run, error) {
	p, err := problemOf(s.Problem)
	if err != nil {
		return nil, err
	}
	rule, err := projection.ByName(s.Rule)
	if err != nil {
		return nil, err
	}
	var runs []Run
	for i, step := range s.StepRules {
		r := Run{Problem: p.name, Smooth: p.smooth, Convex: p.convex, Rule: s.Rule, Lambda: lambdaName(s.Lambda), StepRule: step}
		if err := r.descend(ctx, s, p, rule, func(k int) { w.Step(i*s.Steps + k) }); err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// between is the number of steps between two progress reports.
const between = 100

// descend takes the steps θ ← θ − η·v of a run.
func (r *Run) descend(ctx context.Context, s settings, p problem, rule projection.Rule, report func(k int)) error {
	theta := slices.Clone(p.start)
	next, last := make([]float64, len(theta)), 0.0
	r.Decreasing = true
	l, h, g1, g2 := p.at(theta)
	for k := 1; k <= s.Steps; k++ {
		if k%between == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			report(k)
		}
		n1, n2, c := floats.Dot(g1, g1), floats.Dot(g2, g2), floats.Dot(g1, g2)
		r.note(k, projection.Residual(n1, n2, c))
		a1, a2 := projection.Weights(rule, n1, n2, c, s.trade(k), 0)
		step := func(eta float64) []float64 {
			for i := range theta {
				next[i] = theta[i] - eta*(a1*g1[i]+a2*g2[i])
			}
			return next
		}
		point := train.Point{TaskLoss: l, SecondLoss: h, TaskRate: a1*n1 + a2*c, SecondRate: a1*c + a2*n2}
		eta, err := stepSize(r.StepRule, k, p.rate, &last, point, func(eta float64) (float64, float64, error) {
			l, h, _, _ := p.at(step(eta))
			return l, h, nil
		})
		if err != nil {
			return err
		}
		if eta == 0 || r.Last == 0 {
			break
		}
		before := max(l, h)
		theta, next = step(eta), theta
		l, h, g1, g2 = p.at(theta)
		r.Taken = k
		r.Decreasing = r.Decreasing && max(l, h) < before
	}
	r.fit()
	return nil
}

// note records the least residual, and stores some of the steps at even logarithmic distances.
func (r *Run) note(k int, residual float64) {
	if k == 1 {
		r.First, r.Last = residual, residual
	}
	r.Last, r.End = min(r.Last, residual), residual
	if n := len(r.At); n == 0 || float64(k) >= r.At[n-1]*1.06 {
		r.At, r.Residual = append(r.At, float64(k)), append(r.Residual, r.Last)
	}
}

// fit estimates the rate from the steps after the geometric middle, down to the resolution of float64.
func (r *Run) fit() {
	var k, logK, logR []float64
	middle := math.Sqrt(r.At[len(r.At)-1])
	for i, at := range r.At {
		if at >= middle && r.Residual[i] > 1e-13*r.First {
			k, logK, logR = append(k, at), append(logK, math.Log(at)), append(logR, math.Log(r.Residual[i]))
		}
	}
	if len(k) < 3 {
		return
	}
	alpha, beta := stat.LinearRegression(logK, logR, nil, false)
	r.Power = beta
	power := stat.RSquared(logK, logR, nil, alpha, beta)
	alpha, beta = stat.LinearRegression(k, logR, nil, false)
	r.Factor = math.Exp(beta)
	r.Linear = stat.RSquared(k, logR, nil, alpha, beta) > power
}

// stepRules returns the rules that stepSize supports.
func stepRules() []string { return []string{"armijo", "constant", "inverse-root", "inverse"} }

// stepSize returns η of step k. rate is the step size of the problem, and last stores the last step of Armijo's rule.
func stepSize(name string, k int, rate float64, last *float64, at train.Point, losses func(float64) (float64, float64, error)) (float64, error) {
	switch name {
	case "constant":
		return rate, nil
	case "inverse-root":
		return rate / math.Sqrt(float64(k)), nil
	case "inverse":
		return rate / float64(k), nil
	}
	a := train.DefaultArmijo()
	a.Start = 100 * rate
	if *last > 0 {
		a.Start = *last / a.Shrink
	}
	eta, _, err := a.Search(at, losses)
	*last = eta
	return eta, err
}
