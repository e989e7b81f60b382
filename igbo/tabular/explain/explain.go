package explain

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// A Feature describes the importance of a feature.
type Feature struct {
	Name string `json:"name"`
	// Share is the mean of |H| over samples and Mean the mean of H. Interval is half the width of the interval of Share at Config.Level, for a
	// fixed background or baseline. The intervals of [Explainer.Check] include the randomness of both.
	Share    float64 `json:"share"`
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval"`
	// Permutation is the increase of the loss if the feature is permuted, StdDev its standard deviation over the repeats. Both are nil if
	// nothing was permuted.
	Permutation *float64 `json:"permutation,omitempty"`
	StdDev      *float64 `json:"deviation,omitempty"`
	// Direction describes how the feature changes the output. It is nil for series, and for features that have several columns or are not
	// numbers.
	Direction *Direction `json:"direction,omitempty"`
	// Random is the share under random parameters; nil if it was not computed.
	Random *float64 `json:"random,omitempty"`
}

// Gap is the completeness gap |Σ TIG − (F(x) − F(x′))| of the samples, in the model's units.
type Gap struct {
	Mean    float64 `json:"mean"`
	Largest float64 `json:"largest"`
	// Relative is the mean gap divided by the mean of |Σ TIG|.
	Relative float64 `json:"relative"`
}

// An Explanation is the result of [Explainer.Explain].
type Explanation struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"`
	Digest string `json:"digest,omitempty"`
	// Inputs lists the inputs of an ONNX model, with the columns that they take.
	Inputs []explainer.Taken `json:"inputs,omitempty"`
	Data   string            `json:"data"`
	// Columns describes how each column of the data is used. Rows is the number of rows; LeftOut counts those that were left out because
	// they lack a value that the model requires.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Samples  int           `json:"samples"`
	Steps    int           `json:"steps"`
	Outputs  int           `json:"outputs"`
	Target   string        `json:"target,omitempty"`
	Baseline string        `json:"baseline"`
	Config   Config        `json:"config"`
	// Method names the method of the scores if it is not an attribution along a path. Noise is the share that a feature without effect would
	// have by chance, for sampled values.
	Method string  `json:"method,omitempty"`
	Noise  float64 `json:"noise,omitempty"`
	// Features is in the order of the data.
	Features []Feature `json:"features"`
	Gap      Gap       `json:"gap"`
	// Permuted describes the loss of permutation importance and the number of samples. Loss is the loss without permutation.
	Permuted     string  `json:"permuted,omitempty"`
	PermutedRows int     `json:"permuted_rows,omitempty"`
	Loss         float64 `json:"loss,omitempty"`
	// RandomCorrelation is the correlation, from −1 to 1, between the attributions of the model and those of the same model with random
	// parameters. It is nil if it was not computed.
	RandomCorrelation *float64 `json:"random_correlation,omitempty"`
	RandomRows        int      `json:"random_rows,omitempty"`
	// Pairs lists the pairwise interactions on PairRows samples, the largest first, if Config.Interactions is set. PairNoise is the size that
	// a pair without interaction would have by chance, for sampled interactions.
	Pairs     []Pair   `json:"pairs,omitempty"`
	PairRows  int      `json:"pair_rows,omitempty"`
	PairNoise float64  `json:"pair_noise,omitempty"`
	Warnings  []string `json:"warnings,omitempty"`

	// Scores holds H [N,K] and Keys the names of the samples. Both are nil for a file beyond 32 MB, whose scores WriteScores writes.
	Scores *mat.Dense `json:"-"`
	Keys   []string   `json:"-"`
	maps   *heat
	spool  *spool

	effects *effects
	columns [][]int // the columns of each feature
}

// Explain computes the scores of every sample, the importances of the features, permutation importance, and how strongly attributions
// depend on the parameters. If progress is set, it is called with the number of samples that have scores.
func (s *Explainer) Explain(ctx context.Context, c Config, progress func(done, total int)) (*Explanation, error) {
	e, err := newRun(s).explain(ctx, c, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	return e, nil
}

func (s *run) explain(ctx context.Context, c Config, progress func(done, total int)) (_ *Explanation, err error) {
	if s.Empty() || ctx == nil {
		return nil, errNoExplainer
	}
	if err := s.pairable(c); err != nil {
		return nil, err
	}
	e := &Explanation{
		Model: s.ModelFile, Kind: s.Kind, Digest: s.Digest, Inputs: s.Inputs, Data: s.DataFile, Columns: s.Columns, Rows: s.Rows, LeftOut: s.LeftOut, Samples: s.Samples(), Steps: s.Data.Steps,
		Outputs: s.Outputs(), Target: s.Target, Keys: s.Keys, columns: s.FeatureColumns(),
	}
	if s.Piecewise() {
		if e.spool, err = newSpool(); err != nil {
			return nil, err
		}
		defer func() {
			if err != nil {
				e.Close()
			}
		}()
	}
	permuted, random, moved, sums := s.Sampler(c.PermutedRows, c.Seed), s.Sampler(c.RandomRows, c.Seed+1), s.Sampler(effectRows, c.Seed+5), newTally(s.Names)
	paired, beside := s.Sampler(c.Interactions, c.Seed+8), s.Sampler(c.Background, c.Seed+3)
	e.Baseline, err = s.walk(ctx, c, progress, func(d igbo.Data, x *igbo.Explanation, phi []float64) error {
		if s.box != nil {
			more, err := s.effectsOf(c, d, phi)
			if e.effects = e.effects.add(more); err != nil {
				return err
			}
		} else {
			moved.Take(d)
		}
		permuted.Take(d)
		random.Take(d)
		if c.Interactions > 0 && s.box == nil {
			paired.Take(d)
			beside.Take(d)
		}
		sums.add(x)
		if e.spool != nil {
			return e.spool.write(x.Scores)
		}
		e.Scores = stacked(e.Scores, x.Scores)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if s.box != nil {
		s.reported(e, c)
	} else if e.effects, err = s.effectsOf(c, moved.Data, nil); err != nil {
		return nil, err
	} else {
		c.Attribution, _ = s.attribution(c)
	}
	e.Config, e.Features, e.Gap = c, sums.features(c.Level), sums.gap()
	s.direct(e)
	e.Warnings = append(e.Warnings, s.warnings...)
	if w := s.Warning(c); w != "" {
		e.Warnings = append(e.Warnings, w)
	}
	if e.Gap.Relative > 0.05 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("the completeness gap is %.2g of the change of the output; use more points (--set points=N)", e.Gap.Relative))
	}
	if err := s.interact(ctx, c, e, paired.Data, beside.Data); err != nil {
		return nil, err
	}
	if s.box != nil {
		return e, s.permuteBox(ctx, c, e)
	}
	if err := s.permute(ctx, c, e, permuted.Data); err != nil {
		return nil, err
	}
	if err := s.randomize(ctx, c, e, random.Data); err != nil {
		return nil, err
	}
	e.maps, err = s.heatMaps(c)
	return e, err
}

var errNoExplainer = errors.New("the explainer and the context must not be nil; use the explainer that Open returns")

// walk computes H of all samples in pieces. It passes on each piece with its scores and, for a model without a gradient, the values from
// which they are computed.
func (s *run) walk(ctx context.Context, c Config, progress func(done, total int), each func(d igbo.Data, x *igbo.Explanation, phi []float64) error) (baseline string, err error) {
	if s.Empty() || ctx == nil {
		return "", errNoExplainer
	}
	if s.box != nil {
		return s.walkBox(ctx, c, progress, each)
	}
	if err := c.check(len(s.Data.Features)); err != nil {
		return "", err
	}
	if err := s.choose(c); err != nil {
		return "", err
	}
	cfg, baseline := s.attribution(c)
	done := 0
	for d, err := range s.Pieces(ctx) {
		if err != nil {
			return "", err
		}
		x, err := s.Model.Explain(ctx, d, cfg, func(n, _ int) {
			if progress != nil {
				progress(done+n, s.Samples())
			}
		})
		if err == nil {
			err = each(d, x, nil)
		}
		if err != nil {
			return "", err
		}
		done += d.Samples()
	}
	if done != s.Samples() {
		return "", fmt.Errorf("%s has changed while it was read: it has %d samples now, but had %d before (run the command again)", s.DataFile, done, s.Samples())
	}
	return baseline, nil
}
