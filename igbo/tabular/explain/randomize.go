package explain

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/faithfulness"
)

// randomize compares the scores of some samples with those of the model with random parameters.
func (s *run) randomize(ctx context.Context, c Config, e *Explanation, data igbo.Data) error {
	if c.RandomRows == 0 {
		return nil
	}
	random, err := s.random(c.Seed)
	if err != nil {
		return err
	}
	cfg, _ := s.attribution(c)
	learned, err := s.Model.Explain(ctx, data, cfg, nil)
	if err != nil {
		return err
	}
	other, err := random.Explain(ctx, data, cfg, nil)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		e.Warnings = append(e.Warnings, fmt.Sprintf("the check by random parameters was left out: %v", err))
		return nil
	}
	sums := newTally(s.Names)
	sums.scores(other.Scores)
	for k, f := range sums.features(c.Level) {
		e.Features[k].Random = &f.Share
	}
	e.RandomRows = data.Samples()
	if _, k := learned.Scores.Dims(); k < 2 {
		return nil
	}
	correlation, err := faithfulness.Randomization(rows(learned.Scores), rows(other.Scores))
	e.RandomCorrelation = &correlation
	return err
}

// random returns the model with random parameters. They are drawn from normal distributions with mean 0 and the mean square of each
// variable. A variable that is positive throughout, such as a variance, stays positive.
func (s *run) random(seed uint64) (*igbo.Model, error) {
	files, err := s.Model.Files()
	if err != nil {
		return nil, err
	}
	m, err := files.OpenFunction(s.Backend, s.Model.Config.Function)
	if err != nil {
		return nil, err
	}
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	drawn := map[string]*tensors.Tensor{}
	draw := rand.New(rand.NewPCG(seed, 7))
	for _, path := range slices.Sorted(maps.Keys(values)) {
		if t := redrawn(values[path], draw); t != nil {
			drawn[path] = t
		}
	}
	return m, m.SetVariables(drawn)
}

// redrawn draws the numbers of a variable; nil for integers.
func redrawn(t *tensors.Tensor, draw *rand.Rand) *tensors.Tensor {
	switch t.DType() {
	case dtypes.Float64:
		return redraw[float64](t, draw)
	case dtypes.Float32:
		return redraw[float32](t, draw)
	}
	return nil
}

func redraw[F float32 | float64](t *tensors.Tensor, draw *rand.Rand) *tensors.Tensor {
	values, err := tensors.CopyFlatData[F](t)
	if err != nil {
		return nil
	}
	square, positive := 0.0, true
	for _, v := range values {
		square += float64(v) * float64(v) / float64(len(values))
		positive = positive && v > 0
	}
	for i := range values {
		v := draw.NormFloat64() * math.Sqrt(square)
		if positive {
			v = math.Abs(v)
		}
		values[i] = F(v)
	}
	return tensors.FromFlatDataAndDimensions(values, t.Shape().Dimensions...)
}

// rows returns the rows of a matrix.
func rows(m *mat.Dense) (list [][]float64) {
	n, _ := m.Dims()
	for i := range n {
		list = append(list, m.RawRowView(i))
	}
	return list
}
