package explain

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/table"
)

// Feature is what is known of a feature's importance.
type Feature struct {
	Name string `json:"name"`
	// Share is the mean of |H| over samples, Mean that of H, and Interval the half width of
	// the interval of Share at Config.Level.
	Share    float64 `json:"share"`
	Mean     float64 `json:"mean"`
	Interval float64 `json:"interval"`
	// Permutation is by how much the loss rises where the feature is permuted, Deviation that of
	// the repeats; nil where nothing was permuted.
	Permutation *float64 `json:"permutation,omitempty"`
	Deviation   *float64 `json:"deviation,omitempty"`
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
	Data   string `json:"data"`
	// Columns say what each column of the data was taken for; of Rows rows LeftOut lack a value that the model needs.
	Columns  []table.Line `json:"columns,omitempty"`
	Rows     int          `json:"rows,omitempty"`
	LeftOut  int          `json:"left_out,omitempty"`
	Samples  int          `json:"samples"`
	Steps    int          `json:"steps"`
	Outputs  int          `json:"outputs"`
	Target   string       `json:"target,omitempty"`
	Baseline string       `json:"baseline"`
	Config   Config       `json:"config"`
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
	Warnings          []string `json:"warnings,omitempty"`

	// Scores are H [N,K], with the names of the samples.
	Scores *mat.Dense `json:"-"`
	Keys   []string   `json:"-"`
	maps   *heat
}

// Explain computes the scores of every sample, the importances of the features
// beside those of permutation, and how far attributions depend on the parameters.
// progress, where it is not nil, is called with the samples that have scores.
func (s *Subject) Explain(ctx context.Context, c Config, progress func(done, total int)) (*Explanation, error) {
	e, err := s.explain(ctx, c, progress)
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("explain", err))
	}
	return e, nil
}

func (s *Subject) explain(ctx context.Context, c Config, progress func(done, total int)) (*Explanation, error) {
	x, baseline, err := s.scores(ctx, c, progress)
	if err != nil {
		return nil, err
	}
	c.Attribution, _ = s.attribution(c)
	e := &Explanation{
		Model: s.ModelFile, Kind: s.Kind, Digest: s.Digest, Data: s.DataFile, Columns: s.Columns, Rows: s.Rows, LeftOut: len(s.Lost), Samples: s.Data.Samples(), Steps: s.Data.Steps,
		Outputs: s.Model.Outputs(), Target: s.Target, Baseline: baseline, Config: c, Scores: x.Scores, Keys: s.Keys,
	}
	e.Features = features(s.Names, x.Scores, c.Level)
	e.Gap = gapOf(x)
	if w := s.Warning(c); w != "" {
		e.Warnings = append(e.Warnings, w)
	}
	if e.Gap.Relative > 0.05 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("the attributions miss %.2g of the output's change: use more points", e.Gap.Relative))
	}
	if err := s.permute(ctx, c, e); err != nil {
		return nil, err
	}
	if err := s.randomize(ctx, c, e); err != nil {
		return nil, err
	}
	e.maps, err = s.heatMaps(c)
	return e, err
}

// scores computes H of every sample.
func (s *Subject) scores(ctx context.Context, c Config, progress func(done, total int)) (*igbo.Explanation, string, error) {
	if s == nil || s.Model == nil || ctx == nil {
		return nil, "", errors.New("no subject or no context, expected one that Open returns")
	}
	if err := c.Validate(len(s.Data.Features)); err != nil {
		return nil, "", err
	}
	if err := s.choose(c); err != nil {
		return nil, "", err
	}
	cfg, baseline := s.attribution(c)
	x, err := s.Model.Explain(ctx, s.Data, cfg, progress)
	return x, baseline, err
}

// features are the mean shares with their intervals.
func features(names []string, scores *mat.Dense, level float64) []Feature {
	n, k := scores.Dims()
	list, share := make([]Feature, k), make([]float64, n)
	for j := range list {
		mean := 0.0
		for i := range n {
			v := scores.At(i, j)
			share[i] = math.Abs(v)
			mean += v / float64(n)
		}
		list[j] = Feature{Name: names[j], Share: stat.Mean(share, nil), Mean: mean, Interval: halfWidth(share, level)}
	}
	return list
}

func gapOf(x *igbo.Explanation) (g Gap) {
	rise := 0.0
	for i, gap := range x.Gaps {
		g.Mean += gap / float64(len(x.Gaps))
		g.Largest = math.Max(g.Largest, gap)
		rise += x.Rises[i] / float64(len(x.Gaps))
	}
	if rise > 0 {
		g.Relative = g.Mean / rise
	}
	return g
}
