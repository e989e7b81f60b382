package routing

import (
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Tables implements study.Result.
func (r *Result) Tables() []study.Table { return nil }

// Figures implements study.Result.
func (r *Result) Figures() ([]plots.Figure, error) { return nil, nil }
