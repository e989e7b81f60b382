package shift

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
)

// most is the number of rows that are tested on, or that a teacher knows, at most.
const most = 400

// left is the number of rows of the group that must be left to test at home, at least.
const left = 3

// draw is one group of a table with rows of it and of the others.
type draw struct {
	// home are rows of the group, beside those at home to test; group are all that a teacher knows of it.
	home, beside, group igbo.Data
	// few are rows of the other groups, abroad others of them to test.
	few, abroad igbo.Data
	features    []feature
	// scales are the columns' mean absolute deviations in the whole table.
	scales []float64
	// placebo are the order's pairs with features at random.
	placebo [][2]int
	// population are inputs of rows of any group, those that are tested on among them.
	population []float64
}

// draw takes a group and rows. Error: no group has enough of them.
func (s Shift) draw(t *table, rng *rand.Rand) (*draw, error) {
	features, err := s.features()
	if err != nil {
		return nil, err
	}
	var candidates []string
	members := map[string][]int{}
	for i, g := range t.groups {
		members[g] = append(members[g], i)
	}
	for g, rows := range members {
		if len(rows) >= s.Samples+left && len(t.rows)-len(rows) >= s.Samples+left && (s.Train == nil || slices.Contains(s.Train, g)) {
			candidates = append(candidates, g)
		}
	}
	slices.Sort(candidates)
	if len(candidates) == 0 {
		return nil, fmt.Errorf("shift: %s: no group with %d rows to train on, of %d groups with %d rows in all", s.Name, s.Samples, len(members), len(t.rows))
	}
	names := study.Each(features, func(f feature) string { return f.Name })
	take := func(rows []int) igbo.Data { return records.Data(names, t.rows, rows) }
	for range 1000 {
		g := candidates[rng.IntN(len(candidates))]
		own := shuffled(rng, members[g])
		var others []int
		for i, of := range t.groups {
			if of != g {
				others = append(others, i)
			}
		}
		others = shuffled(rng, others)
		n := s.Samples
		d := &draw{features: features, home: take(own[:n]), beside: take(own[n:min(len(own), n+most)]), group: take(own[:min(len(own), most)])}
		d.few, d.abroad = take(others[:n]), take(others[n:min(len(others), n+most)])
		if !varies(d.home) || !varies(d.few) {
			continue
		}
		for j := range features {
			d.scales = append(d.scales, deviation(t.rows, j))
		}
		for d.placebo == nil || same(d.placebo, pairs(features)) {
			d.placebo = relabelled(pairs(features), rng.Perm(len(features)))
		}
		d.population = take(rng.Perm(len(t.rows))[:min(len(t.rows), known)]).X
		return d, nil
	}
	return nil, fmt.Errorf("shift: %s: no group with %d rows whose targets and inputs vary", s.Name, s.Samples)
}

func shuffled(rng *rand.Rand, rows []int) []int {
	all := slices.Clone(rows)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// varies tells whether targets and some input have more than one value.
func varies(d igbo.Data) bool {
	k := len(d.Features)
	differ := func(v []float64, step int) bool {
		for i := step; i < len(v); i += step {
			if v[i] != v[0] {
				return true
			}
		}
		return false
	}
	for j := range k {
		if differ(d.X[j:], k) {
			return differ(d.Y, 1)
		}
	}
	return false
}

// deviation is a column's mean absolute deviation; 1 where it does not vary.
func deviation(rows [][]float64, j int) float64 {
	values := make([]float64, len(rows))
	for i, r := range rows {
		values[i] = r[j]
	}
	mean := stat.Mean(values, nil)
	for i, v := range values {
		values[i] = math.Abs(v - mean)
	}
	if d := stat.Mean(values, nil); d > 0 {
		return d
	}
	return 1
}

// relabelled are pairs of other features.
func relabelled(above [][2]int, at []int) [][2]int {
	return study.Each(above, func(p [2]int) [2]int { return [2]int{at[p[0]], at[p[1]]} })
}

// same tells whether both have the same pairs.
func same(a, b [][2]int) bool {
	return !slices.ContainsFunc(a, func(p [2]int) bool { return !slices.Contains(b, p) })
}

// reversed are the pairs upside down.
func reversed(above [][2]int) [][2]int {
	return study.Each(above, func(p [2]int) [2]int { return [2]int{p[1], p[0]} })
}

// graph is an order without numbers of its own.
func graph(names []string, above [][2]int) (*dag.DAG, error) {
	return contest.Bare(names, study.Each(above, func(p [2]int) dag.Edge { return dag.Edge{U: p[0], V: p[1]} }))
}
