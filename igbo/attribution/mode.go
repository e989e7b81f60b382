package attribution

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
)

// modeFor resolves AutoMode by what the model is made of, then by cost: a mode
// that cannot differentiate one of the model's operations is not taken. Where
// neither can, it panics with the [*derivative.UnsupportedError] of the cheaper one.
func (c Config) modeFor(scope *model.Scope, f Model, x *Node) Mode {
	cheaper := c.mode(x.Shape().Dim(1), x.Shape().Dim(2))
	if c.Mode != AutoMode {
		return cheaper
	}
	// Built again for inspection, on a separate point. No node uses it, so it is not computed.
	probe := Identity(x)
	y := []*Node{call(scope, f, probe)}
	mode, err := choose(cheaper, func(m Mode) error {
		if m == ForwardMode {
			return derivative.CheckForward(y, []*Node{probe})
		}
		return derivative.CheckReverse(y, []*Node{probe})
	})
	if err != nil {
		panic(fmt.Errorf("attribution: neither mode differentiates the model: %w", err))
	}
	return mode
}

// choose takes the cheaper mode, or the other where that one alone works; the
// error is the cheaper mode's.
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

// mode resolves AutoMode by cost: reverse mode makes one pass for each of the T
// outputs, forward mode carries one tangent for each of the D features, so
// forward is chosen for T ≥ D > 0 and T > 1.
func (c Config) mode(t, d int) Mode {
	if c.Mode != AutoMode {
		return c.Mode
	}
	if t > 1 && t >= d {
		return ForwardMode
	}
	return ReverseMode
}
