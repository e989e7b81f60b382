package evaluation

import (
	"context"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil and invalid models and predictors.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	cfg, data, _ := modeltest.Small(t)
	model := func(call func(m *trained.Model) error) exported.Call {
		return exported.Bad(func() error { return call(nil) }, func() error { return call(&trained.Model{}) })
	}
	exported.Check(t, map[string]exported.Call{
		"Predict":      model(func(m *trained.Model) error { _, err := Predict(m, data); return err }),
		"Response":     model(func(m *trained.Model) error { _, err := Response(m, data); return err }),
		"NewPredictor": model(func(m *trained.Model) error { _, err := NewPredictor(m); return err }),
		"NewEvaluator": model(func(m *trained.Model) error { _, err := NewEvaluator(m, nil); return err }),
		"Evaluate":     model(func(m *trained.Model) error { _, err := Evaluate(m, data, nil); return err }),
		"EvaluateIn": model(func(m *trained.Model) error {
			_, err := EvaluateIn(context.Background(), nil, m, data, nil)
			return err
		}),
		"Scores": model(func(m *trained.Model) error { _, err := Scores(m, data); return err }),
		"ScoresFrom": model(func(m *trained.Model) error {
			_, err := ScoresFrom(context.Background(), m, data, data.X, cfg.Attribution)
			return err
		}),
		"ScoresWith": model(func(m *trained.Model) error { _, err := ScoresWith(m, data, cfg.Attribution); return err }),
		"Attribute":  model(func(m *trained.Model) error { _, err := Attribute(m, data); return err }),
		"Explain": model(func(m *trained.Model) error {
			_, err := Explain(context.Background(), m, data, cfg.Attribution, nil)
			return err
		}),
		"Predictor.Predict": exported.Bad(func() error { _, err := (*Predictor)(nil).Predict(data); return err }, func() error { _, err := (&Predictor{}).Predict(data); return err }),
		"Predictor.Loss":    exported.Bad(func() error { _, err := (*Predictor)(nil).Loss(data); return err }, func() error { _, err := (&Predictor{}).Loss(data); return err }),
		"Predictor.Close":   exported.Total("closes nothing where there is nothing"),
		"Start":             exported.Total("of a model that trained.New made"),
		"Evaluator.Run":     exported.Total("of an evaluator that NewEvaluator made"),
		"Evaluator.Close":   exported.Total("closes nothing where there is nothing"),
		"ScoresGraph":       exported.Total("of a model that is ready"), "SecondLoss": exported.Total("of a model that is ready"),
		"Interpretability": exported.Total("of scores and an order that fit the model"),
		"Unpack":           exported.Total("of a graph's inputs"),
		"TaskLoss":         exported.Total("of a model that is ready"),
	})
}
