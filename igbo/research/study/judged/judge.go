package judged

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/task"
)

// judge measures importances of a fitted model.
type judge struct {
	p      problem
	config Config
	seed   uint64
}

func (p problem) judge(c Config, seed int64) judge { return judge{p, c, uint64(seed)} }

// judges are the names of the judges, in the order of the results of all.
var judges = []string{trainedScore, freshScore, shapleyValues, permutedOutput, permutationLoss}

// Names of the judges.
const (
	trainedScore    = "trained score"
	freshScore      = "TIG, fresh rows"
	shapleyValues   = "Shapley values"
	permutedOutput  = "permuted output"
	permutationLoss = "permutation importance"
)

// fresh returns the first rows of the test data.
func (p problem) fresh() []float64 { return first(p.Test.X, p.rows, p.width()) }

func first(x []float64, rows, columns int) []float64 { return x[:min(rows*columns, len(x))] }

// width returns the number of inputs of a row: the columns, or for a series those of all steps.
func (p problem) width() int { return p.Train.Steps * len(p.Train.Features) }

// groups returns the inputs of each feature; for a series, at all steps.
func (p problem) groups() [][]int {
	if p.Groups != nil {
		return p.Groups
	}
	d := len(p.Train.Features)
	all := make([][]int, d)
	for i := range p.width() {
		all[i%d] = append(all[i%d], i)
	}
	return all
}

// counted returns the outputs that count, row by row.
func (p problem) counted(y []float64) (some []float64) {
	for row := range slices.Chunk(y, p.Train.Steps) {
		some = append(some, row[p.BurnIn:]...)
	}
	return some
}

// all returns the share of edges that hold for each judge.
func (j judge) all(ctx context.Context, f benchmark.Fitted) (shares []float64, err error) {
	var importances [5][]float64
	if importances[0], err = j.tig(f.Predict, j.p.Train.X, j.p.Points); err != nil {
		return nil, err
	}
	if importances[1], err = j.tig(f.Predict, j.p.fresh(), j.config.Points); err != nil {
		return nil, err
	}
	if importances[2], err = j.shapley(ctx, f.Predict); err != nil {
		return nil, err
	}
	if importances[3], importances[4], err = j.permuted(f.Predict); err != nil {
		return nil, err
	}
	for _, importance := range importances {
		shares = append(shares, held(j.p.Order, importance))
	}
	return shares, nil
}

// nudge is the step of a central difference, in standard deviations of a column.
const nudge = 1e-2

// most is the approximate largest number of inputs in one call of a model.
const most = 1 << 22

// tig returns the mean shares of temporal integrated gradients over rows, and over the steps of a series. It integrates along
// the straight path from the training mean by Gauss–Legendre quadrature, with central differences.
func (j judge) tig(f func(x []float64) ([]float64, error), x []float64, points int) ([]float64, error) {
	width := j.p.width()
	at, weight := make([]float64, points), make([]float64, points)
	quad.Legendre{}.FixedLocations(at, weight, 0, 1)
	mean, n := make([]float64, len(j.p.groups())), len(x)/width
	block := max(1, most/(points*2*width*width))
	for from := 0; from < n; from += block {
		part := x[from*width : min(from+block, n)*width]
		y, err := f(j.nudged(part, at))
		if err != nil {
			return nil, fmt.Errorf("judged: %w", err)
		}
		j.addShares(mean, part, y, weight, float64(n))
	}
	return mean, nil
}

// nudged returns rows at points of their paths, with each input moved up and down in turn.
func (j judge) nudged(x, at []float64) (asked []float64) {
	u, width := j.p.Units(), j.p.width()
	d := len(u.Shift)
	for row := range slices.Chunk(x, width) {
		for _, t := range at {
			for k := range width {
				for _, by := range []float64{nudge, -nudge} {
					for i, v := range row {
						z := u.Shift[i%d] + t*(v-u.Shift[i%d])
						if i == k {
							z += by * u.Scale[i%d]
						}
						asked = append(asked, z)
					}
				}
			}
		}
	}
	return asked
}

// addShares computes the shares of rows from the outputs at the nudged rows, and adds them to means over n rows.
func (j judge) addShares(mean, x, y, weight []float64, n float64) {
	u, width, groups, steps := j.p.Units(), j.p.width(), j.p.groups(), j.p.Train.Steps
	d, points := len(u.Shift), len(weight)
	for i := range len(x) / width {
		for step := j.p.BurnIn; step < steps; step++ {
			effect, total := make([]float64, len(groups)), 1e-12
			for g, group := range groups {
				for _, k := range group {
					slope := 0.0
					for m, w := range weight {
						to := 2*((i*points+m)*width+k)*steps + step
						slope += w * (y[to] - y[to+steps]) / (2 * nudge * u.Scale[k%d])
					}
					effect[g] += slope * (x[i*width+k] - u.Shift[k%d])
				}
				total += math.Abs(effect[g])
			}
			for g, v := range effect {
				mean[g] += math.Abs(v) / total / n / float64(steps-j.p.BurnIn)
			}
		}
	}
}

// shapley returns the mean absolute sampled Shapley values at fresh rows, with the training inputs as background. For a series,
// they explain its last output, with all steps of a feature as one player.
func (j judge) shapley(ctx context.Context, f func(x []float64) ([]float64, error)) ([]float64, error) {
	width, groups := j.p.width(), j.p.groups()
	o := shapley.DefaultSampling()
	o.Pairs, o.Seed = j.config.Pairs, j.seed
	last := func(_ context.Context, rows [][]float64) (some []float64, err error) {
		y, err := f(slices.Concat(rows...))
		for i := j.p.Train.Steps - 1; i < len(y); i += j.p.Train.Steps {
			some = append(some, y[i])
		}
		return some, err
	}
	e, err := shapley.Sampled(ctx, last, slices.Collect(slices.Chunk(j.p.fresh(), width)), slices.Collect(slices.Chunk(j.p.Train.X, width)), groups, o, nil)
	if err != nil {
		return nil, fmt.Errorf("judged: %w", err)
	}
	mean := make([]float64, len(groups))
	for i, v := range e.Values {
		mean[i%len(groups)] += math.Abs(v)
	}
	return mean, nil
}

// permuted returns the mean change of the outputs on fresh rows if a feature's inputs are permuted together, and the rise of
// the loss.
func (j judge) permuted(f func(x []float64) ([]float64, error)) (moved, risen []float64, err error) {
	d, groups := j.p.width(), j.p.groups()
	x := first(j.p.Test.X, j.config.Test, d)
	n := len(x) / d
	asked := slices.Clone(x)
	rng := rand.New(rand.NewPCG(j.seed, 41))
	for _, group := range groups {
		changed := slices.Clone(x)
		for i, from := range rng.Perm(n) {
			for _, k := range group {
				changed[i*d+k] = x[from*d+k]
			}
		}
		asked = append(asked, changed...)
	}
	y, err := f(asked)
	if err != nil {
		return nil, nil, fmt.Errorf("judged: %w", err)
	}
	y = j.p.counted(y)
	targets := j.p.counted(j.p.Test.Y[:n*j.p.Train.Steps])
	n = len(targets)
	loss := func(y []float64) (float64, error) {
		return j.p.Loss.Value(task.Predictions{Outputs: 1, Values: y, Targets: targets})
	}
	base, err := loss(y[:n])
	if err != nil {
		return nil, nil, fmt.Errorf("judged: %w", err)
	}
	for g := range groups {
		own := y[(g+1)*n : (g+2)*n]
		l, err := loss(own)
		if err != nil {
			return nil, nil, fmt.Errorf("judged: %w", err)
		}
		moved, risen = append(moved, floats.Distance(own, y[:n], 1)/float64(n)), append(risen, l-base)
	}
	return moved, risen, nil
}
