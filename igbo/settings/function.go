package settings

import (
	"errors"
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
)

// Build returns the model function: the architecture, or the user-defined function with a check of its output.
func (c Config) Build() (attribution.MaskedModel, error) {
	if c.Model.Kind != models.KindCustom {
		if c.Function != nil {
			return nil, fmt.Errorf("settings: Function is set for a %s model (want the kind custom, or no Function)", c.Model.Kind)
		}
		return c.Model.BuildMasked()
	}
	if err := c.customName(); err != nil {
		return nil, err
	}
	if c.Function == nil {
		return nil, fmt.Errorf("settings: the custom model %q has no function (set Config.Function, or use LoadFunction for a saved model)", c.Model.Name)
	}
	return custom(c.Function), nil
}

func (c Config) customName() error {
	if c.Model.Name == "" {
		return errors.New("settings: the custom model has no name (set Model.Name)")
	}
	return nil
}

// custom checks the output of a user-defined function, removes the axis of a single output, and sets masked
// steps to zero.
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
		return errors.New("settings: the model function returned nil, want [B,T] or [B,T,K]")
	}
	s := y.Shape()
	if rank := s.Rank(); rank != 2 && rank != 3 || s.Dim(0) != b || s.Dim(1) != t || s.DType != x.DType() {
		return fmt.Errorf("settings: the model function returned %s for inputs %s, want %s [%d, %d] or [%d, %d, K]", s, x.Shape(), x.DType(), b, t, b, t)
	}
	return nil
}
