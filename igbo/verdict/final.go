package verdict

import (
	"context"

	"gonum.org/v1/gonum/floats"

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
	data, clusters, err := s.Part.training()
	if err != nil {
		return f, err
	}
	inner, err := t.inner(data, clusters)
	if err != nil {
		return f, err
	}
	c, err := t.choose(data, inner)
	if err != nil {
		return f, err
	}
	f.Penalty, f.Decay = c.ridge, c.decay
	fit, err := t.fit(data, nil, c.ridge)
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
	means, err := meanScores(m, data)
	return files, means, err
}

// scoredAtOnce is how many samples' scores are in memory.
const scoredAtOnce = 1 << 16

// meanScores are the mean scores over samples.
func meanScores(m *igbo.Model, data igbo.Data) (means []float64, err error) {
	n := data.Samples()
	for from := 0; from < n; from += scoredAtOnce {
		h, err := m.Scores(span(data, from, min(n, from+scoredAtOnce)))
		if err != nil {
			return nil, err
		}
		rows, k := h.Dims()
		if means == nil {
			means = make([]float64, k)
		}
		for i := range rows {
			floats.AddScaled(means, 1/float64(n), h.RawRowView(i))
		}
	}
	return means, nil
}
