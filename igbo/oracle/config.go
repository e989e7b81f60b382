package oracle

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/train"
)

// Form selects how the network's output becomes the next anchor.
type Form string

// The forms.
const (
	// Bridge adds the output to a step towards X of length ‖X − p_{i−1}‖/(K − i + 2); see [Oracle].
	Bridge Form = "bridge"
	// Free uses the output as the next anchor, p_i = r_output(…), as in the paper.
	Free Form = "free"
)

// Length selects the loss for the length of a path.
type Length string

// The length losses, for K anchors between p_0 = X′ and p_{K+1} = X.
const (
	// Scaled is normalised: it is 1 for equal steps along the straight line, for any K and any distance.
	//
	//	L_path = (K+1)·Σ‖p_{i+1} − p_i‖² / ‖X − X′‖²
	Scaled Length = "scaled"
	// Printed is the formula in the paper. It gives more weight to distant pairs and to small K.
	//
	//	L_path = Σ‖p_{i+1} − p_i‖² / (K+1)
	Printed Length = "printed"
)

// Validity selects the loss for leaving the data.
type Validity string

// The validity losses.
const (
	// Line integrates the hinge e = max(0, E − τ)/s of the assessor's energy E along the segments, including
	// the parts between anchors:
	//
	//	L_valid = Σ_segments ‖Δp‖·mean(e) / ‖X − X′‖
	//
	// It is estimated at Config.Points points per path, which are shifted at random in every step.
	Line Validity = "line"
	// AtAnchors is the formula in the paper, with E = −log D:
	//
	//	L_valid = (1/K)·Σ_i E(p_i)
	AtAnchors Validity = "anchors"
)

// Config holds the settings for training an oracle. Start with [DefaultConfig].
type Config struct {
	// Form selects how the network's output becomes an anchor.
	Form Form `json:"form"`
	// Hidden is the width of r_output's hidden layer. State is the width of the state h_i.
	Hidden int `json:"hidden"`
	State  int `json:"state"`
	// MinAnchors and MaxAnchors bound K, which is drawn at random for every pair. A path may use other values
	// of K, but the network has not been trained on them.
	MinAnchors int `json:"min_anchors"`
	MaxAnchors int `json:"max_anchors"`
	// Length selects the first objective, Validity the second.
	Length   Length   `json:"length"`
	Validity Validity `json:"validity"`
	// Points is the number of points per path at which Line estimates L_valid.
	Points int `json:"points"`
	// Weight multiplies L_valid before the gradients are combined. With "weighted-sum" and λ = ½, the objective
	// is proportional to L_path + Weight·L_valid.
	Weight float64 `json:"weight"`
	// Rule, Lambda and NormalizeGradients determine how the gradients are combined, as in igbo.Config.
	Rule               string       `json:"rule"`
	Lambda             train.Lambda `json:"lambda"`
	NormalizeGradients bool         `json:"normalize_gradients"`
	// Steps is the number of training steps. Batch is the number of pairs per step.
	Steps int `json:"steps"`
	Batch int `json:"batch"`
	// Optimizer applies the combined gradient.
	Optimizer igbo.Optimizer `json:"optimizer"`
	// Baseline, if set, is X′ for every pair, T·D numbers in the units of the data. Otherwise X′ is another
	// series of the data.
	Baseline []float64 `json:"baseline,omitempty"`
	// Seed determines the initial weights and the pairs.
	Seed int64 `json:"seed"`
	// DType is "float32" or "float64".
	DType string `json:"dtype"`
	// HistoryEvery is the interval in steps at which the history is recorded; 0 records nothing.
	HistoryEvery int `json:"history_every"`
	// EarlyStopping stops training based on held-out pairs. It is off by default.
	EarlyStopping EarlyStopping `json:"early_stopping,omitzero"`
	// Checkpoints controls where and how often training saves its state. It is off by default and not saved
	// with the oracle.
	Checkpoints igbo.Checkpoints `json:"-"`
	// OnStep, if not nil, is called after every step with the step number, starting at 1. It is not saved with
	// the oracle.
	OnStep func(step int) `json:"-"`
}

// EarlyStopping ends training when L_path + Weight·L_valid on pairs of held-out series no longer improves. It
// keeps the best weights. The zero value turns it off.
type EarlyStopping struct {
	// HeldOut is the fraction of the series that is held out, in (0, 1).
	HeldOut float64 `json:"held_out"`
	// Pairs is the number of held-out pairs.
	Pairs int `json:"pairs"`
	// Patience is the number of evaluations without improvement after which training ends; 0 turns early
	// stopping off.
	Patience int `json:"patience"`
	// Every is the number of steps between evaluations.
	Every int `json:"every"`
}

// DefaultConfig returns the default settings: Bridge, Scaled and Line, combined as L_path + 2000·L_valid.
// Training takes 1500 steps of 48 pairs with Adam and a cosine schedule from 4e-3, and draws K from 1 to 12.
//
// The paper's settings are Free, Printed, AtAnchors, Weight 1 and the rule "paper".
func DefaultConfig() Config {
	return Config{
		Form: Bridge, Hidden: 64, State: 32, MinAnchors: 1, MaxAnchors: 12, Length: Scaled, Validity: Line,
		Points: 8, Weight: 2000, Rule: "weighted-sum", Lambda: train.FixedLambda(0.5), Steps: 1500, Batch: 48,
		Optimizer: igbo.Optimizer{Name: "adam", LearningRate: 4e-3, Schedule: igbo.CosineRate},
		DType:     "float32", HistoryEvery: 1,
	}
}

// The maximum values of settings.
const (
	maxAnchors = 1024
	maxWidth   = 1 << 16
	maxSteps   = 1_000_000_000
)

// Validate checks all settings for points of n = T·D numbers.
func (c Config) Validate(n int) error { return prefixed(c.check(n)) }

// prefixed prepends the package name to an error.
func prefixed(err error) error {
	if err != nil {
		err = fmt.Errorf("oracle: %w", err)
	}
	return err
}

// check is Validate without the package name in its errors.
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
	case !(c.Weight >= 0) || math.IsInf(c.Weight, 0):
		return fmt.Errorf("the setting Weight (of L_valid) is %g, want a finite number of at least 0", c.Weight)
	case c.Baseline != nil && len(c.Baseline) != n:
		return fmt.Errorf("the setting Baseline has %d numbers, want %d (T·D)", len(c.Baseline), n)
	}
	if err := limit.Check([]limit.Int{
		{Name: "Hidden", Value: c.Hidden, Min: 1, Max: maxWidth}, {Name: "State", Value: c.State, Min: 1, Max: maxWidth},
		{Name: "MinAnchors", Value: c.MinAnchors, Min: 1, Max: maxAnchors}, {Name: "MaxAnchors", Value: c.MaxAnchors, Min: c.MinAnchors, Max: maxAnchors},
		{Name: "Points", Value: c.Points, Min: 1, Max: maxWidth}, {Name: "Steps", Value: c.Steps, Min: 1, Max: maxSteps}, {Name: "Batch", Value: c.Batch, Min: 1, Max: maxWidth},
	}); err != nil {
		return err
	}
	if i := slices.IndexFunc(c.Baseline, notFinite); i >= 0 {
		return fmt.Errorf("the setting Baseline[%d] is %g, want a finite number", i, c.Baseline[i])
	}
	if err := c.EarlyStopping.check(); err != nil {
		return err
	}
	return c.session(nil).Validate(1)
}

// Validate checks the settings.
func (e EarlyStopping) Validate() error { return prefixed(e.check()) }

// check is Validate without the package name in its errors.
func (e EarlyStopping) check() error {
	switch {
	case e == EarlyStopping{}:
		return nil
	case e.Patience > 0 && !(e.HeldOut > 0 && e.HeldOut < 1):
		return fmt.Errorf("early stopping: HeldOut is %g, want a share between 0 and 1", e.HeldOut)
	}
	ranges := []limit.Int{{Name: "EarlyStopping.Patience", Value: e.Patience, Max: math.MaxInt}}
	if e.Patience > 0 {
		ranges = append(ranges, limit.Int{Name: "EarlyStopping.Every", Value: e.Every, Min: 1, Max: math.MaxInt}, limit.Int{Name: "EarlyStopping.Pairs", Value: e.Pairs, Min: 1, Max: maxSteps})
	}
	return limit.Check(ranges)
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
