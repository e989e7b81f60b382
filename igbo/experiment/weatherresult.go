package experiment

// WeatherRow is one model of the weather study. Errors are in °C².
type WeatherRow struct {
	// Name is "unconstrained", or "igbo" with its rule.
	Name string `json:"name"`
	Rule string `json:"rule,omitempty"`
	// MSE and TrainMSE are errors on days t ≥ BurnIn of validation and training windows.
	MSE      Estimate `json:"mse"`
	TrainMSE Estimate `json:"train_mse"`
	// Excess is MSE minus that of the unconstrained model of the same seed; zero for that one.
	Excess Estimate `json:"excess"`
	// Loss is H(θ) and Satisfied the share of constraints that the mean scores keep.
	Loss      Estimate `json:"interpretability_loss"`
	Satisfied Estimate `json:"satisfied"`
	// WindowShare is the share of windows and edges u→v with H_u > H_v in that window.
	WindowShare Estimate `json:"window_share"`
	// Conflicts is the share of steps with g1·g2 < 0.
	Conflicts Estimate `json:"conflicts"`
	// Scores has the mean score of every feature.
	Scores []Estimate `json:"scores"`
}

// Weather is what the weather study finds.
type Weather struct {
	Config   WeatherConfig `json:"config"`
	Features []string      `json:"features"`
	Order    []EdgeData    `json:"order"`
	// TrainWindows and ValidationDays say how much data there was.
	TrainWindows   int `json:"train_windows"`
	ValidationDays int `json:"validation_days"`
	// Persistence predicts today's maximum for tomorrow; Ridge is linear in the
	// last BurnIn + 1 days. Both are errors on the same days as MSE.
	Persistence  float64      `json:"persistence_mse"`
	Ridge        float64      `json:"ridge_mse"`
	RidgePenalty float64      `json:"ridge_penalty"`
	Rows         []WeatherRow `json:"rows"`
}

// result gathers the outcomes by arm and adds the references.
func (w *weather) result(arms []string, outcomes []weatherOutcome) (*Weather, error) {
	days := w.cfg.Window - w.cfg.BurnIn
	res := &Weather{
		Config: w.cfg, Features: w.train.Features, Order: newSeedDAG(0, w.order).Edges,
		TrainWindows: w.train.Samples(), ValidationDays: w.validation.Samples() * days,
	}
	free := outcomes[:w.cfg.Seeds]
	for i, rule := range arms {
		res.Rows = append(res.Rows, w.row(rule, outcomes[i*w.cfg.Seeds:(i+1)*w.cfg.Seeds], free))
	}
	var err error
	if res.Persistence, err = persistence(w.validation, w.cfg.BurnIn); err != nil {
		return nil, err
	}
	fit, err := fitRidge(w.train, w.cfg.BurnIn)
	if err != nil {
		return nil, err
	}
	res.Ridge, res.RidgePenalty = fit.mse(w.validation), fit.penalty
	return res, nil
}

// row gathers one arm over seeds.
func (w *weather) row(rule string, group, free []weatherOutcome) WeatherRow {
	over := func(read func(i int) float64) Estimate {
		values := make([]float64, len(group))
		for i := range values {
			values[i] = read(i)
		}
		return newEstimate(values, w.cfg.Level)
	}
	row := WeatherRow{
		Name: "unconstrained", Rule: rule,
		MSE:         over(func(i int) float64 { return group[i].evaluation.MSE }),
		TrainMSE:    over(func(i int) float64 { return group[i].training.MSE }),
		Excess:      over(func(i int) float64 { return group[i].evaluation.MSE - free[i].evaluation.MSE }),
		Loss:        over(func(i int) float64 { return group[i].evaluation.Interpretability.Loss }),
		Satisfied:   over(func(i int) float64 { return group[i].evaluation.Interpretability.Share() }),
		WindowShare: over(func(i int) float64 { return group[i].windowShare }),
		Conflicts:   over(func(i int) float64 { return group[i].conflicts }),
	}
	if rule != "" {
		row.Name = "igbo, " + rule
	}
	for k := range group[0].scores {
		row.Scores = append(row.Scores, over(func(i int) float64 { return group[i].scores[k] }))
	}
	return row
}
