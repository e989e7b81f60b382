package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// A Pair describes the interaction of two features: their joint effect on the output beyond the sum of their separate effects. It is
// computed from Shapley interactions I of some samples against a background, in the units of the output (for trees see Explanation.Method).
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Size is the mean of |I| over the samples, and Interval half the width of its interval at Config.Level. Mean is the mean of I. Share is
	// Size divided by the mean change of the output from its mean over the background.
	Size     float64 `json:"size"`
	Interval float64 `json:"interval"`
	Mean     float64 `json:"mean"`
	Share    float64 `json:"share"`
}

// mostInteractions is the maximum number of predictions for interactions.
const mostInteractions = 20_000_000

// interact computes pairwise interactions in some samples: exactly for trees, else by sampling.
func (s *run) interact(ctx context.Context, c Config, e *Explanation, d, background igbo.Data) (err error) {
	if c.Interactions == 0 {
		return nil
	}
	k := len(s.Names)
	t := pairTally{k: k, spreads: make([]pairSpread, k*k)}
	if s.box == nil {
		err = s.modelPairs(ctx, c, &t, d, background)
	} else {
		d = s.Sample(c.Interactions, c.Seed+8)
		limited, cancel := ctx, context.CancelFunc(func() {})
		if _, most := s.box.pace(c); most > 0 {
			limited, cancel = context.WithTimeout(ctx, c.Budget*3/10)
		}
		defer cancel()
		err = s.boxPairs(limited, c, &t, d, s.Sample(c.Background, c.Seed+3))
		if err != nil && ctx.Err() == nil && limited.Err() != nil {
			e.Warnings = append(e.Warnings, "interactions were left out because the time ran out; use fewer --interactions or a larger --budget")
			return nil
		}
	}
	if err != nil {
		return err
	}
	e.Pairs, e.PairRows, e.PairNoise = t.pairs(s.Names, c.Level), d.Samples(), t.floor()
	return nil
}

// pairable returns an error if the model has no pairs of features.
func (s *run) pairable(c Config) error {
	switch {
	case c.Interactions == 0:
		return nil
	case s.Data.Steps != 1:
		return errors.New("interactions are unsupported for series; use a table without series, or leave --interactions out")
	case len(s.Names) < 2:
		return errors.New("interactions require at least two features")
	}
	return nil
}

// pairSets returns the number of sets of orders to draw for a sample, which limits all predictions to mostInteractions.
func pairSets(c Config, samples, features int) (int, error) {
	set := features * (2*features - 1)
	sets := min(c.Pairs, mostInteractions/(samples*set))
	if sets < 2 {
		return 0, fmt.Errorf("interactions of %d samples with %d features need at least %d predictions, which is too many (max %d); use a smaller --interactions", samples, features, 2*samples*set, mostInteractions)
	}
	return sets, nil
}

// modelPairs computes the interactions of a model with a gradient, from its predictions.
func (s *run) modelPairs(ctx context.Context, c Config, t *pairTally, d, background igbo.Data) error {
	sets, err := pairSets(c, d.Samples(), t.k)
	if err != nil {
		return err
	}
	p, err := s.Model.Predictor()
	if err != nil {
		return err
	}
	defer p.Close()
	outputs, width := s.Model.Outputs(), len(d.Features)
	predict := func(ctx context.Context, rows [][]float64) ([]float64, error) {
		asked := igbo.Data{Features: d.Features, Steps: 1, Outputs: d.Outputs, X: slices.Concat(rows...), Y: make([]float64, len(rows))}
		y, err := p.Predict(asked)
		return y, cmp.Or(ctx.Err(), err)
	}
	rows, z := split(d.X, width), split(background.X, width)
	y, err := predict(ctx, rows)
	if err != nil {
		return err
	}
	return t.each(ofOutputs(s.Model.Config.Output, outputs, y), func(output int, at []int) error {
		var some [][]float64
		for _, i := range at {
			some = append(some, rows[i])
		}
		f := func(ctx context.Context, rows [][]float64) ([]float64, error) {
			y, err := predict(ctx, rows)
			return column(y, outputs, output), err
		}
		found, err := shapley.SampledPairs(ctx, f, some, z, s.FeatureColumns(), shapley.Sampling{Pairs: sets, Batch: shapley.DefaultSampling().Batch, Seed: c.Seed}, nil)
		if err != nil {
			return err
		}
		t.add(found.Values, found.Errors)
		t.moved(found.Outputs, found.Base)
		return nil
	})
}

// boxPairs computes the interactions of a model without a gradient.
func (s *run) boxPairs(ctx context.Context, c Config, t *pairTally, d, background igbo.Data) error {
	rows, z := s.Cells(d), s.Cells(background)
	chosen, err := s.chosenOutputs(ctx, c, rows)
	if err != nil {
		return err
	}
	return t.each(chosen, func(output int, at []int) error {
		var some [][]onnx.Cell
		for _, i := range at {
			some = append(some, rows[i])
		}
		found, err := s.box.pairs(ctx, output, some, z, c)
		if err != nil {
			return err
		}
		t.add(found.Values, found.Errors)
		t.moved(found.Outputs, found.Base)
		return nil
	})
}

// split splits numbers into rows.
func split(flat []float64, width int) (rows [][]float64) {
	for r := range slices.Chunk(flat, width) {
		rows = append(rows, r)
	}
	return rows
}

// column returns one of k numbers of each row.
func column(y []float64, k, at int) []float64 {
	var list []float64
	for i := at; i < len(y); i += k {
		list = append(list, y[i])
	}
	return list
}

// ofOutputs returns the outputs to explain for predictions y [N·k]: the chosen one, or the largest.
func ofOutputs(o attribution.Output, k int, y []float64) []int {
	list := make([]int, len(y)/k)
	for i := range list {
		row := y[i*k : (i+1)*k]
		if list[i] = o.Index; o.Kind == attribution.PredictedOutput || o.Kind == attribution.EachOutput {
			list[i] = slices.Index(row, slices.Max(row))
		}
	}
	return list
}

// shownPairs is the maximum number of pairs in a table.
const shownPairs = 10

// pairTable returns a table of the largest interactions; ok reports whether they were computed.
func (e *Explanation) pairTable() (t tabulate.Table, ok bool) {
	t = tabulate.Table{
		Name: "pairs", Title: "What two features do together, from the most", Header: []string{"feature", "with", "together", "±", "of the output's change", "mean"},
		Notes: []string{fmt.Sprintf("Together: the mean of |I| over %s. I is the Shapley interaction: how much more the two features change the output together than separately, in the units of the output. It is 0 if the model is additive in the two features.", tabulate.Plural(e.PairRows, "sample"))},
	}
	if e.PairNoise > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Sampled: by chance, a pair without an interaction has a value of about %.2g; a larger --set pairs=N lowers it.", e.PairNoise))
	}
	for i, p := range e.Pairs {
		if i == shownPairs {
			t.Notes = append(t.Notes, fmt.Sprintf("%s more are in explain.json.", tabulate.Plural(len(e.Pairs)-i, "pair")))
			break
		}
		t.Rows = append(t.Rows, []string{p.First, p.Second, fmt.Sprintf("%.4g", p.Size), fmt.Sprintf("%.2g", p.Interval), percent(p.Share), fmt.Sprintf("%+.3g", p.Mean)})
	}
	return t, len(e.Pairs) > 0
}
