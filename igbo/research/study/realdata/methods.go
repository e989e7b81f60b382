package realdata

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// The knowledge that an arm uses.
const (
	truly    = ""
	relabels = ", placebo"
	reverses = ", reversed"
)

// arm is a method with its knowledge.
type arm struct {
	method   benchmark.Method
	informed string
}

// name returns the name of the arm in its row.
func (a arm) name() string { return a.method.Name() + a.informed }

// The names of the students.
const (
	orderName  = "order"
	bareName   = "order, no intervals"
	signsName  = "order with signs"
	keptName   = "order with signs, ridge kept"
	aloneName  = "signs from the centroid, no order"
	capName    = "cap"
	netName    = "MLP, weight decay"
	netOrder   = "MLP, order"
	gateSuffix = ", gate"

	oneDraw      = "one draw of the posterior, order"
	sixteenDraws = "mean of 16 draws, order"
)

// obeying are the methods of package linear that also run with wrong orders.
var obeying = []string{benchmark.PosteriorOrder, benchmark.PosteriorBoth, benchmark.PosteriorSoft, benchmark.PosteriorSoftAll}

// order returns the linear student that uses the order with intervals of its polytope. It starts at ridge and keeps its
// penalty.
func (c Config) order() benchmark.Student {
	s := benchmark.DefaultStudent()
	s.Label, s.Known, s.Steps, s.Rate = orderName, benchmark.Uniform, c.Steps, c.Rate
	return s
}

// bare returns the student that uses the order without intervals.
func (c Config) bare() benchmark.Student {
	s := c.order()
	s.Label, s.Known = bareName, benchmark.OrderOnly
	return s
}

// signs returns the student that uses order and signs. It starts at the polytope's centroid without a penalty, and stops before
// it is far from there.
func (c Config) signs() benchmark.Student {
	s := c.order()
	s.Label, s.Start, s.Signed, s.Penalized, s.Steps = signsName, benchmark.FromCentroid, true, false, c.SignedSteps
	return s
}

// kept returns the same student with ridge's penalty and the number of steps of the student without signs.
func (c Config) kept() benchmark.Student {
	s := c.signs()
	s.Label, s.Penalized, s.Steps = keptName, true, c.Steps
	return s
}

// alone returns the student that starts and stops like signs but ignores the order. It measures the value of the start.
func (c Config) alone() benchmark.Student {
	s := c.signs()
	s.Label, s.Ignores = aloneName, true
	return s
}

// sum returns the student with a tuned weighted sum.
func sum(s benchmark.Student) benchmark.Student {
	s.Label, s.Sum, s.Normalize, s.Rule = "tuned weighted sum, "+s.Label, true, false, "weighted-sum"
	return s
}

// linear returns the arms of linear models. With all set, it includes those that train many students.
func (c Config) linear(all bool, seed int64) []arm {
	var arms []arm
	tune := benchmark.DefaultTuneOptions(seed)
	add := func(informed string, methods ...benchmark.Method) {
		for _, m := range methods {
			arms = append(arms, arm{m, informed})
		}
	}
	add(truly, benchmark.LeastSquares(), benchmark.Ridge(), benchmark.LeaveOneOut(), benchmark.RankRidge(), benchmark.SignedSquares(), benchmark.SignedRidge(),
		benchmark.SignRankRidge(), benchmark.Centroid(), benchmark.ToCentroid(), c.order(), c.bare(), c.signs(), c.kept(), c.alone())
	add(relabels, benchmark.SignRankRidge(), benchmark.ToCentroid(), c.order(), c.signs())
	add(reverses, benchmark.SignRankRidge(), benchmark.ToCentroid(), c.order(), c.signs())
	for _, m := range benchmark.Believed() {
		if all || m.Name() != benchmark.Stacked {
			add(truly, m)
		}
	}
	if all {
		add(truly, benchmark.PosteriorDraws(oneDraw, 1), benchmark.PosteriorDraws(sixteenDraws, 16))
		for _, name := range obeying {
			add(relabels, benchmark.Named(benchmark.Believed(), name))
			add(reverses, benchmark.Named(benchmark.Believed(), name))
		}
		add(truly, sum(c.signs()), c.order().Gated(tune, 1), c.signs().Gated(tune, 1))
		add(reverses, c.order().Gated(tune, 1), c.signs().Gated(tune, 1))
	}
	return arms
}

// network returns the MLP that uses the order, or no knowledge if the label is empty.
func (c Config) network(label string) benchmark.Student {
	s := c.order()
	s.Label, s.Model, s.Points, s.Steps, s.Rate = label, models.MLPSpec(c.Network), c.NetworkPoints, c.NetworkSteps, 0.02
	if label == "" {
		s.Label, s.Ignores = netName, true
	}
	return s
}

// monotone returns a network that satisfies the known signs. Its weight decay is tuned like that of the others.
func monotone(n benchmark.Network) benchmark.Method {
	return benchmark.Recipe{
		Label: "MLP, monotone", Needs: n.Monotone().Applies, Grid: benchmark.Decays(),
		Learn: func(ctx context.Context, b compute.Backend, p *benchmark.Problem, s benchmark.Setting, seed int64) (benchmark.Fitted, error) {
			n.Decay = s.Strength
			return n.Monotone().Fit(ctx, b, p, benchmark.Setting{}, seed)
		},
	}
}

// batch is larger than the number of samples, so each step uses all samples.
const batch = 64

// networks returns the arms of networks. The monotone one takes the same total number of steps as the others.
func (c Config) networks() []arm {
	steady := benchmark.DefaultNetwork(models.MLPSpec(c.Network))
	steady.Epochs, steady.Batch, steady.Points = 2*c.NetworkSteps, batch, c.NetworkPoints
	return []arm{{benchmark.Ridge(), truly}, {c.network(""), truly}, {c.network(netOrder), truly}, {monotone(steady), truly}, {c.network(netOrder), relabels}}
}

// shortcuts returns the arms if a column is suspected.
func (c Config) shortcuts() []arm {
	s := benchmark.DefaultStudent()
	s.Label, s.Steps, s.Rate = capName, c.Steps, c.Rate
	return []arm{{benchmark.LeastSquares(), truly}, {benchmark.Ridge(), truly}, {benchmark.Deletion(), truly}, {s, truly}}
}

// centre reports whether all methods are tried at n samples.
func (c Config) centre(n int) bool { return slices.Contains(c.Centre, n) }

// hints returns a function that computes values that predict targets: the targets in standard deviations of the training
// targets, or ±1 for classes, plus noise.
func hints(p benchmark.Problem, rng *rand.Rand, noise float64) func(y []float64) []float64 {
	mean, scale := 0.5, 0.5
	if p.Loss.ScalesTarget() {
		mean, scale = stat.MeanStdDev(p.Train.Y, nil)
	}
	return func(y []float64) []float64 {
		return study.Each(y, func(v float64) float64 { return (v-mean)/scale + noise*rng.NormFloat64() })
	}
}

// withColumn appends a column to the inputs.
func withColumn(d igbo.Data, column []float64) igbo.Data {
	k := len(d.Features)
	x := make([]float64, 0, len(d.X)+len(column))
	for i, v := range column {
		x = append(append(x, d.X[i*k:(i+1)*k]...), v)
	}
	d.Features, d.X = append(slices.Clone(d.Features), "suspect"), x
	return d
}

// weight returns the approximate cost of a run, relative to a linear one without tuned students.
func (s distribution) weight() float64 {
	switch {
	case s.Kind == Networks:
		return 40
	case s.All:
		return 10
	}
	return 1
}
