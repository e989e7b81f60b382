package oracle

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/train"
)

// Form names how the network's output becomes the next anchor.
type Form string

// The forms.
const (
	// Bridge adds the output to a step of equal size towards the target; see [Oracle].
	Bridge Form = "bridge"
	// Free takes the output as the next anchor, as the paper does: p_i = r_output(…).
	Free Form = "free"
)

// Length names the loss of a path's length.
type Length string

// The lengths, for K anchors between p_0 = X′ and p_{K+1} = X.
const (
	// Scaled is 1 for equal steps along the straight line, whatever K and the distance:
	//
	//	L_path = (K+1)·Σ‖p_{i+1} − p_i‖² / ‖X − X′‖²
	Scaled Length = "scaled"
	// Printed is the paper's, which weighs distant pairs and small K more:
	//
	//	L_path = Σ‖p_{i+1} − p_i‖² / (K+1)
	Printed Length = "printed"
)

// Validity names the loss of a path that leaves the data.
type Validity string

// The validities.
const (
	// Line is the integral of the hinge e = max(0, E − τ)/s of the assessor's energy E
	// along the segments, so that what lies between anchors counts,
	//
	//	L_valid = Σ_segments ‖Δp‖·mean(e) / ‖X − X′‖,
	//
	// estimated at Points of each path that lie elsewhere in every step.
	Line Validity = "line"
	// AtAnchors is the paper's, with E = −log D:
	//
	//	L_valid = (1/K)·Σ_i E(p_i)
	AtAnchors Validity = "anchors"
)

// Config says how an oracle is trained. DefaultConfig gives settings that train.
type Config struct {
	// Form is how the output becomes an anchor.
	Form Form `json:"form"`
	// Hidden is the width of r_output's hidden layer, State that of the state h_i.
	Hidden int `json:"hidden"`
	State  int `json:"state"`
	// MinAnchors and MaxAnchors bound K, which is drawn for every pair. Use is free to
	// take another K, which the network has then not seen.
	MinAnchors int `json:"min_anchors"`
	MaxAnchors int `json:"max_anchors"`
	// Length is the first objective, Validity the second.
	Length   Length   `json:"length"`
	Validity Validity `json:"validity"`
	// Points is the number of points at which L_valid along a line is estimated.
	Points int `json:"points"`
	// Weight multiplies L_valid before the rule sees it: under "weighted-sum" at λ = ½
	// the objective is L_path + Weight·L_valid, up to a factor.
	Weight float64 `json:"weight"`
	// Rule, Lambda and NormalizeGradients combine the gradients, as igbo.Config's do.
	Rule               string       `json:"rule"`
	Lambda             train.Lambda `json:"lambda"`
	NormalizeGradients bool         `json:"normalize_gradients"`
	// Steps is the number of training steps, Batch that of the pairs in each.
	Steps int `json:"steps"`
	Batch int `json:"batch"`
	// Optimizer takes the combined gradient.
	Optimizer igbo.Optimizer `json:"optimizer"`
	// Baseline, where set, is X′ of every pair, T·D numbers in the units of the data;
	// without it X′ is another series of the data.
	Baseline []float64 `json:"baseline,omitempty"`
	// Seed decides the start weights and the pairs.
	Seed int64 `json:"seed"`
	// DType is "float32" or "float64".
	DType string `json:"dtype"`
	// HistoryEvery keeps one step of so many in the history; 0 keeps none.
	HistoryEvery int `json:"history_every"`
	// EarlyStopping ends training on held-out pairs; off by default.
	EarlyStopping EarlyStopping `json:"early_stopping,omitzero"`
	// Checkpoints says where and how often training keeps its state; off by default. Not saved.
	Checkpoints igbo.Checkpoints `json:"-"`
	// OnStep, where set, is called after every step with its number, from 1. Not saved.
	OnStep func(step int) `json:"-"`
}

// EarlyStopping ends training where L_path + Weight·L_valid on pairs of held-out
// series no longer improves, and keeps the weights that were best. The zero value is off.
type EarlyStopping struct {
	// HeldOut is the share of the series that is held out, in (0, 1).
	HeldOut float64 `json:"held_out"`
	// Pairs is the number of held-out pairs.
	Pairs int `json:"pairs"`
	// Patience is the number of evaluations without improvement that end training; 0 is off.
	Patience int `json:"patience"`
	// Every is the number of steps between evaluations.
	Every int `json:"every"`
}

// DefaultConfig returns the bridge with L_path scaled and L_valid along the line,
// combined as L_path + 2000·L_valid: Adam with a cosine schedule from 4e-3, 1500 steps of
// 48 pairs, K from 1 to 12.
//
// The paper's own settings are Free, Printed, AtAnchors, Weight 1 and the rule "paper".
func DefaultConfig() Config {
	return Config{
		Form: Bridge, Hidden: 64, State: 32, MinAnchors: 1, MaxAnchors: 12, Length: Scaled, Validity: Line,
		Points: 8, Weight: 2000, Rule: "weighted-sum", Lambda: train.FixedLambda(0.5), Steps: 1500, Batch: 48,
		Optimizer: igbo.Optimizer{Name: "adam", LearningRate: 4e-3, Schedule: igbo.CosineRate},
		DType:     "float32", HistoryEvery: 1,
	}
}

// The largest sizes that make sense.
const (
	maxAnchors = 1024
	maxWidth   = 1 << 16
	maxSteps   = 1_000_000_000
)

// Validate checks every setting for points of n = T·D numbers.
func (c Config) Validate(n int) error { return prefixed(c.check(n)) }

// prefixed puts the package's name before an error; nil stays nil.
func prefixed(err error) error {
	if err != nil {
		err = fmt.Errorf("oracle: %w", err)
	}
	return err
}

// check is Validate without the package's name in its errors.
func (c Config) check(n int) error {
	switch {
	case n < 1:
		return fmt.Errorf("the points have %d numbers, want at least 1", n)
	case c.Form != Bridge && c.Form != Free:
		return fmt.Errorf("unknown form %q (want %s or %s)", c.Form, Bridge, Free)
	case c.Length != Scaled && c.Length != Printed:
		return fmt.Errorf("unknown length %q (want %s or %s)", c.Length, Scaled, Printed)
	case c.Validity != Line && c.Validity != AtAnchors:
		return fmt.Errorf("unknown validity %q (want %s or %s)", c.Validity, Line, AtAnchors)
	case c.Hidden < 1 || c.Hidden > maxWidth || c.State < 1 || c.State > maxWidth:
		return fmt.Errorf("%d hidden units and a state of %d, want 1 to %d of each", c.Hidden, c.State, maxWidth)
	case c.MinAnchors < 1 || c.MaxAnchors < c.MinAnchors || c.MaxAnchors > maxAnchors:
		return fmt.Errorf("%d to %d anchors, want at least 1, at most %d, and the larger number last", c.MinAnchors, c.MaxAnchors, maxAnchors)
	case c.Points < 1 || c.Points > maxWidth:
		return fmt.Errorf("a path has %d points for L_valid, want 1 to %d", c.Points, maxWidth)
	case !(c.Weight >= 0) || math.IsInf(c.Weight, 0):
		return fmt.Errorf("the weight of L_valid is %g, want a finite number of at least 0", c.Weight)
	case c.Steps < 1 || c.Steps > maxSteps || c.Batch < 1 || c.Batch > maxWidth:
		return fmt.Errorf("%d steps of %d pairs, want at least 1 of each, at most %d and %d", c.Steps, c.Batch, maxSteps, maxWidth)
	case c.Baseline != nil && len(c.Baseline) != n:
		return fmt.Errorf("the baseline has %d numbers, want %d (T·D)", len(c.Baseline), n)
	}
	if i := slices.IndexFunc(c.Baseline, notFinite); i >= 0 {
		return fmt.Errorf("number %d of the baseline is %g, want a finite number", i, c.Baseline[i])
	}
	if err := c.EarlyStopping.check(); err != nil {
		return err
	}
	return c.session(nil).Validate(1)
}

// Validate checks the settings.
func (e EarlyStopping) Validate() error { return prefixed(e.check()) }

// check is Validate without the package's name in its errors.
func (e EarlyStopping) check() error {
	switch {
	case e == EarlyStopping{}:
		return nil
	case e.Patience < 0 || e.Patience > 0 && (e.Every < 1 || e.Pairs < 1 || e.Pairs > maxSteps):
		return fmt.Errorf("early stopping: Patience is %d, Every is %d and Pairs is %d, want at least 0 (off), 1 and 1", e.Patience, e.Every, e.Pairs)
	case e.Patience > 0 && !(e.HeldOut > 0 && e.HeldOut < 1):
		return fmt.Errorf("early stopping: HeldOut is %g, want a share between 0 and 1", e.HeldOut)
	}
	return nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
