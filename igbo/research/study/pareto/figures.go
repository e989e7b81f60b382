package pareto

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the fronts of the first seed, and H of their points against λ.
func (result *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(result.Seeds[0].fronts, result.Seeds[0].along)
}

// named returns the name of the sweep's rule, and marks a rule without λ.
func (s Sweep) named() string {
	if s.trades() {
		return s.Rule
	}
	return s.Rule + ", which has no λ"
}

// trades reports whether the sweep's rule uses λ.
func (s Sweep) trades() bool {
	if s.Rule == string(train.Tchebycheff) {
		return true
	}
	rule, err := projection.ByName(s.Rule)
	return err == nil && projection.Trades(rule)
}

// above returns the excess of a task loss over that of least squares, in percent; the loss is in units of that of least
// squares.
func above(loss float64) float64 { return 100 * (loss - 1) }

// fronts draws every sweep in the plane of the losses.
func (s Seed) fronts() (plots.Figure, error) {
	var sets []plots.ParetoSet
	for _, sweep := range s.Sweeps {
		set := plots.ParetoSet{Name: sweep.Rule, Labels: s.ends(sweep)}
		for _, q := range sweep.Points {
			set.L, set.H = append(set.L, above(q.L)), append(set.H, q.H)
		}
		sets = append(sets, set)
	}
	best := slices.MaxFunc(s.Sweeps, func(a, b Sweep) int { return cmp.Compare(a.Hypervolume, b.Hypervolume) })
	title := plots.Title(fmt.Sprintf("Largest dominated area: %s (seed %d)", best.Rule, s.Seed))
	return plots.ParetoFront(sets, s.marks(), nil, title, plots.Size(720, 480),
		plots.XLabel("task loss: % above the loss of least squares"), plots.YLabel(axisH))
}

// axisH names H on an axis.
const axisH = "interpretability loss H, 1 at the start"

// marks are the unconstrained student and least squares, as one mark if no reader could tell them apart: they differ by at most
// 0.01 % in L and 0.02 in H.
func (s Seed) marks() []plots.ParetoMark {
	a, b := s.Unconstrained, s.LeastSquares
	if math.Abs(a.L-b.L) <= 1e-4 && math.Abs(a.H-b.H) <= 0.02 {
		return []plots.ParetoMark{{Name: "unconstrained, least squares", L: above(a.L), H: a.H}}
	}
	return []plots.ParetoMark{{Name: "unconstrained", L: above(a.L), H: a.H}, {Name: "least squares", L: above(b.L), H: b.H}}
}

// ends returns the labels with λ at the ends of a sweep, which show its direction. The first sweep with λ has labels, and the
// first one in the other direction.
func (s Seed) ends(sweep Sweep) []string {
	labels := make([]string, len(sweep.Points))
	direction := sweep.direction()
	first := slices.IndexFunc(s.Sweeps, func(other Sweep) bool { return other.direction() == direction })
	if direction == 0 || s.Sweeps[first].Rule != sweep.Rule {
		return labels
	}
	for _, i := range []int{0, len(labels) - 1} {
		labels[i] = fmt.Sprintf("λ = %g", sweep.Points[i].Lambda)
	}
	return labels
}

// direction returns +1 if a larger λ leads to a larger H, −1 if it leads to a smaller H, and 0 if the rule has no λ or λ has no
// effect.
func (s Sweep) direction() int {
	if !s.trades() || len(s.Points) < 2 {
		return 0
	}
	a, b := s.Points[0], s.Points[len(s.Points)-1]
	return cmp.Compare(a.Lambda, b.Lambda) * cmp.Compare(a.H, b.H)
}

// falling names the rules for which a larger λ leads to a smaller H.
func (s Seed) falling() string {
	var rules []string
	for _, sweep := range s.Sweeps {
		if sweep.direction() < 0 {
			rules = append(rules, sweep.Rule)
		}
	}
	if len(rules) == 0 {
		rules = []string{"no rule"}
	}
	return fmt.Sprintf("A larger λ lowers H under %s (seed %d)", strings.Join(rules, ", "), s.Seed)
}

// along draws H of every sweep against λ.
func (s Seed) along() (plots.Figure, error) {
	var lines []plots.Line
	for _, sweep := range s.Sweeps {
		line := plots.Line{Name: sweep.named()}
		sorted := slices.SortedStableFunc(slices.Values(sweep.Points), func(a, b Point) int { return cmp.Compare(a.Lambda, b.Lambda) })
		for _, q := range sorted {
			line.Add(q.Lambda, q.H)
		}
		lines = append(lines, line)
	}
	points := s.Sweeps[0].Points
	label := fmt.Sprintf("λ (the sweep runs from %g to %g)", points[0].Lambda, points[len(points)-1].Lambda)
	return plots.Lines(lines, plots.Name("pareto-lambda"), plots.Title(s.falling()),
		plots.XLabel(label), plots.YLabel(axisH))
}
