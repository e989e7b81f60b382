package benchmark_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/task"
)

// truth has the true weights of the problems.
var truth = []float64{2, -1.4, 1, -0.7, 0.5}

// problem draws n training samples with noise and 200 test samples without noise.
func problem(t *testing.T, loss task.Loss, n int, seed uint64) *benchmark.Problem {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	p := &benchmark.Problem{Loss: loss, Signs: make([]int, len(truth)), Suspects: []int{4}}
	draw := func(n int, noise float64) igbo.Data {
		d := igbo.Data{Steps: 1}
		for j := range truth {
			d.Features = append(d.Features, fmt.Sprintf("x%d", j))
		}
		for range n {
			y := 0.0
			for j, w := range truth {
				x := 5 + float64(j+1)*rng.NormFloat64()
				d.X, y = append(d.X, x), y+w*(x-5)/float64(j+1)
			}
			q := 1 / (1 + math.Exp(-y))
			switch {
			case loss.Is(task.KindLogistic) && noise > 0:
				y = 0
				if rng.Float64() < q {
					y = 1
				}
			case loss.Is(task.KindLogistic):
				y = q
			case loss.Is(task.KindSoftmax):
				y = math.Round(3*q) / 3 * 2
				y = math.Floor(y)
			default:
				y += noise * rng.NormFloat64()
			}
			d.Y = append(d.Y, y)
		}
		return d
	}
	p.Train, p.Test = draw(n, 1), draw(200, 0)
	if loss.Is(task.KindSoftmax) {
		p.Outputs = 3
	}
	var edges []dag.Edge
	total := floats.Norm(truth, 1)
	for u := range truth {
		p.Signs[u] = int(math.Copysign(1, truth[u]))
		for v := u + 1; v < len(truth); v++ {
			d := (math.Abs(truth[u]) - math.Abs(truth[v])) / total
			edges = append(edges, dag.Edge{U: u, V: v, Mu: d, Sigma: d / 4, P: 1, Epsilon: d * 0.75, Delta: d * 1.25})
		}
	}
	var err error
	if p.Order, err = dag.New(p.Train.Features, edges, nil, nil); err != nil {
		t.Fatal(err)
	}
	p.Teacher = func(x []float64) ([]float64, error) {
		var y []float64
		for i := 0; i < len(x); i += len(truth) {
			f := 0.0
			for j, w := range truth {
				f += w * (x[i+j] - 5) / float64(j+1)
			}
			y = append(y, f)
		}
		return y, nil
	}
	must.Do(t, p.Validate())
	return p
}

// students are different kinds of students.
func students() []benchmark.Student {
	var list []benchmark.Student
	add := func(label string, change func(s *benchmark.Student)) {
		s := benchmark.DefaultStudent()
		s.Label, s.Steps = label, 200
		change(&s)
		list = append(list, s)
	}
	add("intervals", func(*benchmark.Student) {})
	add("lower", func(s *benchmark.Student) { s.Known = benchmark.Lower })
	add("order only", func(s *benchmark.Student) { s.Known = benchmark.OrderOnly })
	add("cold", func(s *benchmark.Student) { s.Start = benchmark.Cold })
	add("polytope", func(s *benchmark.Student) {
		s.Known, s.Start, s.Signed = benchmark.Uniform, benchmark.FromCentroid, true
	})
	add("signs", func(s *benchmark.Student) { s.Signed = true })
	add("off-centre", func(s *benchmark.Student) { s.Score, s.Offset = attribution.Signed, -3 })
	add("alone", func(s *benchmark.Student) { s.Ignores = true })
	return list
}

// TestEveryMethodLearns checks that each applicable method is near the truth on many samples with little noise, and that its
// weights reproduce its predictions.
func TestEveryMethodLearns(t *testing.T) {
	b := backendtest.Open(t)
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}} {
		p := problem(t, loss, 400, 1)
		methods := benchmark.Linear()
		for _, s := range students() {
			// with absolute scores, cold weights keep their drawn signs, and the order here is not one of signed scores
			if s.Start != benchmark.Cold && s.Score == attribution.Absolute {
				methods = append(methods, s)
			}
		}
		for _, m := range methods {
			t.Run(fmt.Sprintf("%s/%s", loss, m.Name()), func(t *testing.T) {
				if err := m.Applies(p); err != nil {
					t.Skip(err) // the error gives the reason
				}
				f, chosen, err := benchmark.Tune(t.Context(), b, m, p, benchmark.DefaultTuneOptions(1))
				if err != nil {
					t.Fatal(err)
				}
				e, err := benchmark.Error(p, f)
				limit := 0.4
				if loss.Is(task.KindLogistic) {
					limit = 0.1
				}
				if err != nil || !(e < limit) {
					t.Errorf("error %g, want below %g, %v", e, limit, err)
				}
				want := 1
				if len(m.Settings()) > 1 {
					want = benchmark.GridSize*5 + 1
				}
				if chosen.Fits != want {
					t.Errorf("%d fits, want %d", chosen.Fits, want)
				}
				y := must.Of(f.Predict(p.Test.X[:10])).In(t)
				w, difference := f.Weights(), 0.0
				for j := range truth {
					difference += w[j] * (p.Test.X[5+j] - p.Test.X[j])
				}
				if math.Abs(difference-(y[1]-y[0])) > 1e-9 {
					t.Errorf("predictions differ by %g, weights say %g", y[1]-y[0], difference)
				}
			})
		}
	}
}

// TestStudentsMeetTheOrder checks that the weights of the linear student satisfy the order's intervals, also with ridge's
// penalty and with signs.
func TestStudentsMeetTheOrder(t *testing.T) {
	b := backendtest.Open(t)
	p := problem(t, task.Loss{}, 16, 3)
	for _, s := range students() {
		s.Steps = 800
		f := must.Of(s.Fit(t.Context(), b, p, s.Settings()[0], 1)).In(t)
		off := 0.0
		w := f.Weights()
		shares := meanShares(p, w, s.Score, s.Offset)
		for _, e := range p.Order.Edges {
			d := shares[e.U] - shares[e.V]
			off = max(off, e.Epsilon-d)
			if s.Known == benchmark.Intervals {
				off = max(off, d-e.Delta)
			}
		}
		switch {
		case s.Ignores && off < 0.02:
			t.Errorf("%s: the order is met without being known: nothing is tested", s.Label)
		case !s.Ignores && s.Known != benchmark.OrderOnly && s.Known != benchmark.Uniform && s.Score == attribution.Absolute && off > 0.02:
			t.Errorf("%s: a difference of shares %v is %g beyond its interval", s.Label, shares, off)
		}
		for j, sign := range p.Signs {
			if s.Signed && float64(sign)*w[j] < 0 {
				t.Errorf("%s: weight %d is %g, want sign %d", s.Label, j, w[j], sign)
			}
		}
	}
}

// meanShares returns H of a linear model on the training inputs, computed by its definition.
func meanShares(p *benchmark.Problem, w []float64, score attribution.ScoreKind, offset float64) []float64 {
	d, n := len(w), p.Train.Samples()
	mean, sd := make([]float64, d), make([]float64, d)
	for i, x := range p.Train.X {
		mean[i%d] += x / float64(n)
	}
	for i, x := range p.Train.X {
		sd[i%d] += (x - mean[i%d]) * (x - mean[i%d]) / float64(n)
	}
	shares := make([]float64, d)
	for i := range n {
		h, total := make([]float64, d), 0.0
		for j := range d {
			h[j] = w[j] * (p.Train.X[i*d+j] - mean[j] - offset*math.Sqrt(sd[j]))
			total += math.Abs(h[j])
		}
		for j := range d {
			if score == attribution.Absolute {
				h[j] = math.Abs(h[j])
			}
			shares[j] += h[j] / total / float64(n)
		}
	}
	return shares
}

// TestFoldsAreShared checks that tuning uses the same training parts for every method, and never the held-out parts or the test
// data.
func TestFoldsAreShared(t *testing.T) {
	p := problem(t, task.Loss{}, 23, 1)
	var seen [2][]float64
	for k := range seen {
		spy := benchmark.Recipe{Label: "spy", Grid: benchmark.Grid(1, 0.1), Learn: func(_ context.Context, _ compute.Backend, p *benchmark.Problem, s benchmark.Setting, _ int64) (benchmark.Fitted, error) {
			seen[k] = append(append(seen[k], s.Strength), p.Train.Y...)
			return make(benchmark.Line, len(p.Train.Features)+1), nil
		}}
		if _, _, err := benchmark.Tune(t.Context(), nil, spy, p, benchmark.DefaultTuneOptions(7)); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen[0]) == 0 || !slices.Equal(seen[0], seen[1]) {
		t.Errorf("folds %v and %v", seen[0], seen[1])
	}
}
