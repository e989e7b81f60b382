package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/linear"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/compare/parts"
)

// finalSettings holds everything on which the final models depend.
type finalSettings struct {
	Config Config
	Part   parts.Part
}

// finalPart holds both models on all data, and the saved model.
type finalPart struct {
	Without, With             igbo.Files
	ScoresWithout, ScoresWith []float64
	Penalty, Decay            float64
	// Kept is the saved model, of the kind KeptAs, with the posterior under the soft order.
	Kept       igbo.Files
	KeptAs     string
	ScoresKept []float64
	Known      *Known
	// NoPosterior is the reason why no posterior was fitted. Keepable lists the values of Config.Keep that apply.
	NoPosterior string
	Keepable    []string
}

// finish trains the models on all data.
func finish(ctx context.Context, w *workflow.Work, s finalSettings) (f finalPart, err error) {
	t, data, err := newTrainer(ctx, w, s.Config, s.Part)
	defer func() { err = errors.Join(err, t.space.Close()) }()
	if err != nil {
		return f, err
	}
	if err := t.checkKeep(data); err != nil {
		return f, err
	}
	inner, c, fit, err := t.choose(data)
	if err != nil {
		return f, err
	}
	f.Penalty, f.Decay = c.ridge, c.decay
	p, err := t.pair(data, fit, c.of(s.Config))
	if err != nil {
		return f, err
	}
	if f.Without, f.ScoresWithout, err = plain(t.ctx, p.without, data); err != nil {
		return f, err
	}
	if f.With, f.ScoresWith, err = plain(t.ctx, p.with, data); err != nil {
		return f, err
	}
	return f, t.keep(&f, data, inner, c)
}

// extend is the factor by which the chains of the saved model become longer if they do not agree.
const extend = 2

// keep fits the model to keep.
func (t *trainer) keep(f *finalPart, data igbo.Data, inner []fold.Rows, c chosen) error {
	full := posterior.DefaultConfig()
	o := linear.SuiteOptions{Chains: full.Chains, Burn: full.Burn, Draws: full.Draws, Extend: extend}
	if t.cfg.Keep != string(linear.Stacking) {
		for _, m := range linear.Methods() {
			if m != linear.Ridge && m != linear.PosteriorSoft && string(m) != t.cfg.Keep {
				o.Skip = append(o.Skip, m)
			}
		}
	}
	fitted, err := t.suite(data, inner, o)
	if err != nil {
		return err
	}
	want := cmp.Or(t.cfg.Keep, KeepIGBO)
	for _, method := range fitted {
		if method.Method == linear.PosteriorSoft {
			if f.Known, err = t.known(data, method.Posteriors); err != nil {
				return err
			}
			if t.cfg.Keep == "" && !t.cfg.network() && !t.cfg.Gate {
				want = string(linear.PosteriorSoft)
			}
		}
	}
	if f.Known == nil && !t.order.Empty() {
		f.NoPosterior = t.refusal(linear.PosteriorSoft, data)
	}
	f.KeptAs, f.Keepable = want, t.keepable(data)
	switch want {
	case KeepIGBO:
		f.Kept, f.ScoresKept = f.With, f.ScoresWith
		return nil
	case KeepPlain:
		f.Kept, f.ScoresKept = f.Without, f.ScoresWithout
		return nil
	}
	for _, method := range fitted {
		if string(method.Method) == want {
			flat := *t
			flat.cfg.Model, flat.cfg.Attribution.Points = models.LinearSpec(), 1
			if n := len(method.Members); n > 1 {
				flat.cfg.Model.Members, flat.cfg.Model.Mean, flat.cfg.Attribution.Points = n, models.MeanProbability, 8
			}
			m, err := flat.start(data, t.asRidge(data, method), c.ridge)
			if err != nil {
				return err
			}
			f.Kept, f.ScoresKept, err = plain(t.ctx, m, data)
			return err
		}
	}
	return fmt.Errorf("compare: choosing the model to keep: the method %q was not fitted", want)
}

// checkKeep returns an error before any training if the method to keep does not apply to the data.
func (t *trainer) checkKeep(data igbo.Data) error {
	if t.cfg.Keep == "" || t.cfg.Keep == KeepIGBO || t.cfg.Keep == KeepPlain {
		return nil
	}
	if why := t.refusal(linear.Method(t.cfg.Keep), data); why != "" {
		return fmt.Errorf("compare: choosing the model to keep: the method %q does not apply: %s (keep one of %q)", t.cfg.Keep, why, t.keepable(data))
	}
	return nil
}

// keepable lists the values of Config.Keep that apply to the data.
func (t *trainer) keepable(data igbo.Data) (names []string) {
	for _, name := range Keeps() {
		c := t.cfg
		c.Keep = name
		if c.Validate(len(data.Features)) == nil && (name == KeepIGBO || name == KeepPlain || t.refusal(linear.Method(name), data) == "") {
			names = append(names, name)
		}
	}
	return names
}

// refusal returns the reason why a method was not fitted.
func (t *trainer) refusal(m linear.Method, data igbo.Data) string {
	switch {
	case t.order.Empty():
		return "no order is given"
	case !tabular(data):
		return "the data are series, not a table"
	case !t.cfg.CompetingMethods:
		return "the competing methods are off (turn them on)"
	}
	k, err := t.constraints(data)
	if err != nil {
		return err.Error()
	}
	return m.Applies(data, t.cfg.Loss, k)
}

// plain returns the files of a model, and its mean scores.
func plain(ctx context.Context, m *igbo.Model, data igbo.Data) (igbo.Files, []float64, error) {
	files, err := m.Files()
	if err != nil {
		return nil, nil, err
	}
	means, err := meanScores(ctx, m, data)
	return files, means, err
}

// scoredAtOnce is the maximum number of samples whose scores are in memory.
const scoredAtOnce = 1 << 16

// meanScores returns the mean scores over samples.
func meanScores(ctx context.Context, m *igbo.Model, data igbo.Data) (means []float64, err error) {
	n := data.Samples()
	for from := 0; from < n; from += scoredAtOnce {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		h, err := m.Scores(data.Part(from, min(n, from+scoredAtOnce)))
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
