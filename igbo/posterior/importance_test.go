package posterior

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/samples"
)

// table draws N rows of D columns, the first two of which are correlated, and targets for a loss.
func table(seed uint64, n, d int, loss Loss) samples.Data {
	r := rand.New(rand.NewPCG(seed, 3))
	data := samples.Data{Features: make([]string, d), Steps: 1}
	for range n {
		eta := .3
		var first float64
		for j := range d {
			x := r.NormFloat64()
			if j == 0 {
				first = x
			} else if j == 1 {
				x = .8*first + .6*x
			}
			data.X = append(data.X, x)
			eta += x * []float64{.9, -.2, .5, .3, .1}[j%5]
		}
		y := eta + r.NormFloat64()
		switch loss {
		case Logistic:
			y = 0
			if r.Float64() < 1/(1+math.Exp(-eta)) {
				y = 1
			}
		case Poisson:
			y = 0
			for t := r.ExpFloat64(); t < math.Exp(eta); t += r.ExpFloat64() {
				y++
			}
		}
		data.Y = append(data.Y, y)
	}
	return data
}

// likelihood returns the log likelihood of row i at a linear predictor, up to a constant.
func (c *chain) likelihood(i int, eta float64) float64 {
	if c.cfg.Loss == Logistic {
		return c.y[i]*eta - softplus(eta)
	}
	return c.y[i]*eta - math.Exp(eta)
}

// softplus computes log(1 + exp(x)).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// looked returns the numbers for comparing chains with importance sampling: the weights, their absolute values,
// τ/(1+τ), and whether the order and the directions have an effect.
func (c *chain) looked() (v []float64) {
	for _, w := range c.w {
		v = append(v, w, math.Abs(w))
	}
	reported := func(k int) float64 { return min(float64(k), 1) }
	return append(v, c.tau/(1+c.tau), reported(c.theta), reported(c.thetaS))
}

// sampled draws from the prior and weights the draws by the likelihood, which is slow but accurate for D = 3.
// It returns means with standard errors.
func sampled(p *problem, draws int) (means, errors []float64) {
	r := rand.New(rand.NewPCG(5, 6))
	s := &chain{problem: p, w: make([]float64, p.d), gw: make([]float64, p.d), size2: make([]float64, len(p.groups))}
	if p.cfg.Loss != Squared {
		s.eta = make([]float64, p.rows)
	}
	level := func() int {
		if p.cfg.Trust == Hard || r.Float64() < p.cfg.Doubt {
			return 0
		}
		return 1 + r.IntN(len(p.cfg.Grid)-1)
	}
	var logs []float64
	var values [][]float64
	for range draws {
		s.tau, s.sigma2 = math.Tan(math.Pi/2*r.Float64()), math.Pow(math.Tan(math.Pi/2*r.Float64()), 2)
		for j := range s.w {
			if s.w[j] = s.tau * r.NormFloat64(); p.cfg.Base == Laplace {
				s.w[j] = s.tau * r.ExpFloat64() * float64(1-2*r.IntN(2))
			}
		}
		s.b, s.theta, s.thetaS = interceptStdDev*r.NormFloat64(), level(), level()
		s.refresh()
		log := 0.0
		if p.cfg.Trust == Soft {
			log = -p.cfg.Grid[s.theta]*float64(s.violated()) - p.logZ[s.theta] - p.cfg.Grid[s.thetaS]*float64(s.wrong()) - p.logS[s.thetaS]
		} else if s.violated()+s.wrong() > 0 {
			continue
		}
		if p.cfg.Loss == Squared {
			log += -s.residual()/(2*s.sigma2) - float64(p.rows-1)/2*math.Log(s.sigma2)
		}
		for i, e := range s.eta {
			log += s.likelihood(i, e)
		}
		logs, values = append(logs, log), append(values, s.looked())
	}
	most, sum := slices.Max(logs), 0.0
	means, errors = make([]float64, len(values[0])), make([]float64, len(values[0]))
	for i := range logs {
		logs[i] = math.Exp(logs[i] - most)
		sum += logs[i]
	}
	for i, row := range values {
		for k, v := range row {
			means[k] += logs[i] * v / sum
		}
	}
	for i, row := range values {
		for k, v := range row {
			errors[k] += math.Pow(logs[i]*(v-means[k])/sum, 2)
		}
	}
	for k := range errors {
		errors[k] = math.Sqrt(errors[k])
	}
	return means, errors
}

// chained returns the means of four chains, and standard errors from the differences between the chains.
func chained(p *problem, draws int) (means, errors []float64) {
	const chains = 4
	var each [chains][]float64
	for k := range each {
		c := p.newChain(rand.New(rand.NewPCG(uint64(k), 9)))
		for i := range 500 + draws {
			if c.sweep(i); i < 500 {
				continue
			}
			v := c.looked()
			if each[k] == nil {
				each[k] = make([]float64, len(v))
			}
			floats.AddScaled(each[k], 1/float64(draws), v)
		}
	}
	for i := range each[0] {
		var of [chains]float64
		for k := range of {
			of[k] = each[k][i]
		}
		mean, stdDev := stat.MeanStdDev(of[:], nil)
		means, errors = append(means, mean), append(errors, stdDev/math.Sqrt(chains))
	}
	return means, errors
}

// TestAgainstImportanceSampling compares chains with importance sampling from the prior, for all bases, trusts
// and losses, with groups and directions. Each loss and base is tested with alternating trusts, or with both in
// a full sweep.
func TestAgainstImportanceSampling(t *testing.T) {
	turn := rand.IntN(2)
	for _, loss := range []Loss{Squared, Logistic, Poisson} {
		for _, base := range []Base{Gauss, Laplace} {
			turn++
			for _, trust := range sweep.Part([]Trust{Hard, Soft}, 2, turn) {
				for _, grouped := range []bool{false, true} {
					if grouped && loss == Poisson {
						continue // the same code as for the logistic loss
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%v", loss, base, trust, grouped), func(t *testing.T) {
						t.Parallel()
						cfg := DefaultConfig()
						cfg.Loss, cfg.Base, cfg.Trust = loss, base, trust
						order := Order{Above: [][2]int{{1, 0}, {1, 2}}, Directions: []int{0, 0, 1}}
						if grouped {
							cfg.Groups = [][]int{{0, 2}, {1}}
							order = Order{Above: [][2]int{{1, 0}}, Directions: []int{0, -1, 1}}
						}
						p := problemOf(t, table(4, map[Loss]int{Squared: 9, Logistic: 12, Poisson: 5}[loss], 3, loss), order, cfg)
						want, stdDevs := sampled(p, 100_000)
						got, errors := chained(p, 2_500)
						for k := range want {
							if within := 4*math.Hypot(stdDevs[k], errors[k]) + .01; !(math.Abs(got[k]-want[k]) < within) || within > .3 {
								t.Errorf("number %d: chains %.4f ± %.4f, importance sampling %.4f ± %.4f", k, got[k], errors[k], want[k], stdDevs[k])
							}
						}
					})
				}
			}
		}
	}
}

func TestSampleSays(t *testing.T) {
	cfg := DefaultConfig()
	d := table(1, 40, 5, Squared)
	p := must.Of(Sample(context.Background(), d, Order{Above: [][2]int{{0, 2}, {2, 3}}}, cfg)).In(t)
	if g := p.Diagnose(); !(g.RHat < 1.01 && min(g.BulkESS, g.TailESS) > 400) || p.Warning() != "" {
		t.Errorf("%+v, %q", g, p.Warning())
	}
	if y, err := p.Predict(d.X); err != nil || len(y) != 40 {
		t.Errorf("%d predictions, %v", len(y), err)
	}
	if v := p.Above(0, 4); v < .8 {
		t.Errorf("weight .9 above .1 with probability %g", v)
	}
	none := &Posterior{}
	if g := none.Diagnose(); !math.IsNaN(g.RHat) || none.Warning() == "" {
		t.Errorf("no draws: %+v, %q", g, none.Warning())
	}
}
