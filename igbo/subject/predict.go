package subject

import (
	"context"
	"iter"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/onnx"
)

// Predicted are samples with what the model says of them, [N,T,K] in the unit of its output.
type Predicted struct {
	Keys []string
	Data igbo.Data
	Y    []float64
}

// Predictions are those of all samples in their order, piece by piece of a large table.
func (s *Subject) Predictions(ctx context.Context) iter.Seq2[Predicted, error] {
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
			if piece.N() > 0 && !yield(s.predicted(ctx, piece.Keys, dataOf(piece))) {
				return
			}
		}
	}
}

func (s *Subject) predicted(ctx context.Context, keys []string, data igbo.Data) (Predicted, error) {
	if s.BlackBox() {
		y, err := s.Answer(ctx, s.Cells(data))
		return Predicted{keys, data, y}, err
	}
	y, err := s.Model.Response(data)
	return Predicted{keys, data, y}, err
}

// Answer is what a model without a gradient says of rows of cells, [N,K]. Errors: those of the trees or of the program.
func (s *Subject) Answer(ctx context.Context, rows [][]onnx.Cell) ([]float64, error) {
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
