package weather

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	opinion "github.com/igbolab/igbolab/igbo/dag/expert"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
)

// windows selects the data.
type windows struct{ Window, BurnIn, TrainStride int }

// split has the data, divided by time.
type split struct{ train, validation igbo.Data }

func (s windows) load() (split, error) {
	train, err := datasets.Weather(s.Window, s.TrainStride)
	if err != nil {
		return split{}, err
	}
	validation, err := datasets.Weather(s.Window, s.Window-s.BurnIn)
	if err != nil {
		return split{}, err
	}
	return split{training.Series(train.Train), training.Series(validation.Validation)}, nil
}

// expert has the statements of the expert.
type expert struct {
	Tiers   [][]string
	Epsilon float64
}

// order builds the expert's order over the features.
func (e expert) order(features []string, score attribution.ScoreKind) (*dag.DAG, error) {
	options := opinion.DefaultOptions()
	options.MinEpsilon = e.Epsilon
	if score == attribution.Absolute {
		options.ScoreMin = 0
	}
	return opinion.New(features...).Tiers(e.Tiers...).Build(options)
}

// modelSettings are all inputs of one model and its measures; the training contains the seed and the rule.
type modelSettings struct {
	Windows  windows
	Expert   expert
	Guided   bool // trained with the order, by which every model is measured
	Training igbo.Config
}

// modelPart has the measures of one trained model on the validation windows.
type modelPart struct {
	MSE, TrainMSE   float64
	Loss, Satisfied float64
	Scores          []float64
	WindowShare     float64
	Conflicts       float64
}

// fit trains and measures one model.
func fit(ctx context.Context, w *workflow.Work, s modelSettings) (modelPart, error) {
	data, err := s.Windows.load()
	if err != nil {
		return modelPart{}, err
	}
	order, err := s.Expert.order(data.train.Features, s.Training.Attribution.Score)
	if err != nil {
		return modelPart{}, err
	}
	guide := order
	if !s.Guided {
		guide = nil
	}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, s.Training), data.train, guide)
	if err != nil {
		return modelPart{}, err
	}
	part := modelPart{Conflicts: trained.History.ConflictShare()}
	err = part.measure(trained.Model, data, order)
	return part, err
}

// measure evaluates a model with the order.
func (p *modelPart) measure(m *igbo.Model, data split, order *dag.DAG) error {
	validation, err := m.Evaluate(data.validation, order)
	if err != nil {
		return err
	}
	before, err := m.Evaluate(data.train, nil)
	if err != nil {
		return err
	}
	scores, err := m.Scores(data.validation)
	if err != nil {
		return err
	}
	p.MSE, p.TrainMSE = validation.MSE, before.MSE
	p.Loss, p.Satisfied = validation.Interpretability.Loss, validation.Interpretability.Share()
	p.Scores, p.WindowShare = training.ColumnMeans(scores), orderShare(scores, order)
	return nil
}

// orderShare returns the share of samples and edges u→v with H_u > H_v.
func orderShare(scores *mat.Dense, d *dag.DAG) float64 {
	n, _ := scores.Dims()
	kept := 0
	for i := range n {
		for _, e := range d.Edges {
			if scores.At(i, e.U) > scores.At(i, e.V) {
				kept++
			}
		}
	}
	return float64(kept) / float64(n*len(d.Edges))
}
