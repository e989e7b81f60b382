package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Options configures what the files do not state; see [explainer.Options].
type Options = explainer.Options

// An Explainer holds a model and the data to explain.
type Explainer struct{ *explainer.Explainer }

// Open opens a model and its data with [explainer.Open].
func Open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Explainer, error) {
	return asExplainer(explainer.Open(ctx, backend, modelFile, dataFile, o))
}

// OpenProgram returns an Explainer for a command that prints predictions for rows, with [explainer.OpenProgram].
func OpenProgram(ctx context.Context, line, dataFile string, o Options) (*Explainer, error) {
	return asExplainer(explainer.OpenProgram(ctx, line, dataFile, o))
}

// New is like Open for a model and a table in memory; see [explainer.New].
func New(backend compute.Backend, m *igbo.Model, e *encode.Encoding, t *table.Table) (*Explainer, error) {
	return asExplainer(explainer.New(backend, m, e, t))
}

func asExplainer(s *explainer.Explainer, err error) (*Explainer, error) {
	if err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	return &Explainer{s}, nil
}

// Warning returns a warning about settings that can give misleading results, "" for none.
func (s *Explainer) Warning(c Config) string {
	if s.BlackBox() {
		return ""
	}
	centred := c.Baseline == MeanBaseline || s.Model.Normalization.Scale != nil
	if c.Attribution.Score == attribution.Signed && centred {
		return "the signed score at a centred baseline has mean 0 over the data for every model that is odd about it, linear ones among them: " +
			"it says little about importance there; use the absolute score, or a baseline off the centre"
	}
	return ""
}

// run is one pass over the samples, and what it records.
type run struct {
	*Explainer
	box       box       // a model without a gradient
	from      []float64 // the reference of its columns, as numbers
	noise     noise     // of sampled values
	asked     int       // samples to explain
	explained int       // samples that were explained
	warnings  []string
	inferring bool       // intervals must include the randomness of the background
	influence *influence // the influence of the background
}

func newRun(s *Explainer) *run {
	if s == nil || s.Empty() {
		return &run{Explainer: &Explainer{}}
	}
	r := &run{Explainer: s, warnings: slices.Clone(s.Warnings)}
	switch {
	case s.Trees != nil:
		r.box = trees{s.Trees}
	case s.Program != nil:
		r.box = &command{explainer: s.Explainer}
	}
	return r
}
