package attribution

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// modeFor resolves AutoMode. It selects the cheaper mode among those that can differentiate all of the model's
// operations. If there is none, it panics with the [*derivative.UnsupportedError] of the cheaper mode.
func (c Config) modeFor(scope *model.Scope, f Model, x *Node) Mode {
	cheaper := c.mode(x.Shape().Dim(1), x.Shape().Dim(2))
	if c.Mode != AutoMode {
		return cheaper
	}
	// The model is built again on a separate input for inspection. No other node uses the result, so it is not
	// computed.
	probe := Identity(x)
	y := []*Node{call(scope, f, probe)}
	mode, err := choose(cheaper, func(m Mode) error {
		if m == ForwardMode {
			return derivative.CheckForward(y, []*Node{probe})
		}
		return derivative.CheckReverse(y, []*Node{probe})
	})
	if err != nil {
		panic(fmt.Errorf("attribution: neither the forward nor the reverse mode can differentiate the model: %w", err))
	}
	return mode
}

// choose returns the cheaper mode, or the other mode if only that works. If neither works, it returns the error
// of the cheaper mode.
func choose(cheaper Mode, check func(Mode) error) (Mode, error) {
	err := check(cheaper)
	if err == nil {
		return cheaper, nil
	}
	other := ForwardMode
	if cheaper == ForwardMode {
		other = ReverseMode
	}
	if check(other) == nil {
		return other, nil
	}
	return "", err
}

// mode resolves AutoMode by cost. Reverse mode takes one pass for each of the T outputs, and forward mode one
// tangent for each of the D features. So forward mode is selected if T ≥ D > 0 and T > 1.
func (c Config) mode(t, d int) Mode {
	if c.Mode != AutoMode {
		return c.Mode
	}
	if t > 1 && t >= d {
		return ForwardMode
	}
	return ReverseMode
}
