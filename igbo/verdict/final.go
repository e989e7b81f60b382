package verdict

import (
	"context"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
)

// finalSettings are all that the models on all data depend on.
type finalSettings struct {
	Config Config
	Part   Part
}

// finalPart is both models on all data.
type finalPart struct {
	Without, With             igbo.Files
	ScoresWithout, ScoresWith []float64
	Penalty, Decay            float64
}

// finish trains both models on all data.
func finish(ctx context.Context, w *study.Work, s finalSettings) (f finalPart, err error) {
	t, err := newTrainer(ctx, w, s.Config, s.Part)
	if err != nil {
		return f, err
	}
	data := s.Part.Train
	inner, err := t.inner(data, s.Part.Clusters)
	if err != nil {
		return f, err
	}
	c, err := t.choose(data, inner)
	if err != nil {
		return f, err
	}
	f.Penalty, f.Decay = c.ridge, c.decay
	fit, err := t.fit(data, c.ridge)
	if err != nil {
		return f, err
	}
	p, err := t.pair(data, fit, c.of(s.Config))
	if err != nil {
		return f, err
	}
	if f.Without, f.ScoresWithout, err = kept(p.without, data); err != nil {
		return f, err
	}
	f.With, f.ScoresWith, err = kept(p.with, data)
	return f, err
}

// kept is a model as plain data, with its mean scores.
func kept(m *igbo.Model, data igbo.Data) (igbo.Files, []float64, error) {
	files, err := m.Files()
	if err != nil {
		return nil, nil, err
	}
	h, err := m.Scores(data)
	if err != nil {
		return nil, nil, err
	}
	_, k := h.Dims()
	means := make([]float64, k)
	for j := range means {
		means[j] = stat.Mean(mat.Col(nil, j, h), nil)
	}
	return files, means, nil
}
