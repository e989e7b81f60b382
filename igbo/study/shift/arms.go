package shift

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Names of what is fitted beside the methods of package contest.
const (
	ridgeName   = "ridge"
	ridgeUnits  = "ridge, population's units"
	rankUnits   = "sign-rank-ridge, population's units"
	meanName    = "mean alone"
	mixedName   = "ridge on rows of all other groups"
	wholeName   = "ridge on all rows of the group"
	studentName = "order with signs by IGBO"
	coneUnits   = "ordered non-negative least squares, population's units"

	studentUnits = "order with signs by IGBO, population's units"

	bareName      = "posterior, nothing known"
	directedName  = "posterior, signs"
	orderName     = "posterior, order"
	bothName      = "posterior, order and signs"
	softName      = "posterior, soft order and signs"
	bothUnits     = "posterior, order and signs, population's units"
	softUnits     = "posterior, soft order and signs, population's units"
	placeboName   = "posterior, order and signs, placebo"
	reversedName  = "posterior, order and signs, reversed"
	softWrongName = "posterior, soft order and signs, reversed"

	answersName   = "teacher's answers"
	scaledName    = "teacher's answers, one scale"
	tunedName     = "fine-tuning: ridge towards the teacher"
	pooledName    = "ridge on the teacher's rows and the new ones"
	taughtOrder   = "posterior, teacher's order"
	taughtBoth    = "posterior, teacher's order and signs"
	taughtSoft    = "posterior, teacher's soft order and signs"
	taughtUnits   = "posterior, teacher's order and signs, population's units"
	taughtPlacebo = "posterior, teacher's order and signs, placebo"
)

// arm is a method with what it learns from.
type arm struct {
	name   string
	method contest.Method
	train  *igbo.Data
	// above is the order, signs are the directions.
	above [][2]int
	signs []int
}

// problem is what the method sees of a draw, judged by other rows.
func (d *draw) problem(a arm, test igbo.Data) (*contest.Problem, error) {
	p := &contest.Problem{Train: *a.train, Test: test, Signs: a.signs}
	if a.above == nil {
		return p, nil
	}
	var err error
	p.Order, err = graph(a.train.Features, a.above)
	return p, err
}

// abroad are the methods that see rows of the group.
func (c Config) abroad(d *draw) []arm {
	above, all := pairs(d.features), signs(d.features)
	told := func(name string, m contest.Method) arm { return arm{name, m, &d.home, above, all} }
	drawn := func(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) arm {
		return arm{name, c.posterior(name, above, signs, trust, scales), &d.home, nil, nil}
	}
	student := contest.DefaultStudent()
	student.Label, student.Known, student.Start, student.Signed, student.Penalized = studentName, contest.Uniform, contest.FromCentroid, true, false
	student.Steps, student.Rate = c.Steps, c.Rate
	return []arm{
		told(ridgeName, contest.Ridge()), told(ridgeUnits, inUnits(d.scales)), told(meanName, meanAlone()),
		told(contest.RankRidge().Name(), contest.RankRidge()), told(contest.SignRankRidge().Name(), contest.SignRankRidge()),
		told(rankUnits, rankInUnits(d.scales, above)),
		told(contest.OrderedCone, contest.Named(contest.Believed(), contest.OrderedCone)), told(studentName, student),
		drawn(bareName, nil, nil, posterior.Hard, nil), drawn(directedName, nil, all, posterior.Hard, nil), drawn(orderName, above, nil, posterior.Hard, nil),
		drawn(bothName, above, all, posterior.Hard, nil), drawn(softName, above, all, posterior.Soft, nil),
		drawn(bothUnits, above, all, posterior.Hard, d.scales), drawn(softUnits, above, all, posterior.Soft, d.scales),
		drawn(placeboName, d.placebo, all, posterior.Hard, nil), drawn(reversedName, reversed(above), all, posterior.Hard, nil),
		drawn(softWrongName, reversed(above), all, posterior.Soft, nil),
		told(coneUnits, inPopulation(coneUnits, contest.Named(contest.Believed(), contest.OrderedCone), d.population)), told(studentUnits, inPopulation(studentUnits, student, d.population)),
		{mixedName, contest.Ridge(), &d.few, nil, nil}, {wholeName, contest.Ridge(), &d.group, nil, nil},
	}
}

// taught are the methods that see rows of the others, and a teacher of the group.
func (c Config) taught(d *draw, teacher []float64) []arm {
	with := func(name string, m contest.Method) arm {
		return arm{name, m, &d.few, pairs(d.features), signs(d.features)}
	}
	drawn := func(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) arm {
		return arm{name, c.posterior(name, above, signs, trust, scales), &d.few, nil, nil}
	}
	own, ownSigns := importance(teacher, deviations(d.group))
	population, _ := importance(teacher, d.scales)
	above, all := pairs(d.features), signs(d.features)
	both := igbo.Data{Features: d.few.Features, Steps: 1, X: slices.Concat(d.group.X, d.few.X), Y: slices.Concat(d.group.Y, d.few.Y)}
	return []arm{
		with(ridgeName, contest.Ridge()), with(meanName, meanAlone()), with(answersName, answers(teacher)), with(scaledName, scaled(teacher)),
		with(tunedName, towards(teacher)), {pooledName, contest.Ridge(), &both, nil, nil},
		drawn(bareName, nil, nil, posterior.Hard, nil), drawn(taughtOrder, own, nil, posterior.Hard, nil), drawn(taughtBoth, own, ownSigns, posterior.Hard, nil),
		drawn(taughtSoft, own, ownSigns, posterior.Soft, nil), drawn(taughtUnits, population, ownSigns, posterior.Hard, d.scales),
		drawn(taughtPlacebo, relabelled(own, permuted(d)), ownSigns, posterior.Hard, nil),
		drawn(bothName, above, all, posterior.Hard, nil), drawn(softName, above, all, posterior.Soft, nil),
	}
}

// permuted turns each feature into the next one.
func permuted(d *draw) []int {
	at := make([]int, len(d.features))
	for j := range at {
		at[j] = (j + 1) % len(at)
	}
	return at
}

// deviations are the columns' mean absolute ones.
func deviations(d igbo.Data) (all []float64) {
	k := len(d.Features)
	for j := range k {
		all = append(all, deviation(records.Column(d.X, k, j)))
	}
	return all
}

// importance is the order of a model's |w|·scale, and its signs; of columns without a weight it says nothing.
func importance(weights, scales []float64) (above [][2]int, signs []int) {
	signs = make([]int, len(scales))
	for u := range scales {
		switch {
		case weights[u] > 0:
			signs[u] = 1
		case weights[u] < 0:
			signs[u] = -1
		}
		for v := range scales {
			if weights[v] != 0 && math.Abs(weights[u])*scales[u] > math.Abs(weights[v])*scales[v] {
				above = append(above, [2]int{u, v})
			}
		}
	}
	return above, signs
}

// lineOf is a linear model of k columns with its bias.
func lineOf(f contest.Fitted, k int) (contest.Line, error) {
	bias, err := f.Predict(make([]float64, k))
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(f.Weights()), bias[0]), nil
}

// learn is a method without anything to tune.
func learn(name string, fit func(ctx context.Context, p *contest.Problem, seed int64) (contest.Fitted, error)) contest.Method {
	return contest.Recipe{Label: name, Learn: func(ctx context.Context, _ compute.Backend, p *contest.Problem, _ contest.Setting, seed int64) (contest.Fitted, error) {
		return fit(ctx, p, seed)
	}}
}

func meanAlone() contest.Method {
	return learn(meanName, func(_ context.Context, p *contest.Problem, _ int64) (contest.Fitted, error) {
		return append(make(contest.Line, len(p.Train.Features)), stat.Mean(p.Train.Y, nil)), nil
	})
}

func answers(teacher []float64) contest.Method {
	return learn(answersName, func(context.Context, *contest.Problem, int64) (contest.Fitted, error) {
		return contest.Line(teacher), nil
	})
}

// scaled fits a scale, which is not negative, and the bias.
func scaled(teacher []float64) contest.Method {
	return learn(scaledName, func(_ context.Context, p *contest.Problem, _ int64) (contest.Fitted, error) {
		return contest.FittedLines(contest.Along(p, standardised(teacher, p)))
	})
}

// units are those of the rows to train on.
func units(p *contest.Problem) (linear.Data, linear.Units) {
	d := linear.Data{D: len(p.Train.Features), X: p.Train.X, Y: p.Train.Y}
	return d, linear.Measure(d, p.Loss, 1)
}

// standardised are a model's weights in the units of the rows to train on.
func standardised(teacher []float64, p *contest.Problem) []float64 {
	_, u := units(p)
	w := make([]float64, len(u.Scale))
	for j := range w {
		w[j] = teacher[j] * u.Scale[j] / u.TargetScale[0]
	}
	return w
}

// penalised is ridge regression by cross-validation of another form; the strongest leaves nothing but what weights are drawn to.
func penalised(name string, penalty func(p *contest.Problem, strength float64) linear.Penalty) contest.Method {
	return contest.Recipe{Label: name, Grid: contest.Grid(1000, 3e-3), Learn: func(ctx context.Context, _ compute.Backend, p *contest.Problem, s contest.Setting, _ int64) (contest.Fitted, error) {
		d, _ := units(p)
		return contest.FittedLines(linear.Fit(ctx, d, p.Loss, 1, penalty(p, s.Strength)))
	}}
}

func towards(teacher []float64) contest.Method {
	return penalised(tunedName, func(p *contest.Problem, strength float64) linear.Penalty {
		penalty := linear.Uniform(strength, len(p.Train.Features))
		penalty.Centre = standardised(teacher, p)
		return penalty
	})
}

// posterior is the mean of both bases' draws.
func (c Config) posterior(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) contest.Method {
	return learn(name, func(ctx context.Context, p *contest.Problem, seed int64) (contest.Fitted, error) {
		s := posterior.DefaultConfig()
		s.Trust, s.Scales, s.Chains, s.Burn, s.Draws, s.Seed = trust, scales, 1, c.Burn, c.Sweeps, uint64(seed)
		mean := make(contest.Line, len(p.Train.Features)+1)
		for _, s.Base = range []posterior.Base{posterior.Laplace, posterior.Gauss} {
			found, err := posterior.Sample(ctx, posterior.Data{D: len(p.Train.Features), X: p.Train.X, Y: p.Train.Y}, posterior.Order{Above: above, Directions: signs}, s)
			if err != nil {
				return nil, fmt.Errorf("shift: %w", err)
			}
			w, b := found.Mean()
			for j, v := range append(w, b) {
				mean[j] += v / 2
			}
		}
		return mean, nil
	})
}
