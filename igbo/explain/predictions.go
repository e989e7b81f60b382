package explain

import (
	"context"
	"iter"

	"github.com/igbolab/igbolab/igbo"
)

// Predicted are samples with what the model says of them, [N,T,K] in the unit of its output.
type Predicted struct {
	Keys []string
	Data igbo.Data
	Y    []float64
}

// Outputs is K, the number of outputs of the model.
func (s *Subject) Outputs() int { return s.outputs() }

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
	if s.box != nil {
		y, err := s.box.predict(ctx, s.cells(data))
		return Predicted{keys, data, y}, err
	}
	y, err := s.Model.Response(data)
	return Predicted{keys, data, y}, err
}
