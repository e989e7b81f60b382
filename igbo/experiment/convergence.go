package experiment

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/train"
)

// ConvergenceConfig describes the convergence study: Theorem 6 of the paper
// says that steps along −P converge to Pareto-stationary points for
// continuously differentiable losses, λ_k in (0, 1), and Armijo steps on
// max(L, H) or diminishing ones.
//
// Its proof as printed does not hold: it takes P for the direction of MGDA,
// and a common descent direction is not enough for convergence unless its
// angle with the gradients is bounded, for which λ_k must stay within
// [a, 1−a]. Nor is the paper's own H differentiable, as it is made of hinges.
// So the statement is measured.
type ConvergenceConfig struct {
	Rules []string `json:"rules"`
	// Lambdas are the trade-offs of the rules that have one. 0 stands for a λ
	// that varies: ½ + (½ − Margin)·sin(k), within [Margin, 1 − Margin].
	Lambdas []float64 `json:"lambdas"`
	Margin  float64   `json:"margin"`
	// StepRules are of "armijo", "constant", "inverse-root" and "inverse".
	StepRules []string `json:"step_rules"`
	// Steps is the number of steps of a run.
	Steps int `json:"steps"`
}

// DefaultConvergenceConfig returns five rules, λ of 0.1, 0.5, 0.9 and varying,
// all step rules and 3000 steps.
func DefaultConvergenceConfig() ConvergenceConfig {
	return ConvergenceConfig{
		Rules:   []string{"paper", "continuous", "pcgrad", "imtl-g", "mgda"},
		Lambdas: []float64{0.1, 0.5, 0.9, 0}, Margin: 0.1,
		StepRules: []string{"armijo", "constant", "inverse-root", "inverse"}, Steps: 3000,
	}
}

// ConvergenceRun is one run. Residuals are ‖shortest vector of the gradients'
// convex hull‖, 0 at Pareto-stationary points, and the least so far is what
// counts.
type ConvergenceRun struct {
	Problem  string `json:"problem"`
	Smooth   bool   `json:"smooth"`
	Convex   bool   `json:"convex"`
	Rule     string `json:"rule"`
	Lambda   string `json:"lambda"`
	StepRule string `json:"step_rule"`
	// At holds some of the steps, from 1, Residual the least residual up to each.
	At       []float64 `json:"at"`
	Residual []float64 `json:"residual"`
	// First and Last are the first and the least residual, End that of the last
	// step: far above Last where a run came near once and did not stay. Taken
	// counts the steps until one was impossible or the residual was 0.
	First float64 `json:"first"`
	Last  float64 `json:"last"`
	End   float64 `json:"end"`
	Taken int     `json:"taken"`
	// Power is the slope b of Residual ~ k^b over the later part of the steps on
	// a logarithmic scale, Factor the q of Residual ~ q^k there, and Linear
	// tells which fits better (in the logarithm of the residual).
	Power  float64 `json:"power"`
	Factor float64 `json:"factor"`
	Linear bool    `json:"linear"`
	// Decreasing tells whether max(L, H) fell at every step.
	Decreasing bool `json:"decreasing"`
}

// Converge runs every combination of problem, rule, λ and step rule in
// float64, without a network: a few seconds.
func Converge(cfg ConvergenceConfig) ([]ConvergenceRun, error) {
	if cfg.Steps < 10 || !(cfg.Margin > 0 && cfg.Margin < 0.5) {
		return nil, fmt.Errorf("experiment: convergence over %d steps with λ within %g of 0 and 1, expected at least 10 steps and a margin inside (0, ½)", cfg.Steps, cfg.Margin)
	}
	combinations := float64(len(cfg.Rules)) * float64(len(cfg.Lambdas)) * float64(len(cfg.StepRules)) * float64(len(convergenceProblems()))
	if err := checkCount(fmt.Sprintf("%g runs of %d steps", combinations, cfg.Steps), combinations*float64(cfg.Steps)); err != nil {
		return nil, err
	}
	var runs []ConvergenceRun
	for _, p := range convergenceProblems() {
		for _, name := range cfg.Rules {
			rule, err := projection.ByName(name)
			if err != nil {
				return nil, err
			}
			for _, lambda := range cfg.lambdas(rule) {
				for _, step := range cfg.StepRules {
					r := ConvergenceRun{Problem: p.name, Smooth: p.smooth, Convex: p.convex, Rule: name, Lambda: lambdaName(lambda), StepRule: step}
					if err := r.descend(cfg, p, rule, lambda); err != nil {
						return nil, err
					}
					runs = append(runs, r)
				}
			}
		}
	}
	return runs, nil
}

// lambdas are those of a rule; one, which does not matter, where it has none.
func (c ConvergenceConfig) lambdas(rule projection.Rule) []float64 {
	a, _ := rule.Weights(1, 2, -0.5, 0.3)
	b, _ := rule.Weights(1, 2, -0.5, 0.6)
	if a == b {
		return []float64{0.5}
	}
	return c.Lambdas
}

func lambdaName(lambda float64) string {
	if lambda == 0 {
		return "varying"
	}
	return fmt.Sprintf("%g", lambda)
}

// descend takes the steps θ ← θ − η·v of a run.
func (r *ConvergenceRun) descend(cfg ConvergenceConfig, p convergenceProblem, rule projection.Rule, lambda float64) error {
	theta := append([]float64{}, p.start...)
	next, last := make([]float64, len(theta)), 0.0
	r.Decreasing = true
	l, h := p.losses(theta)
	for k := 1; k <= cfg.Steps; k++ {
		g1, g2 := p.gradients(theta)
		n1, n2, c := floats.Dot(g1, g1), floats.Dot(g2, g2), floats.Dot(g1, g2)
		r.note(k, projection.Residual(n1, n2, c))
		at := lambda
		if lambda == 0 {
			at = 0.5 + (0.5-cfg.Margin)*math.Sin(float64(k))
		}
		a1, a2 := projection.Weights(rule, n1, n2, c, at, 0)
		move := func(eta float64) (float64, float64, error) {
			for i := range theta {
				next[i] = theta[i] - eta*(a1*g1[i]+a2*g2[i])
			}
			l, h := p.losses(next)
			return l, h, nil
		}
		point := train.Point{TaskLoss: l, SecondLoss: h, TaskRate: a1*n1 + a2*c, SecondRate: a1*c + a2*n2}
		eta, err := stepSize(r.StepRule, k, p.rate, &last, point, move)
		if err != nil {
			return err
		}
		if eta == 0 || r.Last == 0 {
			break
		}
		before := max(l, h)
		l, h, _ = move(eta)
		theta, next = next, theta
		r.Taken = k
		r.Decreasing = r.Decreasing && max(l, h) < before
	}
	r.fit()
	return nil
}

// stepSize is η of step k; rate is that of the problem. last keeps Armijo's last one.
func stepSize(name string, k int, rate float64, last *float64, at train.Point, losses func(float64) (float64, float64, error)) (float64, error) {
	switch name {
	case "constant":
		return rate, nil
	case "inverse-root":
		return rate / math.Sqrt(float64(k)), nil
	case "inverse":
		return rate / float64(k), nil
	case "armijo":
		a := train.DefaultArmijo()
		a.Start = 100 * rate
		if *last > 0 {
			a.Start = *last / a.Shrink
		}
		eta, _, err := a.Search(at, losses)
		*last = eta
		return eta, err
	default:
		return 0, fmt.Errorf("experiment: unknown step rule %q, expected armijo, constant, inverse-root or inverse", name)
	}
}

// note keeps the least residual, and some of the steps, evenly in the logarithm.
func (r *ConvergenceRun) note(k int, residual float64) {
	if k == 1 {
		r.First, r.Last = residual, residual
	}
	r.Last, r.End = min(r.Last, residual), residual
	if n := len(r.At); n == 0 || float64(k) >= r.At[n-1]*1.06 {
		r.At, r.Residual = append(r.At, float64(k)), append(r.Residual, r.Last)
	}
}

// fit estimates the rate from the steps past the geometric middle, down to the
// resolution of float64.
func (r *ConvergenceRun) fit() {
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
