package tasks

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/untrained"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// networkSettings are all inputs of one network and its measures; the training contains the seed.
type networkSettings struct {
	Setting  Setting
	Arm      Arm
	Oracle   workflow.Part[[]byte]
	Anchors  int
	Bound    float64
	Test     int
	Training igbo.Config
}

// network has the measures of one trained network. Values "by path" are in the order of paths.
type network struct {
	// Error and InDistribution are the root mean squared errors in the test and on fresh points of the training distribution.
	Error, InDistribution float64
	// Shares are the mean total shares of the bounded inputs, by path.
	Shares []float64
	// Slopes are the mean |∂F/∂x_k|, summed over the bounded inputs: on the data, in the test, and then by path.
	Slopes []float64
	// Valid, Lengths and Reach describe the paths to the training points, by path. Reach is the mean distance of a test point
	// to the nearest point of a path.
	Valid, Lengths, Reach []float64
	// Kept is the share of the bounded inputs' contributions that does not cancel along a path, by path; see kept.
	Kept []float64
	// Signed is the mean ∂F/∂s at the points of the straight paths on the data, and off the data; empty if there is no
	// shortcut.
	Signed []float64
}

// trainNetwork trains and measures one network.
func trainNetwork(ctx context.Context, w *workflow.Work, s networkSettings) (network, error) {
	var found network
	o, err := oracle.Decode(w.Backend, s.Oracle.Of(w.Parts))
	if err != nil {
		return found, err
	}
	seed := uint64(s.Training.Seed)
	data := s.Setting.draw(s.Setting.Samples, seed, false)
	test, distribution := s.Setting.draw(s.Test, seed+1<<32, true), s.Setting.draw(s.Test, seed+1<<33, false)
	model, err := s.train(ctx, w, o, data)
	if err != nil {
		return found, err
	}
	for _, m := range []struct {
		data igbo.Data
		rmse *float64
	}{{test, &found.Error}, {distribution, &found.InDistribution}} {
		e, err := model.Evaluate(m.data, nil)
		if err != nil {
			return found, err
		}
		*m.rmse = math.Sqrt(e.MSE)
	}
	return found, s.measure(&found, model, o, data, distribution, test)
}

// train trains a network with the paths of the arm.
func (s networkSettings) train(ctx context.Context, w *workflow.Work, o *oracle.Oracle, data igbo.Data) (*igbo.Model, error) {
	cfg, order := training.Follow(w, s.Training), (*dag.DAG)(nil)
	if s.Arm != Alone {
		r, err := s.Setting.route(s.Arm, o, data.X, s.Anchors)
		if err != nil {
			return nil, err
		}
		if cfg.Attribution.Path, err = r.path(); err != nil {
			return nil, err
		}
		if order, err = s.Setting.order(s.Bound); err != nil {
			return nil, err
		}
	}
	trained, err := igbo.Train(ctx, w.Backend, cfg, data, order)
	if err != nil {
		return nil, err
	}
	return trained.Model, nil
}

// measure measures a network on the data, in the test, and along every path.
func (s networkSettings) measure(found *network, model *igbo.Model, o *oracle.Oracle, data, distribution, test igbo.Data) error {
	for _, x := range [][]float64{distribution.X, test.X} {
		g, err := untrained.GradientOf(model)(x)
		if err != nil {
			return err
		}
		found.Slopes = append(found.Slopes, s.Setting.steepness(g))
	}
	for _, arm := range paths {
		fresh, err := s.Setting.route(arm, o, distribution.X, s.Anchors)
		if err != nil {
			return err
		}
		how := model.Config.Attribution
		if how.Path, err = fresh.path(); err != nil {
			return err
		}
		h, err := model.ScoresWith(distribution, how)
		if err != nil {
			return err
		}
		found.Shares = append(found.Shares, floats.Sum(training.ColumnMeans(h)[2:]))
		if err := s.along(found, model, o, arm, data, test); err != nil {
			return err
		}
	}
	return nil
}

// along measures an arm's paths to the training points and a network's gradients there.
func (s networkSettings) along(found *network, model *igbo.Model, o *oracle.Oracle, arm Arm, data, test igbo.Data) error {
	taken, err := s.Setting.route(arm, o, data.X, s.Anchors)
	if err != nil {
		return err
	}
	m := model.Config.Attribution.Points
	places := taken.places(m)
	var flat []float64
	inside := make([]bool, len(places))
	valid := 0.0
	for i, p := range places {
		flat = append(flat, p.at...)
		if inside[i] = s.Setting.valid(p.at); inside[i] {
			valid++
		}
	}
	g, err := untrained.GradientOf(model)(flat)
	if err != nil {
		return err
	}
	found.Valid = append(found.Valid, valid/float64(len(places)))
	found.Lengths, found.Reach = append(found.Lengths, taken.length()), append(found.Reach, reach(test, places))
	found.Slopes, found.Kept = append(found.Slopes, s.Setting.steepness(g)), append(found.Kept, s.Setting.kept(g, places, m))
	if arm == Straight && s.Setting.Shortcut > 0 {
		found.Signed = s.Setting.signed(g, inside)
	}
	return nil
}

// steepness returns the mean over points of Σ|∂F/∂x_k| over the bounded inputs.
func (s Setting) steepness(g []float64) float64 {
	sum, d := 0.0, len(s.features())
	for i, v := range g {
		if i%d >= 2 {
			sum += math.Abs(v)
		}
	}
	return sum / float64(len(g)/d)
}

// kept returns Σ|∫g·dγ|/Σ∫|g·dγ| over paths of m places each and bounded inputs. It is 1 if nothing cancels along a path.
func (s Setting) kept(g []float64, places []place, m int) float64 {
	total, all, d := 0.0, 0.0, len(s.features())
	for from := 0; from < len(places); from += m {
		for k := 2; k < d; k++ {
			sum := 0.0
			for i := from; i < from+m; i++ {
				part := g[i*d+k] * places[i].velocity[k]
				sum, all = sum+part, all+math.Abs(part)
			}
			total += math.Abs(sum)
		}
	}
	if all == 0 {
		return 1
	}
	return total / all
}

// signed returns the mean ∂F/∂s at places on the data and at places off the data.
func (s Setting) signed(g []float64, inside []bool) []float64 {
	var sums, counts [2]float64
	for i, on := range inside {
		where := 1
		if on {
			where = 0
		}
		sums[where], counts[where] = sums[where]+g[3*i+2], counts[where]+1
	}
	return []float64{sums[0] / max(counts[0], 1), sums[1] / max(counts[1], 1)}
}

// reach returns the mean distance of a test point to the nearest of the places.
func reach(test igbo.Data, places []place) float64 {
	sum := 0.0
	for x := range slices.Chunk(test.X, len(test.Features)) {
		nearest := math.Inf(1)
		for _, p := range places {
			square := 0.0
			for k, v := range p.at {
				square += (v - x[k]) * (v - x[k])
			}
			nearest = min(nearest, square)
		}
		sum += math.Sqrt(nearest)
	}
	return sum / float64(test.Samples())
}
