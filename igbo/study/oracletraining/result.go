package oracletraining

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/study"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	Tasks  []Task `json:"tasks"`
}

// Task is what one task finds.
type Task struct {
	Name string    `json:"name"`
	Arms []Trained `json:"arms"`
	// Paths are the paths to the training points, straight, oracle and across.
	Paths []Route `json:"paths"`
	// Explained is the correlation, over all networks, of log error in the test and log slope there.
	Explained float64 `json:"explained"`
}

// Trained is what the networks of one arm are like.
type Trained struct {
	Arm Arm `json:"arm"`
	// Error is the root mean squared error in the test, InLaw on fresh points of the training law.
	Error study.Estimate `json:"error"`
	InLaw study.Estimate `json:"in_law"`
	// OverStraight is the error in the test over that along straight paths, seed by seed: the
	// geometric mean with its interval.
	OverStraight study.Estimate `json:"over_straight"`
	// Shares are those of the bounded inputs together, along straight, oracle and across paths.
	Shares []study.Estimate `json:"shares"`
	// Slopes are mean |∂F/∂x_k| summed over the bounded inputs: on data, in the test,
	// and along straight, oracle and across paths to the training points.
	Slopes []study.Estimate `json:"slopes"`
	// Kept is Σ|∫g·dγ|/Σ∫|g·dγ| of the bounded inputs along straight, oracle and across paths to the
	// training points: 1 where nothing cancels along a path.
	Kept []study.Estimate `json:"kept"`
	// Signed is the mean ∂F/∂s on those points of the straight paths that lie on the data, and on
	// those off it; empty where there is no shortcut.
	Signed []study.Estimate `json:"signed"`
}

// Route is what the paths of an arm are like.
type Route struct {
	Arm Arm `json:"arm"`
	// Valid is the share of a path's points where about 95 % of the training law's points lie.
	Valid study.Estimate `json:"valid"`
	// Length is over that of the straight line.
	Length study.Estimate `json:"length"`
	// Reach is the mean distance of a test point to the nearest point of a path.
	Reach study.Estimate `json:"reach"`
}

// each reads a list of numbers of every network.
func each(networks []network, level float64, read func(network) []float64) (list []study.Estimate) {
	for j := range read(networks[0]) {
		list = append(list, study.Over(networks, level, func(n network) float64 { return read(n)[j] }))
	}
	return list
}

// task gathers the networks of a task, by arm and seed.
func (c Config) task(s Setting, arms [][]network) Task {
	t := Task{Name: s.Name}
	for j, arm := range Arms() {
		n := arms[j]
		t.Arms = append(t.Arms, Trained{
			Arm: arm, Error: study.Over(n, c.Level, func(n network) float64 { return n.Error }), InLaw: study.Over(n, c.Level, func(n network) float64 { return n.InLaw }),
			OverStraight: ratio(n, arms[1], c.Level),
			Shares:       each(n, c.Level, func(n network) []float64 { return n.Shares }), Slopes: each(n, c.Level, func(n network) []float64 { return n.Slopes }),
			Kept: each(n, c.Level, func(n network) []float64 { return n.Kept }), Signed: each(n, c.Level, func(n network) []float64 { return n.Signed }),
		})
	}
	valid, lengths, reach := each(arms[0], c.Level, func(n network) []float64 { return n.Valid }),
		each(arms[0], c.Level, func(n network) []float64 { return n.Lengths }), each(arms[0], c.Level, func(n network) []float64 { return n.Reach })
	for j, arm := range paths {
		t.Paths = append(t.Paths, Route{arm, valid[j], lengths[j], reach[j]})
	}
	var errors, slopes []float64
	for _, networks := range arms {
		for _, n := range networks {
			errors, slopes = append(errors, math.Log(n.Error)), append(slopes, math.Log(n.Slopes[1]))
		}
	}
	t.Explained = stat.Correlation(errors, slopes, nil)
	return t
}

// ratio is the error of networks over that of others, seed by seed: the geometric mean with the interval of the logarithms.
func ratio(networks, others []network, level float64) study.Estimate {
	var logs, values []float64
	for i := range networks {
		v := networks[i].Error / others[i].Error
		logs, values = append(logs, math.Log(v)), append(values, v)
	}
	e := study.NewEstimate(logs, level)
	return study.Estimate{Mean: math.Exp(e.Mean), Low: math.Exp(e.Low), High: math.Exp(e.High), Values: values}
}
