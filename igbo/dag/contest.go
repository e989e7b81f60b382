package dag

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/mat"
)

// contest holds the comparisons, summed by pair.
type contest struct {
	features []string
	wins     []float64 // W_k, ties counting half
	pairs    []meeting
	won      map[[2]int]bool // (winner, loser), ties both ways
}

type meeting struct {
	u, v int
	n    float64
}

func newContest(comparisons []Comparison) (*contest, error) {
	g := &contest{won: map[[2]int]bool{}}
	ids, at := map[string]int{}, map[[2]int]int{}
	id := func(name string) int {
		i, ok := ids[name]
		if !ok {
			i = len(g.features)
			ids[name] = i
			g.features = append(g.features, name)
			g.wins = append(g.wins, 0)
		}
		return i
	}
	for i, c := range comparisons {
		if c.Winner == c.Loser || !(c.Weight > 0 && c.Weight <= MaxMagnitude) {
			return nil, fmt.Errorf("dag: comparison %d: got %q over %q with weight %g, expected two features and a finite weight > 0, at most %g",
				i, c.Winner, c.Loser, c.Weight, MaxMagnitude)
		}
		u, v := id(c.Winner), id(c.Loser)
		g.count(u, v, c, at)
	}
	if len(g.features) == 0 {
		return nil, errors.New("dag: got no comparisons, expected at least one")
	}
	if len(g.features) > MaxStrengths {
		return nil, fmt.Errorf("dag: got comparisons of %d features, expected at most %d", len(g.features), MaxStrengths)
	}
	return g, checkNames(g.features)
}

func (g *contest) count(u, v int, c Comparison, at map[[2]int]int) {
	g.won[[2]int{u, v}] = true
	if c.Tie {
		g.won[[2]int{v, u}] = true
		g.wins[u] += c.Weight / 2
		g.wins[v] += c.Weight / 2
	} else {
		g.wins[u] += c.Weight
	}
	key := [2]int{min(u, v), max(u, v)}
	i, ok := at[key]
	if !ok {
		i = len(g.pairs)
		at[key] = i
		g.pairs = append(g.pairs, meeting{u: key[0], v: key[1]})
	}
	g.pairs[i].n += c.Weight
}

// determined checks that wins lead from every feature to every other.
func (g *contest) determined() error {
	d := simple.NewDirectedGraph()
	for i := range g.features {
		d.AddNode(simple.Node(i))
	}
	for w := range g.won {
		d.SetEdge(simple.Edge{F: simple.Node(w[0]), T: simple.Node(w[1])})
	}
	groups := topo.TarjanSCC(d)
	if len(groups) <= 1 {
		return nil
	}
	named := make([][]string, len(groups))
	for i, group := range groups {
		for _, n := range group {
			named[i] = append(named[i], g.features[n.ID()])
		}
		slices.Sort(named[i])
	}
	slices.SortFunc(named, func(a, b []string) int { return slices.Compare(a, b) })
	if connected := topo.ConnectedComponents(undirected(g)); len(connected) > 1 {
		return fmt.Errorf("%w: they fall into %d parts that are never compared with each other, %s among them; "+
			"add comparisons or set a prior > 0", ErrSeparable, len(connected), joinGroup(named[0]))
	}
	return fmt.Errorf("%w: %d groups such as %s and %s either always win or always lose against each other, so their distance is infinite; "+
		"add comparisons or set a prior > 0", ErrSeparable, len(groups), joinGroup(named[0]), joinGroup(named[1]))
}

func undirected(g *contest) *simple.UndirectedGraph {
	d := simple.NewUndirectedGraph()
	for i := range g.features {
		d.AddNode(simple.Node(i))
	}
	for _, p := range g.pairs {
		d.SetEdge(simple.Edge{F: simple.Node(p.u), T: simple.Node(p.v)})
	}
	return d
}

// fit runs the MM rounds until no log-strength moves by more than the tolerance.
func (g *contest) fit(s *Strengths, opts BradleyTerryOptions) error {
	n := len(g.features)
	pi := make([]float64, n)
	for k := range pi {
		pi[k] = 1
	}
	denominator := make([]float64, n)
	for s.Iterations = 1; s.Iterations <= opts.MaxIterations; s.Iterations++ {
		for k := range denominator {
			denominator[k] = 2 * opts.Prior / (pi[k] + 1)
		}
		for _, p := range g.pairs {
			q := p.n / (pi[p.u] + pi[p.v])
			denominator[p.u] += q
			denominator[p.v] += q
		}
		if g.round(pi, denominator, opts.Prior) <= opts.Tolerance {
			s.strengths(pi)
			return nil
		}
	}
	return fmt.Errorf("dag: the strengths did not settle to %g in %d rounds: the comparisons hardly determine them; set a prior > 0",
		opts.Tolerance, opts.MaxIterations)
}

// round updates the strengths and returns the largest change of a log-strength. Without
// a prior the geometric mean is kept at 1.
func (g *contest) round(pi, denominator []float64, prior float64) float64 {
	next, shift := make([]float64, len(pi)), 0.0
	for k := range pi {
		next[k] = math.Log((g.wins[k] + prior) / denominator[k])
		shift += next[k] / float64(len(pi))
	}
	if prior > 0 {
		shift = 0
	}
	change := 0.0
	for k := range pi {
		x := next[k] - shift
		change = math.Max(change, math.Abs(x-math.Log(pi[k])))
		pi[k] = math.Exp(x)
	}
	return change
}

func (s *Strengths) strengths(pi []float64) {
	total, meanLog := 0.0, 0.0
	for _, p := range pi {
		total += p
		meanLog += math.Log(p) / float64(len(pi))
	}
	s.offset = meanLog
	for _, p := range pi {
		s.Share = append(s.Share, p/total)
		s.Beta = append(s.Beta, math.Log(p)-meanLog)
	}
}

// errors fills the covariance of β, centred. The information is the Laplacian of the
// weights n_uv·p·(1−p), plus 2·prior·p₀(1−p₀) on the diagonal; adding 1/D everywhere
// makes a Laplacian invertible and does not change contrasts.
func (g *contest) errors(s *Strengths, opts BradleyTerryOptions) error {
	n := len(g.features)
	info := mat.NewSymDense(n, nil)
	add := func(u, v int, x float64) { info.SetSym(u, v, info.At(u, v)+x) }
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for _, m := range g.pairs {
		p := logistic(s.Beta[m.u] - s.Beta[m.v])
		w := m.n * p * (1 - p)
		add(m.u, m.u, w)
		add(m.v, m.v, w)
		add(m.u, m.v, -w)
	}
	for k := range n {
		if opts.Prior > 0 {
			p := logistic(s.Beta[k] + s.offset)
			add(k, k, 2*opts.Prior*p*(1-p))
			continue
		}
		for j := k; j < n; j++ {
			add(k, j, 1/float64(n))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		return fmt.Errorf("%w: the information matrix is singular; set a prior > 0", ErrSeparable)
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return fmt.Errorf("dag: standard errors: %w", err)
	}
	s.center(&inverse)
	return nil
}

// center projects the covariance on Σβ = 0 and reads off the standard errors.
func (s *Strengths) center(c *mat.SymDense) {
	n, _ := c.Dims()
	rows, all := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			rows[i] += c.At(i, j) / float64(n)
		}
		all += rows[i] / float64(n)
	}
	s.Covariance = mat.NewDense(n, n, nil)
	s.StdErr = make([]float64, n)
	for i := range n {
		for j := range n {
			s.Covariance.Set(i, j, c.At(i, j)-rows[i]-rows[j]+all)
		}
		s.StdErr[i] = math.Sqrt(math.Max(0, s.Covariance.At(i, i)))
	}
}
