package shift

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
)

// Names of the methods that package benchmark does not have.
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

// arm is a method with its training data and knowledge.
type arm struct {
	name   string
	method benchmark.Method
	train  *igbo.Data
	// above is the order, and signs are the directions.
	above [][2]int
	signs []int
}

// problem returns the training rows of a draw as the method sees them, with test rows from the other groups.
func (d *draw) problem(a arm) (*benchmark.Problem, error) {
	p := &benchmark.Problem{Train: *a.train, Test: d.abroad, Signs: a.signs}
	if a.above == nil {
		return p, nil
	}
	var err error
	p.Order, err = graph(a.train.Features, a.above)
	return p, err
}

// abroad returns the methods that are trained on rows of the group.
func (c Config) abroad(d *draw) []arm {
	above, all := pairs(d.features), signs(d.features)
	informed := func(name string, m benchmark.Method) arm { return arm{name, m, &d.home, above, all} }
	drawn := func(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) arm {
		return arm{name, c.posterior(name, above, signs, trust, scales), &d.home, nil, nil}
	}
	student := benchmark.DefaultStudent()
	student.Label, student.Known, student.Start, student.Signed, student.Penalized = studentName, benchmark.Uniform, benchmark.FromCentroid, true, false
	student.Steps, student.Rate = c.Steps, c.Rate
	return []arm{
		informed(ridgeName, benchmark.Ridge()), informed(ridgeUnits, inUnits(d.scales)), informed(meanName, meanAlone()),
		informed(benchmark.RankRidge().Name(), benchmark.RankRidge()), informed(benchmark.SignRankRidge().Name(), benchmark.SignRankRidge()),
		informed(rankUnits, rankInUnits(d.scales, above)),
		informed(benchmark.OrderedCone, benchmark.Named(benchmark.Believed(), benchmark.OrderedCone)), informed(studentName, student),
		drawn(bareName, nil, nil, posterior.Hard, nil), drawn(directedName, nil, all, posterior.Hard, nil), drawn(orderName, above, nil, posterior.Hard, nil),
		drawn(bothName, above, all, posterior.Hard, nil), drawn(softName, above, all, posterior.Soft, nil),
		drawn(bothUnits, above, all, posterior.Hard, d.scales), drawn(softUnits, above, all, posterior.Soft, d.scales),
		drawn(placeboName, d.placebo, all, posterior.Hard, nil), drawn(reversedName, reversed(above), all, posterior.Hard, nil),
		drawn(softWrongName, reversed(above), all, posterior.Soft, nil),
		informed(coneUnits, inPopulation(coneUnits, benchmark.Named(benchmark.Believed(), benchmark.OrderedCone), d.population)), informed(studentUnits, inPopulation(studentUnits, student, d.population)),
		{mixedName, benchmark.Ridge(), &d.few, nil, nil}, {wholeName, fitted(wholeName, d.whole), &d.group, nil, nil},
	}
}

// taught returns the methods that are trained on rows of the other groups and use a teacher of the group.
func (c Config) taught(d *draw) []arm {
	teacher := []float64(d.teacher)
	with := func(name string, m benchmark.Method) arm {
		return arm{name, m, &d.few, pairs(d.features), signs(d.features)}
	}
	drawn := func(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) arm {
		return arm{name, c.posterior(name, above, signs, trust, scales), &d.few, nil, nil}
	}
	own, ownSigns := importance(teacher, meanDeviations(d.group))
	population, _ := importance(teacher, d.scales)
	above, all := pairs(d.features), signs(d.features)
	both := igbo.Data{Features: d.few.Features, Steps: 1, X: slices.Concat(d.group.X, d.few.X), Y: slices.Concat(d.group.Y, d.few.Y)}
	return []arm{
		with(ridgeName, benchmark.Ridge()), with(meanName, meanAlone()), with(answersName, answers(teacher)), with(scaledName, scaled(teacher)),
		with(tunedName, towards(teacher)), {pooledName, benchmark.Ridge(), &both, nil, nil},
		drawn(bareName, nil, nil, posterior.Hard, nil), drawn(taughtOrder, own, nil, posterior.Hard, nil), drawn(taughtBoth, own, ownSigns, posterior.Hard, nil),
		drawn(taughtSoft, own, ownSigns, posterior.Soft, nil), drawn(taughtUnits, population, ownSigns, posterior.Hard, d.scales),
		drawn(taughtPlacebo, relabelled(own, permuted(d)), ownSigns, posterior.Hard, nil),
		drawn(bothName, above, all, posterior.Hard, nil), drawn(softName, above, all, posterior.Soft, nil),
	}
}

// permuted maps each feature to the next one.
func permuted(d *draw) []int {
	at := make([]int, len(d.features))
	for j := range at {
		at[j] = (j + 1) % len(at)
	}
	return at
}

// meanDeviations returns the mean absolute deviations of the columns.
func meanDeviations(d igbo.Data) (all []float64) {
	k := len(d.Features)
	for j := range k {
		all = append(all, meanDeviation(records.Column(d.X, k, j)))
	}
	return all
}

// importance returns the order of |w|·scale in a model, and the signs of its weights. It states nothing about columns with
// weight 0.
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

// lineOf returns a linear model of k columns with its bias.
func lineOf(f benchmark.Fitted, k int) (benchmark.Line, error) {
	bias, err := f.Predict(make([]float64, k))
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(f.Weights()), bias[0]), nil
}

// learn returns a method that has nothing to tune.
func learn(name string, fit func(ctx context.Context, p *benchmark.Problem, seed int64) (benchmark.Fitted, error)) benchmark.Method {
	return benchmark.Recipe{Label: name, Learn: func(ctx context.Context, _ compute.Backend, p *benchmark.Problem, _ benchmark.Setting, seed int64) (benchmark.Fitted, error) {
		return fit(ctx, p, seed)
	}}
}

func meanAlone() benchmark.Method {
	return learn(meanName, func(_ context.Context, p *benchmark.Problem, _ int64) (benchmark.Fitted, error) {
		return append(make(benchmark.Line, len(p.Train.Features)), stat.Mean(p.Train.Y, nil)), nil
	})
}

func answers(teacher []float64) benchmark.Method { return fitted(answersName, benchmark.Line(teacher)) }

// fitted returns a method that uses an existing model.
func fitted(name string, f benchmark.Fitted) benchmark.Method {
	return learn(name, func(context.Context, *benchmark.Problem, int64) (benchmark.Fitted, error) { return f, nil })
}

// scaled returns a method that fits a non-negative scale and the bias.
func scaled(teacher []float64) benchmark.Method {
	return learn(scaledName, func(_ context.Context, p *benchmark.Problem, _ int64) (benchmark.Fitted, error) {
		return benchmark.FittedLines(benchmark.Along(p, standardised(teacher, p)))
	})
}

// standardised returns a model's weights in the units of the training rows.
func standardised(teacher []float64, p *benchmark.Problem) []float64 {
	u := p.Units()
	w := make([]float64, len(u.Scale))
	for j := range w {
		w[j] = teacher[j] * u.Scale[j] / u.TargetScale
	}
	return w
}

// penalised returns ridge regression with cross-validation and another penalty. With the largest strength, only the point
// towards which the weights shrink remains.
func penalised(name string, penalty func(p *benchmark.Problem, strength float64) linear.Penalty) benchmark.Method {
	return benchmark.Recipe{Label: name, Grid: benchmark.Grid(1000, 3e-3), Learn: func(ctx context.Context, _ compute.Backend, p *benchmark.Problem, s benchmark.Setting, _ int64) (benchmark.Fitted, error) {
		return benchmark.FittedLines(linear.Fit(ctx, p.Train.View(nil), p.Loss, 1, penalty(p, s.Strength)))
	}}
}

func towards(teacher []float64) benchmark.Method {
	return penalised(tunedName, func(p *benchmark.Problem, strength float64) linear.Penalty {
		penalty := linear.Uniform(strength, len(p.Train.Features))
		penalty.Centre = standardised(teacher, p)
		return penalty
	})
}

// posterior returns the mean of the draws of both bases.
func (c Config) posterior(name string, above [][2]int, signs []int, trust posterior.Trust, scales []float64) benchmark.Method {
	return learn(name, func(ctx context.Context, p *benchmark.Problem, seed int64) (benchmark.Fitted, error) {
		s := posterior.DefaultConfig()
		s.Trust, s.Scales, s.Chains, s.Burn, s.Draws, s.Seed = trust, scales, 1, c.Burn, c.Sweeps, uint64(seed)
		mean := make(benchmark.Line, len(p.Train.Features)+1)
		for _, s.Base = range []posterior.Base{posterior.Laplace, posterior.Gauss} {
			found, err := posterior.Sample(ctx, p.Train, posterior.Order{Above: above, Directions: signs}, s)
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
