package shift

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
)

// most is the largest number of test rows, and of rows for a teacher.
const most = 400

// left is the smallest number of rows of the group that remain for testing at home.
const left = 3

// draw is one group of a table with rows of the group and of the other groups.
type draw struct {
	// home has the training rows of the group. The other two fields are test rows of the group (beside) and the rows for the
	// teacher (group).
	home, beside, group igbo.Data
	// few has training rows of the other groups. The next field has test rows of the other groups.
	few, abroad igbo.Data
	features    []feature
	// scales has the mean absolute deviations of the columns in the whole table.
	scales []float64
	// placebo has the order's pairs with random features.
	placebo [][2]int
	// population has inputs of rows of any group, including test rows.
	population []float64
	// whole is ridge regression on all rows of the group, and teacher its weights with the bias.
	whole   benchmark.Fitted
	teacher benchmark.Line
}

// draw draws a group and rows. It returns an error if no group has enough rows.
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
		return nil, fmt.Errorf("shift: %s: none of the %d groups (%d rows) has enough rows to train on %d", s.Name, len(members), len(t.rows), s.Samples)
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
			d.scales = append(d.scales, meanDeviation(study.Each(t.rows, func(r []float64) float64 { return r[j] })))
		}
		for d.placebo == nil || same(d.placebo, pairs(features)) {
			d.placebo = relabelled(pairs(features), rng.Perm(len(features)))
		}
		d.population = take(rng.Perm(len(t.rows))[:min(len(t.rows), known)]).X
		return d, nil
	}
	return nil, fmt.Errorf("shift: %s: found no group with %d rows in which the target and all inputs vary", s.Name, s.Samples)
}

func shuffled(rng *rand.Rand, rows []int) []int {
	all := slices.Clone(rows)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// varies reports whether the targets and at least one input have more than one value.
func varies(d igbo.Data) bool {
	differ := func(values []float64) bool { return slices.Min(values) < slices.Max(values) }
	for j := range d.Features {
		if differ(records.Column(d.X, len(d.Features), j)) {
			return differ(d.Y)
		}
	}
	return false
}

// meanDeviation returns the mean absolute deviation of values, which it overwrites; 1 if they do not vary.
func meanDeviation(values []float64) float64 {
	mean := stat.Mean(values, nil)
	for i, v := range values {
		values[i] = math.Abs(v - mean)
	}
	if d := stat.Mean(values, nil); d > 0 {
		return d
	}
	return 1
}

// relabelled returns pairs with exchanged features.
func relabelled(above [][2]int, at []int) [][2]int {
	return study.Each(above, func(p [2]int) [2]int { return [2]int{at[p[0]], at[p[1]]} })
}

// same reports whether both have the same pairs.
func same(a, b [][2]int) bool {
	return !slices.ContainsFunc(a, func(p [2]int) bool { return !slices.Contains(b, p) })
}

// reversed returns reversed pairs.
func reversed(above [][2]int) [][2]int {
	return study.Each(above, func(p [2]int) [2]int { return [2]int{p[1], p[0]} })
}

// graph returns an order without intervals.
func graph(names []string, above [][2]int) (*dag.DAG, error) {
	return benchmark.Bare(names, study.Each(above, func(p [2]int) dag.Edge { return dag.Edge{U: p[0], V: p[1]} }))
}

// twin returns a synthetic table for a shift. It has twelve groups whose columns have different means and standard deviations.
// The truth is linear and satisfies the order and the directions; its weights differ a little between groups.
func (s Shift) twin() (*table, error) {
	features, err := s.features()
	if err != nil {
		return nil, err
	}
	h := fnv.New64a()
	h.Write([]byte(s.Name))
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	t := &table{}
	for g := range 12 {
		name := fmt.Sprintf("made up %d", g)
		if g < len(s.Train) {
			name = s.Train[g]
		}
		level := rng.NormFloat64()
		var mean, scale, weight []float64
		for _, f := range features {
			mean, scale = append(mean, rng.NormFloat64()), append(scale, math.Exp(rng.NormFloat64()/4))
			weight = append(weight, float64(f.sign)*math.Pow(0.6, float64(f.level))*math.Exp(rng.NormFloat64()/4))
		}
		for range 40 {
			y, row := level+rng.NormFloat64()/2, []float64{}
			for j := range features {
				x := mean[j] + scale[j]*rng.NormFloat64()
				row, y = append(row, x), y+weight[j]*x
			}
			t.rows, t.groups = append(t.rows, append(row, y)), append(t.groups, name)
		}
	}
	return t, nil
}
