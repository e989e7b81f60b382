package pairwise

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/igbolab/igbolab/igbo/dag"
)

// contest holds the comparisons, summed by pair.
type contest struct {
	features []string
	wins     []float64 // W_k; ties count half
	pairs    []meeting
	won      map[[2]int]bool // (winner, loser); ties count in both directions
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
		if c.Winner == c.Loser {
			return nil, fmt.Errorf("pairwise: comparison %d compares %q with itself, want two features", i, c.Winner)
		}
		if !(c.Weight > 0 && c.Weight <= dag.MaxMagnitude) {
			return nil, fmt.Errorf("pairwise: comparison %d has the weight %g, want a positive number, at most %g", i, c.Weight, dag.MaxMagnitude)
		}
		u, v := id(c.Winner), id(c.Loser)
		g.count(u, v, c, at)
	}
	if len(g.features) == 0 {
		return nil, errors.New("pairwise: the list of comparisons is empty (want at least one)")
	}
	if len(g.features) > MaxFeatures {
		return nil, fmt.Errorf("pairwise: the comparisons have %d features, which is too many (max %d)", len(g.features), MaxFeatures)
	}
	for i, name := range g.features {
		if err := dag.CheckName(name); err != nil {
			return nil, fmt.Errorf("pairwise: feature %d: %w", i, err)
		}
	}
	return g, nil
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

// determined checks that every feature can be reached from every other one by wins.
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
		return fmt.Errorf("%w: the features form %d groups that are never compared with each other, for example %s "+
			"(add comparisons between groups, or set a prior > 0)", ErrSeparable, len(connected), joinGroup(named[0]))
	}
	return fmt.Errorf("%w: there are %d groups of features, such as %s and %s; between two groups, the same one always wins, so their strengths "+
		"differ infinitely (add comparisons or set a prior > 0)", ErrSeparable, len(groups), joinGroup(named[0]), joinGroup(named[1]))
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
