package polytope

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

func mustNew(t testing.TB, n int, edges [][2]int, o Options) *Polytope {
	t.Helper()
	return must.Of(New(n, edges, o)).In(t)
}

// randomOrder joins pairs of features with probability p, consistent with a hidden order.
func randomOrder(rng *rand.Rand, n int, p float64) (edges [][2]int) {
	at := rng.Perm(n)
	for i := range n {
		for j := range i {
			if rng.Float64() < p {
				edges = append(edges, [2]int{at[j], at[i]})
			}
		}
	}
	return edges
}

// reference returns the means and second moments of shares from all linear extensions of all
// features. The j-th largest share is Σ_{i≥j} w_i/i, where w is uniform on the simplex and
// E[w_i·w_k] = (1 + [i=k])/(n(n+1)).
func reference(n int, edges [][2]int) (mean []float64, second [][]float64) {
	mean, second = make([]float64, n), make([][]float64, n)
	for u := range second {
		second[u] = make([]float64, n)
	}
	rank, extensions := make([]int, n), 0.0
	used := make([]bool, n)
	var walk func(j int)
	walk = func(j int) {
		if j < n {
			for k := range n {
				free := !used[k]
				for _, e := range edges {
					free = free && (e[1] != k || used[e[0]])
				}
				if free {
					used[k], rank[k] = true, j
					walk(j + 1)
					used[k] = false
				}
			}
			return
		}
		extensions++
		for u := range n {
			for i := rank[u]; i < n; i++ {
				mean[u] += 1 / float64((i+1)*n)
				for v := range n {
					for k := rank[v]; k < n; k++ {
						w := 1.0
						if i == k {
							w = 2
						}
						second[u][v] += w / float64((i+1)*(k+1)*n*(n+1))
					}
				}
			}
		}
	}
	walk(0)
	for u := range n {
		mean[u] /= extensions
		for v := range n {
			second[u][v] /= extensions
		}
	}
	return mean, second
}

// TestMomentsAgainstEnumeration compares the moments with the enumeration of all linear extensions.
func TestMomentsAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(101, 1))
	for trial := range 60 {
		n := 1 + trial%7
		edges := randomOrder(rng, n, []float64{0.15, 0.4, 0.8}[trial%3])
		p := mustNew(t, n, edges, DefaultOptions())
		want, second := reference(n, edges)
		if !p.Diagnostics().Exact {
			t.Fatalf("%v: not exact", edges)
		}
		for u, mean := range p.Mean() {
			if math.Abs(mean-want[u]) > 1e-13 {
				t.Fatalf("%v: E[s_%d] = %g, want %g", edges, u, mean, want[u])
			}
			for v := range n {
				if got, cov := p.Covariance(u, v), second[u][v]-want[u]*want[v]; math.Abs(got-cov) > 1e-13 {
					t.Fatalf("%v: cov(s_%d, s_%d) = %g, want %g", edges, u, v, got, cov)
				}
				d := want[u] - want[v]
				variance := second[u][u] + second[v][v] - 2*second[u][v] - d*d
				if mean, got := p.Difference(u, v); math.Abs(mean-d) > 1e-13 || math.Abs(got-variance) > 1e-13 {
					t.Fatalf("%v: s_%d − s_%d has mean %g and variance %g, want %g and %g", edges, u, v, mean, got, d, variance)
				}
			}
		}
	}
}

// TestMomentsAgainstRejection compares the moments with rejection sampling from the simplex.
func TestMomentsAgainstRejection(t *testing.T) {
	edges := [][2]int{{0, 1}, {0, 2}, {2, 3}}
	const n = 6
	p := mustNew(t, n, edges, DefaultOptions())
	rng := rand.New(rand.NewPCG(102, 1))
	var count float64
	var mean, difference, square [n]float64
	for range 400_000 {
		var s [n]float64
		sum := 0.0
		for k := range s {
			s[k] = rng.ExpFloat64()
			sum += s[k]
		}
		if s[0] < s[1] || s[0] < s[2] || s[2] < s[3] {
			continue
		}
		count++
		for k := range s {
			d := (s[0] - s[k]) / sum
			mean[k] += s[k] / sum
			difference[k] += d
			square[k] += d * d
		}
	}
	for k, want := range p.Mean() {
		if got := mean[k] / count; math.Abs(got-want) > 0.002 {
			t.Errorf("E[s_%d] = %g, by rejection %g", k, want, got)
		}
		d, variance := p.Difference(0, k)
		got := difference[k] / count
		if v := square[k]/count - got*got; math.Abs(got-d) > 0.002 || math.Abs(v-variance) > 0.0005 {
			t.Errorf("s_0 − s_%d: mean %g and variance %g, by rejection %g and %g", k, d, variance, got, v)
		}
	}
}

// TestKnownOrders checks two known cases. A full ranking has one linear extension, with
// E[s_(j)] = (1/n)·Σ_{i≥j} 1/i. Without edges, the moments are those of the simplex.
func TestKnownOrders(t *testing.T) {
	for _, n := range []int{2, 5, 40, 256} {
		var edges [][2]int
		for k := 1; k < n; k++ {
			edges = append(edges, [2]int{k - 1, k})
		}
		mean := mustNew(t, n, edges, DefaultOptions()).Mean()
		tail := 0.0
		for j := n; j > 0; j-- {
			tail += 1 / float64(j)
			if want := tail / float64(n); math.Abs(mean[j-1]-want) > 1e-12*want {
				t.Fatalf("n = %d: share %d is %g, want %g", n, j, mean[j-1], want)
			}
		}
	}
	p := mustNew(t, 10_000, nil, DefaultOptions())
	const n = 10_000.0
	if mean, variance := p.Difference(3, 77); mean != 0 || math.Abs(variance*n*(n+1)/2-1) > 1e-9 {
		t.Errorf("no order: a difference of mean %g and variance %g", mean, variance)
	}
	if mean, variance := mustNew(t, 2, [][2]int{{1, 0}}, DefaultOptions()).Difference(1, 0); math.Abs(mean-0.5) > 1e-15 || math.Abs(variance-1.0/12) > 1e-15 {
		t.Errorf("two features: mean %g and variance %g, want those of the uniform law", mean, variance)
	}
}

// TestSamplerAgainstExact checks that, with MaxCells = 0, the sampler agrees with the exact moments
// within its standard error, and that its result only depends on the seed.
func TestSamplerAgainstExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(103, 1))
	o := DefaultOptions()
	o.MaxCells = 0
	for trial := range 12 {
		n := 4 + trial
		edges := randomOrder(rng, n, []float64{0.1, 0.3, 0.7}[trial%3])
		exact, sampled, again := mustNew(t, n, edges, DefaultOptions()), mustNew(t, n, edges, o), mustNew(t, n, edges, o)
		d := sampled.Diagnostics()
		if d.Exact && len(edges) > 0 || d.RHat > o.RHat || d.StandardError > o.Tolerance {
			t.Errorf("diagnostics %+v", d)
		}
		sum := 0.0
		for u, mean := range sampled.Mean() {
			sum += mean
			if math.Abs(mean-exact.Mean()[u])*float64(n) > 5*o.Tolerance || mean != again.Mean()[u] {
				t.Errorf("n = %d: E[s_%d] = %g, exact %g, again %g", n, u, mean, exact.Mean()[u], again.Mean()[u])
			}
			for v := range n {
				_, got := sampled.Difference(u, v)
				if _, want := exact.Difference(u, v); math.Abs(math.Sqrt(got)-math.Sqrt(want)) > 0.06*math.Sqrt(want)+1e-12 {
					t.Errorf("n = %d: σ of s_%d − s_%d = %g, exact %g", n, u, v, math.Sqrt(got), math.Sqrt(want))
				}
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("shares sum to %g", sum)
		}
	}
}

// TestSamplerOnTiers checks two tiers of 40 features, which have 2·2⁴⁰ ideals. Their moments follow
// from symmetry: the first tier holds the 40 largest of 80.
func TestSamplerOnTiers(t *testing.T) {
	var edges [][2]int
	for u := range 40 {
		for v := range 40 {
			edges = append(edges, [2]int{u, 40 + v})
		}
	}
	p := mustNew(t, 80, edges, DefaultOptions())
	if d := p.Diagnostics(); d.Exact || d.Sampled != 80 {
		t.Errorf("diagnostics %+v", d)
	}
	h, _ := harmonic(80)
	want := [2]float64{}
	for j := range 80 {
		want[j/40] += h[j] / 40 / 80
	}
	for k, got := range p.Mean() {
		if math.Abs(got-want[k/40])*80 > 0.05 {
			t.Errorf("E[s_%d] = %g, want %g", k, got, want[k/40])
		}
	}
}

// TestIntervals checks that the centroid satisfies every interval and the order, and that intervals
// are not cut off up to width 1.
func TestIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(104, 1))
	for trial := range 40 {
		n := 2 + trial%9
		order := graphOf(t, n, randomOrder(rng, n, 0.4))
		for _, width := range []float64{0, 0.5, 1, 3} {
			d := must.Of(Intervals(order, width, DefaultOptions())).In(t)
			p, _ := Of(order, DefaultOptions())
			mean := p.Mean()
			for i, e := range d.Edges {
				difference := mean[e.U] - mean[e.V]
				if difference < e.Epsilon-1e-12 || difference > e.Delta+1e-12 || e.P != order.Edges[i].P {
					t.Fatalf("width %g: %g is not in the interval of %+v", width, difference, e)
				}
				_, variance := p.Difference(e.U, e.V)
				if width <= 1 && math.Abs(e.Sigma-width*math.Sqrt(variance)) > 1e-9 {
					t.Errorf("width %g: half width %g of σ = %g was cut", width, e.Sigma, math.Sqrt(variance))
				}
			}
		}
	}
	if d, err := Intervals(graphOf(t, 3, nil), 0.5, DefaultOptions()); err != nil || len(d.Edges) != 0 {
		t.Errorf("no edge: got %v", err)
	}
}

func graphOf(t *testing.T, n int, pairs [][2]int) *dag.DAG {
	t.Helper()
	features := make([]string, n)
	for k := range features {
		features[k] = fmt.Sprintf("x%d", k)
	}
	var edges []dag.Edge
	for _, e := range pairs {
		edges = append(edges, dag.Edge{U: e[0], V: e[1], P: 0.7, Epsilon: 0.01, Delta: 1})
	}
	return must.Of(dag.New(features, edges, nil, nil)).In(t)
}

func BenchmarkPolytope(b *testing.B) {
	rng := rand.New(rand.NewPCG(105, 1))
	sampled := DefaultOptions()
	sampled.MaxCells = 0
	for _, c := range []struct {
		name  string
		n     int
		edges [][2]int
		o     Options
	}{
		{"tiers=7", 7, [][2]int{{0, 3}, {1, 3}, {2, 3}, {0, 4}, {1, 4}, {2, 4}, {3, 5}, {4, 5}, {3, 6}, {4, 6}}, DefaultOptions()},
		{"star=18", 18, star(18), DefaultOptions()},
		{"random=30", 30, randomOrder(rng, 30, 0.2), DefaultOptions()},
		{"sampled=30", 30, randomOrder(rng, 30, 0.2), sampled},
		{"sampled=200", 200, randomOrder(rng, 200, 0.02), sampled},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := mustNew(b, c.n, c.edges, c.o)
				b.ReportMetric(float64(p.Diagnostics().Sweeps), "sweeps")
			}
		})
	}
}
