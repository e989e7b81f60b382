package explain

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/subject"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Feature is what is known of a feature's importance.
type Feature struct {
	Name string `json:"name"`
	// Share is the mean of |H| over samples, Mean that of H, and Interval the half width of
	// the interval of Share at Config.Level, given the background or the baseline; the intervals of Subject.Check include those.
	Share    float64 `json:"share"`
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval"`
	// Permutation is by how much the loss rises where the feature is permuted, Deviation that of
	// the repeats; nil where nothing was permuted.
	Permutation *float64 `json:"permutation,omitempty"`
	Deviation   *float64 `json:"deviation,omitempty"`
	// Direction is which way the feature moves the output; nil of series, of features with several columns and of those that are no numbers.
	Direction *Direction `json:"direction,omitempty"`
	// Random is Share of the model with random parameters; nil where it was not looked at.
	Random *float64 `json:"random,omitempty"`
}

// Gap is the completeness gap |Σ TIG − (F(x) − F(x′))| of the samples, in the model's units.
type Gap struct {
	Mean    float64 `json:"mean"`
	Largest float64 `json:"largest"`
	// Relative is the mean gap divided by the mean of |Σ TIG|.
	Relative float64 `json:"relative"`
}

// Explanation is what Subject.Explain found.
type Explanation struct {
	Model  string `json:"model"`
	Kind   string `json:"kind"`
	Digest string `json:"digest,omitempty"`
	// Inputs are those of an ONNX model, with the columns that they take.
	Inputs []subject.Taken `json:"inputs,omitempty"`
	Data   string          `json:"data"`
	// Columns say what each column of the data was taken for; of Rows rows LeftOut lack a value that the model needs.
	Columns  []encode.Line `json:"columns,omitempty"`
	Rows     int           `json:"rows,omitempty"`
	LeftOut  int           `json:"left_out,omitempty"`
	Samples  int           `json:"samples"`
	Steps    int           `json:"steps"`
	Outputs  int           `json:"outputs"`
	Target   string        `json:"target,omitempty"`
	Baseline string        `json:"baseline"`
	Config   Config        `json:"config"`
	// Method says what the scores are made of, where it is no attribution along a path; Noise is the share that a feature which does nothing
	// would have by chance, of sampled values.
	Method string  `json:"method,omitempty"`
	Noise  float64 `json:"noise,omitempty"`
	// Features are in the order of the data.
	Features []Feature `json:"features"`
	Gap      Gap       `json:"gap"`
	// Permuted says what permutation importance is of, and on how many samples; Loss is the loss without permutation.
	Permuted     string  `json:"permuted,omitempty"`
	PermutedRows int     `json:"permuted_rows,omitempty"`
	Loss         float64 `json:"loss,omitempty"`
	// RandomCorrelation is how alike the attributions of the model are to those of the same
	// model with random parameters, from −1 to 1; nil where that was not looked at.
	RandomCorrelation *float64 `json:"random_correlation,omitempty"`
	RandomRows        int      `json:"random_rows,omitempty"`
	// Pairs are what pairs of features do together, from the most, on PairRows samples, where Config.Interactions asks for it; PairNoise is the size
	// that a pair which does nothing together would have by chance, of sampled ones.
	Pairs     []Pair   `json:"pairs,omitempty"`
	PairRows  int      `json:"pair_rows,omitempty"`
	PairNoise float64  `json:"pair_noise,omitempty"`
	Warnings  []string `json:"warnings,omitempty"`

	// Scores are H [N,K], with the names of the samples; both nil of data in a file beyond 32 MB, whose scores
	// WriteScores has.
	Scores *mat.Dense `json:"-"`
	Keys   []string   `json:"-"`
	maps   *heat
	spool  *spool

	effects *effects
	columns [][]int // of each feature
}

// Explain computes the scores of every sample, the importances of the features
// beside those of permutation, and how far attributions depend on the parameters.
// progress, where it is not nil, is called with the samples that have scores.
func (s *Subject) Explain(ctx context.Context, c Config, progress func(done, total int)) (*Explanation, error) {
	e, err := newRun(s).explain(ctx, c, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("explain", err))
	}
	return e, nil
}

func (s *run) explain(ctx context.Context, c Config, progress func(done, total int)) (_ *Explanation, err error) {
	if s.Empty() || ctx == nil {
		return nil, errNoSubject
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
		s.said(e, c)
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
		e.Warnings = append(e.Warnings, fmt.Sprintf("the attributions miss %.2g of the output's change: use more points", e.Gap.Relative))
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

var errNoSubject = errors.New("no subject or no context, expected one that Open returns")

// walk computes H of all samples, and gives each piece of them with its scores, and of a model without a gradient the values that they are made of.
func (s *run) walk(ctx context.Context, c Config, progress func(done, total int), each func(d igbo.Data, x *igbo.Explanation, phi []float64) error) (baseline string, err error) {
	if s.Empty() || ctx == nil {
		return "", errNoSubject
	}
	if s.box != nil {
		return s.walkBox(ctx, c, progress, each)
	}
	if err := c.Validate(len(s.Data.Features)); err != nil {
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
		return "", fmt.Errorf("%s has changed while it was read: %d samples, before %d", s.DataFile, done, s.Samples())
	}
	return baseline, nil
}
