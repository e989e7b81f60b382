package assessor

import (
	"errors"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
)

// Assessor measures how unlike the data points are. It is frozen: its weights are
// constants of the graphs that it builds, so that no gradient flows into them.
type Assessor interface {
	// Shape is T and D of the points.
	Shape() (steps, features int)
	// Energy is high where points are unlike the data, differentiable in them:
	// −log D(p) for a classifier D.
	//
	// points [N,T,D] in normalised units → [N], in the points' dtype. It panics
	// with an error on points of another shape.
	Energy(points *Node) *Node
	// Threshold is τ, the 90 % quantile of the energy on data that it was not
	// trained on, and the scale s > 0 of the hinge.
	Threshold() (tau, scale float64)
	// MarshalBinary encodes it as bytes, of which Decode makes it again. The same
	// assessor gives the same bytes.
	MarshalBinary() ([]byte, error)
}

// Points is data that an assessor is trained or judged on: N series of T steps
// of the named features, in normalised units (about mean 0 and deviation 1).
type Points struct {
	Features []string
	// Steps is T.
	Steps int
	// X holds N·T·D numbers, series by series and in each step by step.
	X []float64
}

// Config says how Train makes an assessor.
type Config struct {
	// Hidden is the width of the two hidden layers of the classifier; 64 by default.
	Hidden int `json:"hidden,omitempty"`
	// Window is the number w of steps of the windows that the classifier sees: D is the
	// geometric mean over windows. 0 is the whole series.
	Window int `json:"window,omitempty"`
	// Steps is the number of training steps.
	Steps int `json:"steps,omitempty"`
	// Batch is the number of series of data in a step.
	Batch int `json:"batch,omitempty"`
	// LearningRate is Adam's.
	LearningRate float64 `json:"learning_rate,omitempty"`
	// NoiseMin and NoiseMax bound the deviation of the noise, in deviations of the data;
	// it is log-uniform between them; 0.1 to 1.5 by default.
	NoiseMin float64 `json:"noise_min,omitempty"`
	NoiseMax float64 `json:"noise_max,omitempty"`
	// HeldOut is the share of the series that is kept for τ; 0.2 by default.
	HeldOut float64 `json:"held_out"`
	// Seed decides the start weights, the split, and the order and noise of the batches.
	Seed int64 `json:"seed"`
	// Checkpoints says where and how often a training keeps its state; off by default.
	Checkpoints igbo.Checkpoints `json:"-"`
	// OnStep, where set, is called with the number of steps taken.
	OnStep func(step int) `json:"-"`
}

// Hinge is the energy above the threshold, in units of the scale:
//
//	e = max(0, Energy(p) − τ)/s
//
// so that nothing is gained by a point more typical than nine in ten of the
// data. points [N,T,D] → [N]. It panics with an error as Energy does.
func Hinge(a Assessor, points *Node) *Node {
	if a == nil {
		panic(errors.New("assessor: Hinge: the assessor is nil"))
	}
	tau, scale := a.Threshold()
	return DivScalar(MaxScalar(AddScalar(a.Energy(points), -tau), 0), scale)
}
