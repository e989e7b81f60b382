package explainer

import (
	"context"
	"iter"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
)

// Predicted holds samples and the model's predictions for them, [N,T,K] in the unit of its output.
type Predicted struct {
	Keys []string
	Data igbo.Data
	Y    []float64
}

// Predictions yields the predictions of all samples in order, in pieces for a large table.
func (s *Explainer) Predictions(ctx context.Context) iter.Seq2[Predicted, error] {
	return func(yield func(Predicted, error) bool) {
		if s.bulk == nil {
			yield(s.predicted(ctx, s.Keys, s.Data))
			return
		}
		for piece, err := range s.bulk.pieces(ctx) {
			if err != nil {
				yield(Predicted{}, err)
				return
			}
			if piece.Samples() > 0 && !yield(s.predicted(ctx, piece.Keys, piece.WithTargets())) {
				return
			}
		}
	}
}

func (s *Explainer) predicted(ctx context.Context, keys []string, data igbo.Data) (Predicted, error) {
	if s.BlackBox() {
		y, err := s.Answer(ctx, s.Cells(data))
		return Predicted{keys, data, y}, err
	}
	y, err := s.Model.Response(data)
	return Predicted{keys, data, y}, err
}

// Answer returns the predictions [N,K] of a model without a gradient for rows of cells. It returns the errors of the trees or of the
// program.
func (s *Explainer) Answer(ctx context.Context, rows [][]onnx.Cell) ([]float64, error) {
	if s.Trees != nil {
		return s.Trees.Predict(rows)
	}
	texts := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			texts[i] = append(texts[i], cell.Text)
		}
	}
	return s.Program.Answers(ctx, texts)
}
