package weather

import (
	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
)

// Row is one model of the study. Errors are in °C².
type Row struct {
	// Name is "unconstrained", or "igbo" with its rule.
	Name string `json:"name"`
	Rule string `json:"rule,omitempty"`
	// MSE and TrainMSE are errors on days t ≥ BurnIn of validation and training windows.
	MSE      study.Estimate `json:"mse"`
	TrainMSE study.Estimate `json:"train_mse"`
	// Excess is MSE minus that of the unconstrained model of the same seed; zero for that one.
	Excess study.Estimate `json:"excess"`
	// Loss is H(θ) and Satisfied the share of constraints that the mean scores keep.
	Loss      study.Estimate `json:"interpretability_loss"`
	Satisfied study.Estimate `json:"satisfied"`
	// WindowShare is the share of windows and edges u→v with H_u > H_v in that window.
	WindowShare study.Estimate `json:"window_share"`
	// Conflicts is the share of steps with g1·g2 < 0.
	Conflicts study.Estimate `json:"conflicts"`
	// Scores has the mean score of every feature.
	Scores []study.Estimate `json:"scores"`
}

// Result is what the study finds.
type Result struct {
	Config   Config          `json:"config"`
	Features []string        `json:"features"`
	Order    []dag.NamedEdge `json:"order"`
	// TrainWindows and ValidationDays say how much data there was.
	TrainWindows   int `json:"train_windows"`
	ValidationDays int `json:"validation_days"`
	// Persistence predicts today's maximum for tomorrow; Ridge is linear in the
	// last BurnIn + 1 days. Both are errors on the same days as MSE.
	Persistence  float64 `json:"persistence_mse"`
	Ridge        float64 `json:"ridge_mse"`
	RidgePenalty float64 `json:"ridge_penalty"`
	// Rows are the unconstrained model and one by each rule.
	Rows []Row `json:"rows"`
}

// result gathers the parts, by arm and seed.
func (c Config) result(data split, models [][]modelPart, references referencePart) (*Result, error) {
	order, err := c.expert().order(data.train.Features, c.Attribution.Score)
	if err != nil {
		return nil, err
	}
	res := &Result{
		Config: c, Features: data.train.Features, Order: order.NamedEdges(),
		TrainWindows: data.train.Samples(), ValidationDays: data.validation.Samples() * (c.Window - c.BurnIn),
		Persistence: references.Persistence, Ridge: references.Ridge, RidgePenalty: references.Penalty,
	}
	for i, rule := range c.arms() {
		res.Rows = append(res.Rows, c.row(rule, models[i], models[0]))
	}
	return res, nil
}

// row gathers one arm over seeds.
func (c Config) row(rule string, group, free []modelPart) Row {
	over := func(read func(modelPart) float64) study.Estimate { return study.Over(group, c.Level, read) }
	excess := study.Each(group, func(p modelPart) float64 { return p.MSE })
	floats.Sub(excess, study.Each(free, func(p modelPart) float64 { return p.MSE }))
	row := Row{
		Name: "unconstrained", Rule: rule,
		MSE:         over(func(p modelPart) float64 { return p.MSE }),
		TrainMSE:    over(func(p modelPart) float64 { return p.TrainMSE }),
		Excess:      study.NewEstimate(excess, c.Level),
		Loss:        over(func(p modelPart) float64 { return p.Loss }),
		Satisfied:   over(func(p modelPart) float64 { return p.Satisfied }),
		WindowShare: over(func(p modelPart) float64 { return p.WindowShare }),
		Conflicts:   over(func(p modelPart) float64 { return p.Conflicts }),
	}
	if rule != "" {
		row.Name = "igbo, " + rule
	}
	for k := range group[0].Scores {
		row.Scores = append(row.Scores, over(func(p modelPart) float64 { return p.Scores[k] }))
	}
	return row
}
