package settings

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// Build is the model function of the settings: the architecture, or the user's function with
// what it returns checked.
func (c Config) Build() (attribution.MaskedModel, error) {
	if c.Model.Kind != models.KindCustom {
		if c.Function != nil {
			return nil, fmt.Errorf("igbo: a function beside a %s model, expected the kind custom", c.Model.Kind)
		}
		return c.Model.BuildMasked()
	}
	if err := c.customName(); err != nil {
		return nil, err
	}
	if c.Function == nil {
		return nil, fmt.Errorf("igbo: the custom model %q without its function, expected Config.Function, or LoadFunction where it is loaded", c.Model.Name)
	}
	return custom(c.Function), nil
}

func (c Config) customName() error {
	if c.Model.Name == "" {
		return errors.New("igbo: a custom model without a name, expected Model.Name")
	}
	return nil
}

// custom checks what a user's function returns, drops an axis of one output,
// and outputs zero at masked steps.
func custom(f attribution.MaskedModel) attribution.MaskedModel {
	return func(scope *model.Scope, x, mask *Node) *Node {
		y := f(scope, x, mask)
		if err := checkOutput(x, y); err != nil {
			panic(err)
		}
		if y.Rank() == 3 && y.Shape().Dim(2) == 1 {
			y = Squeeze(y, -1)
		}
		if mask == nil {
			return y
		}
		if y.Rank() == 3 {
			mask = BroadcastToDims(InsertAxes(mask, -1), y.Shape().Dimensions...)
		}
		return Where(mask, y, ZerosLike(y))
	}
}

func checkOutput(x, y *Node) error {
	b, t := x.Shape().Dim(0), x.Shape().Dim(1)
	if y == nil {
		return errors.New("igbo: it returned nil, expected [B,T] or [B,T,K]")
	}
	s := y.Shape()
	if rank := s.Rank(); rank != 2 && rank != 3 || s.Dim(0) != b || s.Dim(1) != t || s.DType != x.DType() {
		return fmt.Errorf("igbo: it returned %s for inputs %s, expected %s [%d, %d] or [%d, %d, K]", s, x.Shape(), x.DType(), b, t, b, t)
	}
	return nil
}
