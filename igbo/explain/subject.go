package explain

import (
	"context"
	"fmt"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/subject"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Options say what the files leave open; see [subject.Options].
type Options = subject.Options

// Subject is a model with the data that it is explained on.
type Subject struct{ *subject.Subject }

// Open opens a model and data for it, by [subject.Open].
func Open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Subject, error) {
	return asSubject(subject.Open(ctx, backend, modelFile, dataFile, o))
}

// OpenProgram makes a subject of a command that answers rows with predictions, by [subject.OpenProgram].
func OpenProgram(ctx context.Context, line, dataFile string, o Options) (*Subject, error) {
	return asSubject(subject.OpenProgram(ctx, line, dataFile, o))
}

// New is Open for a model and a table in memory, by [subject.New].
func New(backend compute.Backend, m *igbo.Model, e *encode.Encoding, t *table.Table) (*Subject, error) {
	return asSubject(subject.New(backend, m, e, t))
}

func asSubject(s *subject.Subject, err error) (*Subject, error) {
	if err != nil {
		return nil, fmt.Errorf("explain: %w", named.Once("subject", err))
	}
	return &Subject{s}, nil
}

// Warning is about settings whose answers may mislead, "" for none.
func (s *Subject) Warning(c Config) string {
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

// run is one walk over the samples of a subject, with what it notes on its way.
type run struct {
	*Subject
	box       box       // of a model without a gradient
	from      []float64 // what its columns are compared with, as numbers
	noise     noise     // of sampled values
	asked     int       // samples that were to be explained
	explained int       // that were
	warnings  []string
	inferring bool       // intervals are wanted that include the randomness of the background
	influence *influence // of the background
}

func newRun(s *Subject) *run {
	if s == nil || s.Empty() {
		return &run{Subject: &Subject{}}
	}
	r := &run{Subject: s, warnings: slices.Clone(s.Warnings)}
	switch {
	case s.Trees != nil:
		r.box = trees{s.Trees}
	case s.Program != nil:
		r.box = &command{subject: s.Subject}
	}
	return r
}
