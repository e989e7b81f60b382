package explainer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// EncodingFile is the name of the file, next to a model, that stores its encoding.
const EncodingFile = "table.json"

// Options configures what the files do not state. The zero value uses only the files.
type Options struct {
	// Target is the column that the model predicts; the data need not have it. A model that was saved with its encoding states it.
	Target string
	// TargetUnseen ignores the values of an ONNX model's target, as for predictions.
	TargetUnseen bool
	// Features lists the columns that an ONNX model takes, in its order. If it is empty, they are matched by the names of the model's inputs,
	// or else are all columns without another use, in the file's order.
	Features []string
	// Drop lists columns that an ONNX model does not take.
	Drop []string
	// ID and Time make series of a long table, for a model of series that was saved without its encoding.
	ID, Time string
	// Output is the name or number of an ONNX file's output. It is required if the file has several float outputs.
	Output string
	// Missing is the rule for missing values if the model does not state one; "" refuses them.
	Missing encode.Missing
	// Unknown is the rule for categories that the training data do not have; see [encode.Unknown]. It requires a model that was saved with its
	// encoding.
	Unknown encode.Unknown
	// Read configures how the data write their cells; the zero value is table.DefaultReadOptions. Kinds are for models that were saved without
	// their encoding.
	Read table.ReadOptions
	// Held is the maximum size in bytes of a file whose samples are held in memory. A larger table is read again for every pass, so memory
	// does not grow with its rows. 0 selects 32 MB.
	Held int64
}

// composed returns the options with composed names of columns.
func (o Options) composed() Options {
	o.Target, o.ID, o.Time = table.Composed(o.Target)[0], table.Composed(o.ID)[0], table.Composed(o.Time)[0]
	o.Features, o.Drop = table.Composed(o.Features...), table.Composed(o.Drop...)
	return o
}

// read returns the options to read the data with.
func (o Options) read() table.ReadOptions {
	usual := table.DefaultReadOptions()
	if o.Read.Layouts == nil {
		o.Read.Layouts = usual.Layouts
	}
	if o.Read.Missing == nil {
		o.Read.Missing = usual.Missing
	}
	return o.Read
}

// Open opens a model and its data. The model is an ONNX file, or a folder that igbo saved. If the folder has no table.json, the columns are
// those of the model's features. Open checks the model and the data before it computes anything.
func Open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Explainer, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("explainer: opening: the context and the backend must not be nil")
	}
	s, err := open(ctx, backend, modelFile, dataFile, o.composed())
	if err != nil {
		return nil, fmt.Errorf("explainer: %w", err)
	}
	s.ModelFile, s.DataFile, s.Backend = modelFile, dataFile, backend
	return s, nil
}

func open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Explainer, error) {
	info, err := os.Stat(modelFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("model %s not found; name a folder that igbo saved, or an ONNX file", modelFile)
	case err != nil:
		return nil, err
	case info.IsDir():
		return openFolder(ctx, backend, modelFile, dataFile, o)
	}
	x, err := onnx.OpenExported(backend, modelFile)
	if err != nil {
		return nil, err
	}
	if x == nil && o.Unknown != "" {
		return nil, o.noUnknown(modelFile)
	}
	if x == nil {
		if s, err := openTrees(ctx, modelFile, dataFile, o); s != nil || err != nil {
			return s, err
		}
		return openONNX(ctx, backend, modelFile, dataFile, o)
	}
	if err := o.ownColumns(modelFile); err != nil {
		return nil, err
	}
	s := &Explainer{Model: x.Model, Kind: KindONNX, Digest: x.Digest, Known: true}
	return s, s.readSaved(ctx, x.Encoding, modelFile, dataFile, o)
}

// ownColumns returns an error if columns or an output are chosen for a model that states them.
func (o Options) ownColumns(model string) error {
	if o.Output != "" || len(o.Features) > 0 || len(o.Drop) > 0 {
		return fmt.Errorf("--output, --columns and --drop must not be chosen for %s, because a model that igbo saved defines them (leave them out)", model)
	}
	return nil
}

// New is like Open for a model and a table in memory. The encoding must be that of the model's training. It returns the errors of the
// encoding, with row and column, and an error if the encoding's columns are not those of the model.
func New(backend compute.Backend, m *igbo.Model, e *encode.Encoding, t *table.Table) (*Explainer, error) {
	if backend == nil || m == nil || e == nil || t == nil {
		return nil, errors.New("explainer: backend, model, encoding and table are required, but one of them is nil")
	}
	s := &Explainer{Model: m, Kind: KindIGBO, DataFile: t.Name, Backend: backend, Known: true}
	if err := s.take(e, t); err != nil {
		return nil, fmt.Errorf("explainer: %w", err)
	}
	if !slices.Equal(s.Data.Features, m.Features) {
		return nil, fmt.Errorf("explainer: the encoding has the columns %.60q, want the model's columns %.60q; use the encoding of the model's training", s.Data.Features, m.Features)
	}
	return s, nil
}

// openFolder opens a model that igbo saved.
func openFolder(ctx context.Context, backend compute.Backend, folder, dataFile string, o Options) (*Explainer, error) {
	if err := o.ownColumns(folder); err != nil {
		return nil, err
	}
	m, err := igbo.Load(backend, folder)
	if err != nil {
		return nil, err
	}
	files, err := durable.ReadFolder(folder)
	if err != nil {
		return nil, err
	}
	s := &Explainer{Model: m, Kind: KindIGBO, Known: true}
	text, found := files[EncodingFile]
	if !found {
		return s, s.readSaved(ctx, nil, folder, dataFile, o)
	}
	var e encode.Encoding
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(folder, EncodingFile), err)
	}
	return s, s.readSaved(ctx, &e, filepath.Join(folder, EncodingFile), dataFile, o)
}

// readSaved reads data for a model that igbo saved, with the encoding of its training; nil if it was saved without one.
func (s *Explainer) readSaved(ctx context.Context, e *encode.Encoding, reports, dataFile string, o Options) error {
	switch {
	case e == nil && o.Unknown != "":
		return o.noUnknown(reports)
	case e == nil:
		return s.readNew(ctx, dataFile, s.spec(s.Model.Features, s.Model.Steps, o), o)
	case o.Target != "" && e.Spec.Target != "" && o.Target != table.Composed(e.Spec.Target)[0]:
		return fmt.Errorf("the target is %q, but the model predicts %q (leave --target out)", o.Target, e.Spec.Target)
	case o.ID != "" || o.Time != "" || o.Missing != "":
		return fmt.Errorf("--id, --time and --missing must not be given: %s defines them (leave them out)", reports)
	case len(o.Read.Kinds) > 0:
		return fmt.Errorf("kinds of columns must not be given: %s defines them (leave them out)", reports)
	}
	return s.readWith(ctx, dataFile, e.WithUnknown(o.Unknown, s.Model.Normalization.Shift), o)
}

// noUnknown returns the error for a rule for unknown categories if the model has no categories.
func (o Options) noUnknown(model string) error {
	return fmt.Errorf("--unknown %s must not be given: %s does not record the categories of its training data", o.Unknown, model)
}

// openONNX opens an ONNX file. Its columns are known once the data are read.
func openONNX(ctx context.Context, backend compute.Backend, file, dataFile string, o Options) (*Explainer, error) {
	s := &Explainer{Kind: KindONNX, unseen: o.TargetUnseen}
	m, err := onnx.LoadWith(file, onnx.Options{Output: o.Output, Features: len(o.Features)})
	if err != nil {
		return nil, err
	}
	s.Digest = m.Digest
	columns, err := columnsOf(m, o)
	if err != nil {
		return nil, err
	}
	spec := s.spec(columns, m.Steps, o)
	if spec.Drop = o.Drop; m.Steps == 1 && o.ID != "" {
		return nil, fmt.Errorf("%s takes a table with %d columns; columns of series are unsupported (leave out --id and --time)", file, m.Features)
	}
	if m.Steps != 1 && o.ID == "" {
		return nil, fmt.Errorf("%s takes series with %d features; name the column of the series with --id and that of the times with --time", file, m.Features)
	}
	if err := s.readNew(ctx, dataFile, spec, o); err != nil {
		if len(o.Features) == 0 && m.Columns() != nil {
			return nil, fmt.Errorf("%w; %s takes the columns %.200q: name the corresponding columns of the data, in this order (--columns)", err, file, m.Columns())
		}
		return nil, err
	}
	if len(s.Data.Features) != m.Features {
		return nil, fmt.Errorf("%s takes %d columns, but %s has %d: %.60q; leave out columns (--target, --drop), or name them in the model's order (--columns)", file, m.Features, dataFile, len(s.Data.Features), s.Data.Features)
	}
	if s.Data.Mask != nil {
		n := slices.Index(s.Data.Mask, false) / s.Data.Steps
		return nil, fmt.Errorf("series %q of %s is shorter than other series, which have up to %d steps; %s requires series of the same length", s.Keys[n], dataFile, s.Data.Steps, file)
	}
	if err := m.CheckRows(s.Data.X, s.Data.Steps); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s.takes(m, o)
	s.Model, err = onnx.Adopt(backend, m, s.Data.Features, s.Data.Steps)
	return s, err
}
