package verdict

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/task"
	"github.com/igbolab/igbolab/igbo/task/linear"
	"github.com/igbolab/igbolab/igbo/task/ordered"
)

// The models of Config.Keep beside those of package ordered.
const (
	KeepIGBO  = "igbo"          // the model that is trained with the order, or by the gate without it
	KeepPlain = "without-order" // the same without the order
)

// Keeps are the values of Config.Keep, but for "", which leaves the choice to what applies.
func Keeps() []string {
	list := []string{KeepIGBO, KeepPlain}
	for _, m := range ordered.Methods() {
		list = append(list, string(m))
	}
	return list
}

// Rival is what another way to use the order, or none, misses on the test part of a fold.
type Rival struct {
	Method ordered.Method `json:"method"`
	Errors Errors         `json:"errors"`
}

// tabular tells whether data are those of linear models of a table.
func tabular(data igbo.Data) bool { return data.Steps == 1 && data.Mask == nil }

// lines is data as package linear has them.
func lines(data igbo.Data) linear.Data {
	return linear.Data{D: len(data.Features), X: data.X, Y: data.Y, Weights: data.Weights}
}

// knowledge is what the order says of the data's columns.
func (t *trainer) knowledge(data igbo.Data) (ordered.Knowledge, error) {
	k, err := ordered.Of(t.order, data.Features, t.groups)
	if err != nil {
		return k, fmt.Errorf("verdict: %w", err)
	}
	return k, nil
}

// suite fits the other ways to use the order; none where there is no order, or nothing applies.
func (t *trainer) suite(data igbo.Data, inner []fold.Rows, o ordered.Options) ([]ordered.Fitted, error) {
	if !t.cfg.Rivals || t.order.Empty() || !tabular(data) || ordered.Ridge.Applies(lines(data), t.cfg.Loss, ordered.Knowledge{}) != "" {
		return nil, nil
	}
	k, err := t.knowledge(data)
	if err != nil {
		return nil, err
	}
	o.Inner, o.Strengths, o.Seed = inner, t.cfg.Penalties, uint64(t.cfg.Seed)
	fitted, err := ordered.Suite(t.ctx, lines(data), t.cfg.Loss, k, o)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	return fitted, nil
}

// rivals judges them on the test part of a fold.
func (t *trainer) rivals(train, test igbo.Data, inner []fold.Rows) (list []Rival, err error) {
	fitted, err := t.suite(train, inner, ordered.Options{Chains: t.cfg.Chains, Burn: t.cfg.Burn, Draws: t.cfg.Draws})
	if err != nil {
		return nil, err
	}
	for _, f := range fitted {
		if f.Method == ordered.Ridge {
			continue // which is judged in any case
		}
		m, err := t.cfg.Loss.Metrics(task.Sample{Outputs: 1, Predictions: f.Predict(test.X), Targets: test.Y, Weights: test.Weights})
		if err != nil {
			return nil, err
		}
		list = append(list, Rival{f.Method, errorsOf(t.cfg.Loss, m)})
	}
	return list, nil
}

// signs are the directions of the data's columns, nil where none are known or the model does not take them.
func (t *trainer) signs(data igbo.Data) ([]int, error) {
	if t.cfg.network() || t.cfg.outputs() != 1 {
		return nil, nil
	}
	signs, err := t.order.Signs(data.Features, t.groups, true)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	if !slices.ContainsFunc(signs, func(s int) bool { return s != 0 }) {
		return nil, nil
	}
	return signs, nil
}

// signed trains a linear model with the order whose weights keep their directions, w_j = s_j·|θ_j|, from ridge's weights.
func (t *trainer) signed(data igbo.Data, fit *ridge, penalty float64, signs []int) (*igbo.Model, error) {
	cfg := t.settings(data, penalty)
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("signed"), attribution.Unmasked(models.SignedLinear(signs)), "float64"
	weights := models.Unsigned(mat.Col(nil, 0, fit.theta), signs)
	start, err := t.begin(cfg, data, &ridge{fit.units, mat.NewDense(len(weights), 1, weights)})
	if err != nil {
		return nil, err
	}
	trained, err := igbo.TrainFrom(t.ctx, start, cfg, data, t.order)
	if err != nil {
		return nil, err
	}
	theta, err := linearOf(trained.Model)
	if err != nil {
		return nil, err
	}
	theta = models.Signed(theta, signs)
	return t.start(data, &ridge{fit.units, mat.NewDense(len(theta), 1, theta)}, penalty)
}

// asRidge are linear models of one output, the members of one that is fitted or it alone, in the units that a model of the data has.
func (t *trainer) asRidge(data igbo.Data, f ordered.Fitted) *ridge {
	u, members := measure(recordsOf(data, nil), t.cfg.Loss), f.Members
	if members == nil {
		w := f.Model.Weights()
		members = [][]float64{append(w, f.Model.Predict(make([]float64, len(w)))[0])}
	}
	d := len(members[0]) - 1
	theta := mat.NewDense(d+1, len(members), nil)
	for k, w := range members {
		bias := w[d] - u.targetShift
		for j, v := range w[:d] {
			theta.Set(j, k, v*u.scale[j]/u.targetScale)
			bias += v * u.shift[j]
		}
		theta.Set(d, k, bias/u.targetScale)
	}
	return &ridge{u, theta}
}

// Known is what the posterior under the soft order says, in the data's own units where nothing else is said.
type Known struct {
	Weights []ColumnWeight  `json:"weights"`
	Shares  []FeatureShare  `json:"shares"`
	Claims  []ClaimEvidence `json:"statements"`
	// Believed is the probability that the order, its directions apart, says something: ½ before the data, 0 where there is none.
	Believed float64 `json:"believed"`
	// RHat is near 1 where the chains agree; Effective is the smallest effective number of draws.
	RHat      float64 `json:"r_hat"`
	Effective float64 `json:"effective"`
	Warning   string  `json:"warning,omitempty"`
}

// ColumnWeight is the weight of a column with its interval.
type ColumnWeight struct {
	Column   string   `json:"column"`
	Interval Interval `json:"weight"`
}

// FeatureShare is the importance of a feature over the sum of all.
type FeatureShare struct {
	Feature  string   `json:"feature"`
	Interval Interval `json:"share"`
}

// ClaimEvidence is the probability that a statement of the order holds, after the data.
type ClaimEvidence struct {
	Statement   string  `json:"statement"`
	Probability float64 `json:"probability"`
}

// known puts the posteriors of all bases together.
func (t *trainer) known(data igbo.Data, list []*posterior.Posterior) (*Known, error) {
	if len(list) == 0 {
		return nil, nil
	}
	all, k := *list[0], &Known{}
	all.Chains = nil
	for _, p := range list {
		all.Chains = append(all.Chains, p.Chains...)
		k.RHat, k.Effective = max(k.RHat, p.RHat), k.Effective+p.Effective
		if w := p.Warning(); w != "" {
			k.Warning = w
		}
	}
	level := t.cfg.Level
	for j, name := range data.Features {
		k.Weights = append(k.Weights, ColumnWeight{name, Interval(all.Weight(j, level))})
	}
	for f, name := range t.order.Features {
		k.Shares = append(k.Shares, FeatureShare{name, Interval(all.Share(f, level))})
	}
	for _, e := range t.order.TransitiveReduction().Edges {
		k.Claims = append(k.Claims, ClaimEvidence{t.order.Features[e.U] + " above " + t.order.Features[e.V], all.Above(e.U, e.V)})
	}
	signs, err := t.order.Signs(data.Features, t.groups, true)
	if err != nil {
		return nil, err
	}
	for j, s := range signs {
		if s != 0 {
			p := all.Rises(j)
			if s < 0 {
				p = 1 - p
			}
			k.Claims = append(k.Claims, ClaimEvidence{fmt.Sprintf("%s: %s", data.Features[j], map[int]string{1: "+", -1: "−"}[s]), p})
		}
	}
	if len(t.order.Edges) > 0 {
		k.Believed = all.Believed()
	}
	return k, nil
}

// rivalLosses are the losses of a method by fold; nil where some fold lacks it.
func (v *Verdict) rivalLosses(m ordered.Method) (losses []float64) {
	for _, f := range v.Folds {
		i := slices.IndexFunc(f.Rivals, func(r Rival) bool { return r.Method == m })
		if i < 0 {
			return nil
		}
		losses = append(losses, f.Rivals[i].Errors.Loss)
	}
	return losses
}

// Standing is a model in the table of all.
type Standing struct {
	// Name is in words, Keep as Config.Keep has it.
	Name string `json:"name"`
	Keep string `json:"keep"`
	// Ratio is its loss over ridge's, with the corrected interval of their difference.
	Ratio Interval `json:"ratio"`
	// Knows tells whether it looks at the order.
	Knows bool `json:"knows"`
}

// stand compares every model with ridge.
func (v *Verdict) stand(ratio float64) error {
	ridge := v.each(func(f Fold) float64 { return f.Ridge.Loss })
	add := func(name, keep string, knows bool, losses []float64) error {
		if losses == nil {
			return nil
		}
		g, err := v.gain(ridge, losses, ratio, false)
		if err != nil {
			return err
		}
		v.Standings = append(v.Standings, Standing{name, keep, Interval{1 - g.Mean, 1 - g.High, 1 - g.Low}, knows})
		return nil
	}
	kind := string(v.Config.Model.Kind)
	if n := v.Config.starts(); n > 1 {
		kind = fmt.Sprintf("mean of %d %ss", n, kind)
	}
	if err := add(v.ridgeName(), string(ordered.Ridge), false, ridge); err != nil {
		return err
	}
	if v.Config.network() {
		if err := add(kind+" without the order", KeepPlain, false, v.each(func(f Fold) float64 { return f.Without.Loss })); err != nil {
			return err
		}
	}
	for _, m := range ordered.Methods()[1:] {
		if err := add(m.Label(), string(m), m.Knows(), v.rivalLosses(m)); err != nil {
			return err
		}
	}
	with := v.each(func(f Fold) float64 { return f.With.Loss })
	if v.Config.Gate {
		with = v.each(func(f Fold) float64 { return f.gated().Loss })
	}
	return add("IGBO ("+kind+")", KeepIGBO, true, with)
}

// RivalTable is every model by its loss over ridge's.
func (v *Verdict) RivalTable() study.Table {
	v = v.orNone()
	t := study.Table{Name: "models", Title: fmt.Sprintf("Loss on held-out samples over that of %s, over %s", v.Config.reference(), study.Plural(len(v.Folds), "fold")),
		Header: []string{"model", "knows the order", "loss ÷ " + strings.TrimSuffix(v.Config.its(), "'s"), "interval", "--keep"}, Data: [][]string{{"model", "knows", "ratio", "low", "high"}}}
	for _, s := range v.Standings {
		knows, kept := "no", s.Keep
		if s.Knows {
			knows = "yes"
		}
		if s.Keep == v.Kept {
			kept += " (kept)"
		}
		t.Rows = append(t.Rows, []string{s.Name, knows, fmt.Sprintf("%.3f", s.Ratio.Mean), fmt.Sprintf("[%.3f, %.3f]", s.Ratio.Low, s.Ratio.High), kept})
		t.Data = append(t.Data, []string{s.Name, knows, study.Full(&s.Ratio.Mean), study.Full(&s.Ratio.Low), study.Full(&s.Ratio.High)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Intervals at the level %.4g of the difference to %s, corrected for the overlap of the folds; each is its own, and of %d models the best looks better than it is.", v.Config.Level, v.Config.its(), len(v.Standings)))
	if says := v.Config.Lacks(); says != "" {
		t.Notes = append(t.Notes, says)
	}
	return t
}

// best is the model of the least loss.
func (v *Verdict) best() Standing {
	return slices.MinFunc(v.Standings, func(a, b Standing) int {
		if a.Ratio.Mean < b.Ratio.Mean {
			return -1
		}
		return 1
	})
}

// twin are the losses by fold of the kept model's like that does not know the order.
func (v *Verdict) twin() (with, without []float64) {
	switch m := ordered.Method(v.Kept); {
	case m == ordered.PosteriorHard || m == ordered.PosteriorSoft:
		return v.rivalLosses(m), v.rivalLosses(ordered.PosteriorBare)
	case m.Check() == nil && m.Knows():
		return v.rivalLosses(m), v.each(func(f Fold) float64 { return f.Ridge.Loss })
	}
	return nil, nil
}
