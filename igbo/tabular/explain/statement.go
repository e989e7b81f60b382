package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/dag"
)

// claim is a statement with the results so far for H_u − H_v, or for H_u if v < 0.
type claim struct {
	Statement
	u, v   int
	column int // the column of a direction; sign is its sign, 0 for other statements
	sign   float64
	values spread
	moved  spread     // values with the effect of each sample on an estimated baseline
	kept   int        // samples that satisfy it individually
	behind *influence // the influence of a background
	own    []float64  // values of the background's rows, NaN for those that are not samples
}

// claims returns the statements of an order: its edges, bounds and ties. It skips ends of an interval that the order does not state.
func claims(d *dag.DAG) (list []claim) {
	name := func(k int) string { return d.Features[k] }
	open := d.OpenEnds()
	for _, e := range d.Edges {
		s := Statement{Text: name(e.U) + " above " + name(e.V), Value: fmt.Sprintf("H(%s) − H(%s)", name(e.U), name(e.V)), Min: &e.Epsilon, Max: &e.Delta}
		ends := open[[2]string{name(e.U), name(e.V)}]
		if ends.Epsilon {
			s.Min, s.Sign = new(float64), true
		}
		if ends.Delta {
			s.Max = nil
		}
		list = append(list, claim{Statement: s, u: e.U, v: e.V})
	}
	for _, b := range d.Bounds {
		s := Statement{Text: fmt.Sprintf("%s within %.4g and %.4g", name(b.K), b.Min, b.Max), Value: fmt.Sprintf("H(%s)", name(b.K)), Min: &b.Min, Max: &b.Max}
		list = append(list, claim{Statement: s, u: b.K, v: -1})
	}
	for _, t := range d.Ties {
		low := -t.Within
		s := Statement{Text: fmt.Sprintf("%s as %s, within %.4g", name(t.U), name(t.V), t.Within), Value: fmt.Sprintf("H(%s) − H(%s)", name(t.U), name(t.V)), Min: &low, Max: &t.Within}
		list = append(list, claim{Statement: s, u: t.U, v: t.V})
	}
	return list
}

// above reports whether a value is at least the required minimum.
func (s Statement) above(v float64) bool { return s.Min == nil || v > *s.Min || v == *s.Min && !s.Sign }

// below reports whether a value is at most the required maximum.
func (s Statement) below(v float64) bool { return s.Max == nil || v <= *s.Max }

// asked formats the required interval.
func (s Statement) asked() string {
	switch {
	case s.Sign && s.Max == nil:
		return "above 0"
	case s.Sign:
		return fmt.Sprintf("(0, %.4g]", *s.Max)
	case s.Max == nil:
		return fmt.Sprintf("at least %.4g", *s.Min)
	}
	return fmt.Sprintf("[%.4g, %.4g]", *s.Min, *s.Max)
}

// directionClaims returns the statements that raising a column raises, or lowers, the output.
func directionClaims(columns []string, signs []int) (list []claim) {
	for j, sign := range signs {
		if sign == 0 {
			continue
		}
		text := fmt.Sprintf("a rise of %s %s the output", columns[j], map[int]string{1: "raises", -1: "lowers"}[sign])
		value := map[int]string{1: "", -1: "−"}[sign] + fmt.Sprintf("R(%s)", columns[j])
		list = append(list, claim{Statement: Statement{Text: text, Value: value, Min: new(float64), Sign: true}, column: j, sign: float64(sign)})
	}
	return list
}

// directed reports whether a list has statements about directions.
func directed(list []claim) bool {
	return slices.ContainsFunc(list, func(k claim) bool { return k.sign != 0 })
}

// value returns the value of the statement for a sample.
func (k *claim) value(i int, scores *mat.Dense, of *effects) float64 {
	switch {
	case k.sign != 0:
		return k.sign * of.rise(i, k.column)
	case k.v >= 0:
		return scores.At(i, k.u) - scores.At(i, k.v)
	}
	return scores.At(i, k.u)
}

// add adds the scores of some samples, their effects if there are directions, and the effect of each sample by way of the baseline.
func (k *claim) add(scores *mat.Dense, of *effects, move func(i int) float64) {
	n, _ := scores.Dims()
	for i := range n {
		value := k.value(i, scores, of)
		if k.behind != nil {
			k.own = k.behind.note(k.own, int(k.values.n), value)
		}
		k.values.add(value)
		k.moved.add(value + move(i))
		if k.above(value) && k.below(value) {
			k.kept++
		}
	}
}

// uncertainty returns the standard error of the mean and its degrees of freedom.
func (k *claim) uncertainty() (se, freedom float64) {
	if k.behind != nil {
		return k.behind.uncertainty(k)
	}
	return k.moved.error(), k.moved.n - 1
}

// answered returns the statement with its answer.
func (k *claim) answered(level float64) Statement {
	s := k.Statement
	s.Kept, s.Mean = float64(k.kept)/k.values.n, k.values.mean
	se, freedom := k.uncertainty()
	half := halfWidth(level, se, freedom)
	s.P = k.p(se, freedom)
	s.Low, s.High = s.Mean-half, s.Mean+half
	switch {
	case s.above(s.Low) && s.below(s.High):
		s.Answer = Holds
	case !s.above(s.High) || !s.below(s.Low):
		s.Answer = Fails
	default:
		s.Answer = Undecided
	}
	return s
}

// p returns the p-value of the answer. It is the smaller of two two-sided probabilities: that of a mean as far inside the required interval
// if the truth is outside, and as far outside if the truth is inside. An answer is decided at a level if p < 1 − level.
func (k *claim) p(se, freedom float64) float64 {
	within, outside := 0.0, 1.0
	for _, bound := range []struct {
		at   *float64
		sign float64
	}{{k.Min, 1}, {k.Max, -1}} {
		if bound.at == nil {
			continue
		}
		inside := tail(bound.sign*(k.values.mean-*bound.at), se, freedom)
		within, outside = max(within, inside), min(outside, 1-inside)
	}
	return min(1, 2*within, 2*outside)
}

// tail returns the probability of a mean at least this far above the truth, by Student's t.
func tail(above, se, freedom float64) float64 {
	if se == 0 {
		return map[bool]float64{true: 0, false: 1}[above >= 0]
	}
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival(above / se)
}

// together tests all statements jointly (Holm, 1979).
func (k *Check) together() {
	order := make([]int, len(k.Statements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.Statements[a].P, k.Statements[b].P) })
	largest := 0.0
	for rank, i := range order {
		s := &k.Statements[i]
		largest = max(largest, min(1, float64(len(order)-rank)*s.P))
		if s.Adjusted = largest; s.Answer != Undecided && k.decidedJointly(*s) {
			k.Jointly++
		}
	}
}

// decidedJointly reports whether an answer is decided if all statements are tested together.
func (k *Check) decidedJointly(s Statement) bool { return s.Adjusted <= 1-k.Config.Level }

// jointly describes which of the individually decided answers are decided jointly.
func (k *Check) jointly(decided int) string {
	if k.Jointly == decided {
		return fmt.Sprintf("all %d decided answers remain", decided)
	}
	var not []string
	for _, s := range k.Statements {
		if s.Answer != Undecided && !k.decidedJointly(s) {
			not = append(not, fmt.Sprintf("%q %s", s.Text, s.Answer))
		}
	}
	return fmt.Sprintf("%d of %d decided answers remain; the others may be due to chance: %s", k.Jointly, decided, strings.Join(not, ", "))
}
