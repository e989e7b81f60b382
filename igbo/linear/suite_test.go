package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/task"
)

// letters returns column names.
func letters(d int) []string { return strings.Split("abcdefghijklmnopqrstuvwxyz"[:d], "") }

// draw returns n rows of d columns in unusual units, whose weights decrease as 0.7^j with alternating signs,
// and the corresponding constraints.
func draw(loss task.Loss, n, d int, seed uint64) (samples.Data, Constraints, []float64) {
	r := rand.New(rand.NewPCG(seed, 3))
	data, k := samples.Data{Features: letters(d), Steps: 1}, Constraints{}
	w := make([]float64, d)
	for j := range d {
		sign := 1 - 2*(j%2)
		w[j] = float64(sign) * math.Pow(0.7, float64(j)) / float64(j+1) // of a column with standard deviation j+1
		k.Groups = append(k.Groups, []int{j})
		k.Order.Directions = append(k.Order.Directions, sign)
		if j > 0 {
			k.Order.Above = append(k.Order.Above, [2]int{j - 1, j})
		}
	}
	for range n {
		f := 5.0
		for j := range d {
			x := 3 + float64(j+1)*r.NormFloat64()
			data.X, f = append(data.X, x), f+w[j]*(x-3)
		}
		switch {
		case loss.Is(task.KindSquared):
			data.Y = append(data.Y, f+r.NormFloat64())
		case loss.Is(task.KindPoisson):
			count := 0.0
			for at := r.ExpFloat64(); at < math.Exp(f/2-1.5); at += r.ExpFloat64() {
				count++
			}
			data.Y = append(data.Y, count)
		case r.Float64() < 1/(1+math.Exp(5-2*f+5)):
			data.Y = append(data.Y, 1)
		default:
			data.Y = append(data.Y, 0)
		}
	}
	return data, k, w
}

func options(t testing.TB, n int) SuiteOptions {
	inner := must.Of(fold.All(n, 5, 1, 1, nil, nil)).In(t)
	return SuiteOptions{Inner: inner, Strengths: []float64{10, 3, 1, .3, .1, .03, .01}, Chains: 2, Burn: 100, Draws: 200, Seed: 1}
}

// TestSuiteLearns checks over several draws that each method that knows the truth has a smaller mean excess
// risk than ridge. The hard posterior must be the best, except for the cone with signs. Every model must
// satisfy its constraints.
func TestSuiteLearns(t *testing.T) {
	const n, d, draws = 16, 8, 6
	risk := map[Method]float64{}
	for seed := range uint64(draws) {
		data, k, w := draw(task.Loss{}, n, d, seed)
		fitted := must.Of(Suite(context.Background(), data, task.Loss{}, k, options(t, n))).In(t)
		for _, f := range fitted {
			if got := f.Model.Weights(); true {
				for j := range got {
					off := (got[j] - w[j]) * float64(j+1)
					risk[f.Method] += off * off / draws
				}
			}
			if f.Method == OrderedCone || f.Method == SignRankRidge || f.Method == PosteriorHard {
				for j, v := range f.Model.Weights() {
					if v*float64(k.Order.Directions[j]) < -1e-12 {
						t.Errorf("%s: weight %d is %g against its direction", f.Method, j, v)
					}
				}
			}
		}
	}
	for _, m := range Methods() {
		t.Logf("%-16s %.3f of ridge", m, risk[m]/risk[Ridge])
		if m.Knows() && m != SignRidge && !(risk[m] < 0.9*risk[Ridge]) {
			t.Errorf("%s: risk %.3f, ridge %.3f", m, risk[m], risk[Ridge])
		}
	}
	if _, there := risk[SignRidge]; there || len(risk) != 9 {
		t.Errorf("fitted %v", risk)
	}
}

// TestSuiteLearnsCounts checks over several draws that each method that knows the truth predicts rates of new
// rows with a smaller mean excess deviance than ridge, posteriors by far. One linear model must predict, and
// targets that are not counts must have no posterior.
func TestSuiteLearnsCounts(t *testing.T) {
	const n, d, draws = 20, 6, 4
	loss, risk := task.Loss{Kind: task.KindPoisson}, map[Method]float64{}
	for seed := range uint64(draws) {
		data, k, w := draw(loss, n, d, seed)
		fresh, _, _ := draw(loss, 200, d, 100+seed)
		fitted := must.Of(Suite(context.Background(), data, loss, k, options(t, n))).In(t)
		for _, f := range fitted {
			if f.Members != nil || f.Method.Posterior() && (len(f.Posteriors) != 2 || f.Posteriors[0].Config.Loss != posterior.Poisson) {
				t.Errorf("%s: %d members, %d posteriors", f.Method, len(f.Members), len(f.Posteriors))
			}
			for i, z := range f.Predict(fresh.X) {
				truth := 1.0
				for j := range d {
					truth += w[j] / 2 * (fresh.X[i*d+j] - 3)
				}
				rate := math.Exp(truth)
				risk[f.Method] += (math.Exp(z) - rate - rate*(z-truth)) / 200 / draws
			}
		}
	}
	for _, m := range Methods() {
		t.Logf("%-16s %.3f of ridge", m, risk[m]/risk[Ridge])
		most := map[Method]float64{SignRidge: 0, PosteriorBare: 1.2, PosteriorHard: .6, PosteriorSoft: .8}[m]
		if most == 0 {
			most = 1
		}
		if m != SignRidge && m != Ridge && !(risk[m] < most*risk[Ridge]) {
			t.Errorf("%s: excess deviance %.3f, ridge %.3f", m, risk[m], risk[Ridge])
		}
	}
	if data, k, _ := draw(loss, n, d, 1); PosteriorSoft.Applies(data, loss, k) != "" || len(risk) != 9 {
		t.Errorf("fitted %v", risk)
	} else if data.Y[2] = .5; PosteriorSoft.Applies(data, loss, k) == "" || SignRankRidge.Applies(data, loss, k) != "" {
		t.Error("half a count has a posterior, or no ridge")
	}
}

// TestConeIsTheMinimum checks that no small step within the cone decreases the loss.
func TestConeIsTheMinimum(t *testing.T) {
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}, {Kind: task.KindPoisson}} {
		for seed := range uint64(5) {
			data, k, _ := draw(loss, 40, 5, seed)
			m := must.Of(overCone(t.Context(), data, loss, k)).In(t)
			value := func(theta []float64) float64 {
				f := (&Model{Units: m.Units, Theta: theta}).Predict(data.X)
				y := data.Y
				if loss.ScalesTarget() {
					f, y = m.Units.Targets(samples.Data{Y: f}).Y, m.Units.Targets(data).Y
				}
				v := must.Of(loss.Value(task.Predictions{Outputs: 1, Values: f, Targets: y})).In(t)
				half := small / 2
				if loss.Is(task.KindSquared) {
					half = small // the penalty in this loss has no factor ½
				}
				for _, w := range theta[:5] {
					v += half * w * w
				}
				return v
			}
			inside := func(theta []float64) bool {
				for _, pair := range k.cone(5) {
					v := theta[pair[0]] * float64(k.Order.Directions[pair[0]])
					if pair[1] >= 0 {
						v -= theta[pair[1]] * float64(k.Order.Directions[pair[1]])
					}
					if v < -1e-9 {
						return false
					}
				}
				return true
			}
			if !inside(m.Theta) {
				t.Fatalf("%v is outside", m.Theta)
			}
			best, r, tried := value(m.Theta), rand.New(rand.NewPCG(seed, 8)), 0
			for range 3000 {
				theta := append([]float64(nil), m.Theta...)
				for j := range theta {
					theta[j] += 1e-3 * r.NormFloat64() * float64(r.IntN(2))
				}
				if !inside(theta) {
					continue
				}
				tried++
				if v := value(theta); v < best-1e-9 {
					t.Fatalf("%s: %.12g at %v, want no less than %.12g at %v", loss, v, theta, best, m.Theta)
				}
			}
			if tried < 20 {
				t.Errorf("%d steps lay inside", tried)
			}
		}
	}
}

// TestMeanProbability checks that classes are predicted by the posterior mean probability. The linear model
// that replaces it in a stack must be close to it, also on new rows.
func TestMeanProbability(t *testing.T) {
	loss := task.Loss{Kind: task.KindLogistic}
	data, k, _ := draw(loss, 40, 4, 1)
	fresh, _, _ := draw(loss, 400, 4, 2)
	o := options(t, 40)
	o.Skip = []Method{OrderedCone, PosteriorHard, SignRankRidge}
	fitted := must.Of(Suite(context.Background(), data, loss, k, o)).In(t)
	probability := func(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }
	stacked := fitted[len(fitted)-1]
	if stacked.Method != Stacking || !(stacked.Stack[PosteriorSoft] > 0) {
		t.Errorf("the stack %v has no posterior", stacked.Stack)
	}
	for _, f := range fitted {
		if f.Method != PosteriorSoft {
			continue
		}
		means, line := f.Predict(fresh.X), f.Model.Predict(fresh.X)
		off, worst := 0.0, 0.0
		for i, logit := range means {
			mean := 0.0
			for _, p := range f.Posteriors {
				y := must.Of(p.Predict(fresh.X[i*4 : i*4+4])).In(t)
				mean += y[0] / 2
			}
			worst = math.Max(worst, math.Abs(probability(logit)-mean))
			off += math.Abs(probability(line[i])-mean) / float64(len(means))
		}
		if worst > 0.04 || off > 0.04 {
			t.Errorf("%d draws are off by %.3f at most, the linear model by %.3f in the mean", len(f.Members), worst, off)
		}
		return
	}
	t.Error("no soft posterior")
}

// TestStackIsNoWorse checks that the stack is not worse than its best component on the held-out rows.
func TestStackIsNoWorse(t *testing.T) {
	data := samples.Data{Features: letters(1), Steps: 1, X: make([]float64, 50), Y: make([]float64, 50)}
	out := map[Method][]float64{}
	r := rand.New(rand.NewPCG(5, 5))
	var fitted []Fitted
	for m, noise := range map[Method]float64{Ridge: 1, RankRidge: 0.5, PosteriorSoft: 0.6} {
		f := make([]float64, 50)
		for i := range f {
			f[i] = noise * r.NormFloat64() // the truth is 0
		}
		out[m] = f
		fitted = append(fitted, Fitted{Method: m, Model: &Model{Theta: []float64{0, 0}}})
	}
	s := &suite{ctx: t.Context(), data: data}
	f := s.stack(fitted, out)
	loss := func(of func(i int) float64) (sum float64) {
		for i := range 50 {
			sum += of(i) * of(i)
		}
		return sum
	}
	best := loss(func(i int) float64 {
		sum := 0.0
		for m, a := range f.Stack {
			sum += a * out[m][i]
		}
		return sum
	})
	for m := range out {
		if single := loss(func(i int) float64 { return out[m][i] }); best > single*1.0001 {
			t.Errorf("stack %g, %s alone %g, weights %v", best, m, single, f.Stack)
		}
	}
}

func BenchmarkSuite(b *testing.B) {
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}} {
		b.Run(loss.String(), func(b *testing.B) {
			data, k, _ := draw(loss, 64, 10, 1)
			o := options(b, 64)
			for range b.N {
				must.Of(Suite(context.Background(), data, loss, k, o)).In(b)
			}
		})
	}
}
