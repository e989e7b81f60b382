package subject

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
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// EncodingFile is the file beside a model that says how its data are read.
const EncodingFile = "table.json"

// Options say what the files leave open. The zero value takes what they say.
type Options struct {
	// Target is the column that the model predicts; the data may lack it. A model that was
	// saved with its table knows it.
	Target string
	// TargetUnseen says that the values of an ONNX model's target are not looked at, as for predictions.
	TargetUnseen bool
	// Features are the columns that an ONNX model takes, in its order; none are those of its
	// inputs' names where it has one for each, else all columns with no other use, in the file's order.
	Features []string
	// Drop are columns that an ONNX model does not take.
	Drop []string
	// ID and Time make series of a long table, for a model of series that was saved without its table.
	ID, Time string
	// Output is the name or number of an ONNX file's output, needed where it has several of floats.
	Output string
	// Missing says what becomes of missing values where the model does not; "" refuses them.
	Missing encode.Missing
	// Unknown says what becomes of categories that the model's training did not see; see [encode.Unknown]. It is for models that
	// were saved with their table.
	Unknown encode.Unknown
	// Read says how the data write their cells; the zero value is table.DefaultReadOptions. Kinds are for
	// models that were saved without their table.
	Read table.ReadOptions
	// Held is the size of a file in bytes up to which its samples are held; a larger table is read again for every pass, so that
	// memory does not grow with its rows. 0 is 32 MB.
	Held int64
}

// read are the options to read the data with.
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

// Open opens a model and data for it. The model is a folder that igbo saved, with
// table.json beside it, or without, where the columns are those of its features; or an ONNX
// file. What is wrong with either is an error before anything is computed.
func Open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Subject, error) {
	if ctx == nil || backend == nil {
		return nil, errors.New("subject: opening without a context or a backend, expected both")
	}
	s, err := open(ctx, backend, modelFile, dataFile, o)
	if err != nil {
		return nil, fmt.Errorf("subject: %w", named.Once("subject", err))
	}
	s.ModelFile, s.DataFile, s.Backend = modelFile, dataFile, backend
	return s, nil
}

func open(ctx context.Context, backend compute.Backend, modelFile, dataFile string, o Options) (*Subject, error) {
	info, err := os.Stat(modelFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("no model %s, expected a folder that igbo saved or an ONNX file", modelFile)
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
	s := &Subject{Model: x.Model, Kind: KindONNX, Digest: x.Digest, Known: true}
	return s, s.readSaved(ctx, x.Encoding, modelFile, dataFile, o)
}

// ownColumns is an error where columns or an output are chosen of a model that knows them.
func (o Options) ownColumns(model string) error {
	if o.Output != "" || len(o.Features) > 0 || len(o.Drop) > 0 {
		return fmt.Errorf("output, features or dropped columns are chosen of %s, expected that of another program's ONNX file alone: a model that igbo saved knows them", model)
	}
	return nil
}

// New is Open for a model and a table in memory; the rows are read as the encoding says, as those of
// the model's training were. Errors: those of the encoding, with row and column; an encoding into other
// columns than the model's.
func New(backend compute.Backend, m *igbo.Model, e *encode.Encoding, t *table.Table) (*Subject, error) {
	if backend == nil || m == nil || e == nil || t == nil {
		return nil, errors.New("subject: a subject without a backend, model, encoding or table, expected all four")
	}
	s := &Subject{Model: m, Kind: KindIGBO, DataFile: t.Name, Backend: backend, Known: true}
	if err := s.take(e, t); err != nil {
		return nil, fmt.Errorf("subject: %w", named.Once("subject", err))
	}
	if !slices.Equal(s.Data.Features, m.Features) {
		return nil, fmt.Errorf("subject: the encoding makes the columns %.60q, expected the model's, %.60q", s.Data.Features, m.Features)
	}
	return s, nil
}

// openFolder opens a model that igbo saved.
func openFolder(ctx context.Context, backend compute.Backend, folder, dataFile string, o Options) (*Subject, error) {
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
	s := &Subject{Model: m, Kind: KindIGBO, Known: true}
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

// readSaved reads data for a model that igbo saved, by the encoding of its training, nil where it was saved without its table.
func (s *Subject) readSaved(ctx context.Context, e *encode.Encoding, says, dataFile string, o Options) error {
	switch {
	case e == nil && o.Unknown != "":
		return o.noUnknown(says)
	case e == nil:
		return s.readNew(ctx, dataFile, s.spec(s.Model.Features, s.Model.Steps, o), o)
	case o.Target != "" && e.Spec.Target != "" && o.Target != e.Spec.Target:
		return fmt.Errorf("the target is %q, the model predicts %q", o.Target, e.Spec.Target)
	case o.ID != "" || o.Time != "" || o.Missing != "":
		return fmt.Errorf("columns of series or a rule for missing values are given, expected none: %s says them", says)
	case len(o.Read.Kinds) > 0:
		return fmt.Errorf("kinds of columns are given, expected none: %s says them", says)
	}
	return s.readWith(ctx, dataFile, e.WithUnknown(o.Unknown, s.Model.Normalization.Shift), o)
}

// noUnknown is the error of a rule for unknown categories of a model that has no categories.
func (o Options) noUnknown(model string) error {
	return fmt.Errorf("a rule for unknown categories (--unknown %s) is given, expected none: %s knows no categories of a training", o.Unknown, model)
}

// openONNX opens an ONNX file. Its columns are known when the data are.
func openONNX(ctx context.Context, backend compute.Backend, file, dataFile string, o Options) (*Subject, error) {
	s := &Subject{Kind: KindONNX, unseen: o.TargetUnseen}
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
		return nil, fmt.Errorf("%s takes a table [N,%d], expected no column of series", file, m.Features)
	}
	if m.Steps != 1 && o.ID == "" {
		return nil, fmt.Errorf("%s takes series [N,T,%d], expected the columns that name the series and their times", file, m.Features)
	}
	if err := s.readNew(ctx, dataFile, spec, o); err != nil {
		if len(o.Features) == 0 && m.Columns() != nil {
			return nil, fmt.Errorf("%w; %s takes the columns %.200q, name those of the data in their place, in this order (--columns)", err, file, m.Columns())
		}
		return nil, err
	}
	if len(s.Data.Features) != m.Features {
		return nil, fmt.Errorf("%s takes %d columns, %s has %d: %.60q; name the target, what is to be dropped, or the columns in the model's order (--columns)", file, m.Features, dataFile, len(s.Data.Features), s.Data.Features)
	}
	if s.Data.Mask != nil {
		n := slices.Index(s.Data.Mask, false) / s.Data.Steps
		return nil, fmt.Errorf("the series %q of %s ends before the others, which have up to %d steps: %s takes none that are padded, expected series of one length", s.Keys[n], dataFile, s.Data.Steps, file)
	}
	if err := m.CheckRows(s.Data.X, s.Data.Steps); err != nil {
		return nil, fmt.Errorf("%s: %w", file, named.Once("onnx", err))
	}
	s.takes(m, o)
	s.Model, err = onnx.Adopt(backend, m, s.Data.Features, s.Data.Steps)
	return s, err
}
