package assessor

import (
	"errors"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
)

// An Assessor scores how atypical a point is, compared with the data. It is frozen: its weights are constants
// of the graphs that it builds, so it receives no gradients.
type Assessor interface {
	// Shape returns T and D of the points.
	Shape() (steps, features int)
	// Energy builds the energy of points [N,T,D] in normalised units and returns [N], in the dtype of points.
	// The energy is high for atypical points and differentiable with respect to them. For a classifier D it is
	// −log D(p). Energy panics with an error if the shape is wrong.
	Energy(points *Node) *Node
	// Threshold returns τ, the 90 % quantile of the energy on held-out data, and the scale s > 0 of the hinge.
	Threshold() (tau, scale float64)
	// MarshalBinary encodes the assessor deterministically. [Decode] reads the result.
	MarshalBinary() ([]byte, error)
}

// Points holds the data for training or testing an assessor: N series of T steps of the named features, in
// normalised units (mean near 0 and standard deviation near 1).
type Points struct {
	Features []string
	// Steps is T.
	Steps int
	// X holds N·T·D numbers in the order series, step, feature.
	X []float64
}

// Config holds the settings of [Train]. Start from [DefaultConfig], which sets the defaults below; zero is an error
// except for Window, Seed and Checkpoints.
type Config struct {
	// Hidden is the width of both hidden layers of the classifier (default 64).
	Hidden int `json:"hidden,omitempty"`
	// Window is w, the number of steps per window that the classifier sees. D is the geometric mean over the
	// windows. 0 means the whole series.
	Window int `json:"window,omitempty"`
	// Steps is the number of training steps.
	Steps int `json:"steps,omitempty"`
	// Batch is the number of data series per training step.
	Batch int `json:"batch,omitempty"`
	// LearningRate is the learning rate of Adam.
	LearningRate float64 `json:"learning_rate,omitempty"`
	// NoiseMin and NoiseMax bound the standard deviation of the noise, relative to that of the data (default
	// 0.1 and 1.5). The noise level is drawn log-uniformly between them.
	NoiseMin float64 `json:"noise_min,omitempty"`
	NoiseMax float64 `json:"noise_max,omitempty"`
	// HeldOut is the fraction of the series that is held out to determine τ (default 0.2).
	HeldOut float64 `json:"held_out"`
	// Seed determines the initial weights, the split, and the order and noise of the batches.
	Seed int64 `json:"seed"`
	// Checkpoints controls where and how often training saves its state. It is off by default.
	Checkpoints igbo.Checkpoints `json:"-"`
	// OnStep, if not nil, is called with the number of steps taken.
	OnStep func(step int) `json:"-"`
}

// Hinge builds the energy above the threshold, in units of the scale:
//
//	e = max(0, Energy(p) − τ)/s
//
// It maps points [N,T,D] to [N]. It is 0 for about 90 % of the data, so the loss does not reward points for
// being even more typical. Hinge panics in the same cases as [Assessor.Energy].
func Hinge(a Assessor, points *Node) *Node {
	if a == nil {
		panic(errors.New("assessor: Hinge: the assessor must not be nil"))
	}
	tau, scale := a.Threshold()
	return DivScalar(MaxScalar(AddScalar(a.Energy(points), -tau), 0), scale)
}
