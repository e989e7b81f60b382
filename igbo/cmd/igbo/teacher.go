package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// readableTeacher checks that the teacher's file exists.
func (r *training) readableTeacher() error {
	if r.teacher == "" {
		return nil
	}
	info, err := os.Stat(r.teacher)
	if err == nil && info.IsDir() {
		_, err = os.Stat(filepath.Join(r.teacher, "model.json"))
	} else if err == nil && filepath.Ext(r.teacher) != ".onnx" {
		err = fmt.Errorf("%s does not end in .onnx", r.teacher)
	}
	if err != nil {
		return fmt.Errorf("--teacher must be a folder that igbo train wrote, or an ONNX file: %w", err)
	}
	return nil
}

// teach returns the order that follows from a teacher's scores on the training rows. The inputs of an ONNX file are the columns of the
// table's own encoding.
func (r *training) teach(engine cli.Engine, t *table.Table, own *encode.Encoding, names []string) (compare.Order, error) {
	m, encoding, err := r.openTeacher(engine, own)
	if err != nil {
		return nil, fmt.Errorf("--teacher: %w", err)
	}
	return func(train igbo.Data, rows []int) (*dag.DAG, error) {
		scores, features, err := scored(m, encoding, t, rows)
		if err != nil {
			return nil, fmt.Errorf("--teacher: %w", err)
		}
		options := dag.DefaultOptions()
		options.Features, options.Batches, options.ScoreMin, options.Seed = features, 50, 0, uint64(r.seed)
		d, err := dag.Build(scores, options)
		if err != nil {
			return nil, fmt.Errorf("--teacher: %w", err)
		}
		return compare.Over(d, names)
	}, nil
}

func (r *training) openTeacher(engine cli.Engine, own *encode.Encoding) (*igbo.Model, *encode.Encoding, error) {
	if filepath.Ext(r.teacher) != ".onnx" {
		return openModel(engine, r.teacher)
	}
	file, err := onnx.Load(r.teacher)
	if err != nil {
		return nil, nil, err
	}
	if d := len(own.Features()); d != file.Features {
		return nil, nil, fmt.Errorf("%s requires %d columns, but the table has %d: %.60q; use --features to select the model's columns in its order", r.teacher, file.Features, d, own.Features())
	}
	if names := file.Columns(); names != nil && !slices.Equal(names, own.Features()) {
		return nil, nil, fmt.Errorf("%s requires the columns %.200q, but the table has %.200q; use --features to select the model's columns in its order", r.teacher, names, own.Features())
	}
	if file.Steps != 1 && own.Spec.ID == "" {
		return nil, nil, fmt.Errorf("%s requires series of shape [N,T,%d]; use --id and --time to read the table as series", r.teacher, file.Features)
	}
	if file.Steps == 1 && own.Spec.ID != "" {
		return nil, nil, fmt.Errorf("%s requires a table of shape [N,%d], but --id makes series; use a teacher that was trained on series", r.teacher, file.Features)
	}
	m, err := onnx.Adopt(engine.Backend, file, own.Features(), own.Steps)
	return m, own, err
}

// openModel opens a model that igbo train saved or igbo export wrote, with the encoding of its table.
func openModel(engine cli.Engine, path string) (*igbo.Model, *encode.Encoding, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		x, err := onnx.OpenExported(engine.Backend, path)
		if err == nil && (x == nil || x.Encoding == nil) {
			err = fmt.Errorf("%s does not record how its columns were encoded; use a folder that igbo train wrote, or an igbo export of such a folder", path)
		}
		if err != nil {
			return nil, nil, err
		}
		return x.Model, x.Encoding, nil
	}
	files, err := durable.ReadFolder(path)
	if err != nil {
		return nil, nil, err
	}
	m, err := igbo.Files(files).Open(engine.Backend)
	if err != nil {
		return nil, nil, err
	}
	text, found := files[encodingFile]
	if !found {
		return nil, nil, fmt.Errorf("%s contains no %s; use a folder that igbo train wrote", path, encodingFile)
	}
	e := &encode.Encoding{}
	if err := e.UnmarshalJSON(text); err != nil {
		return nil, nil, fmt.Errorf("%s: %s: %w", path, encodingFile, err)
	}
	if !slices.Equal(m.Features, e.Features()) {
		return nil, nil, fmt.Errorf("%s: the features of the model, %.60q, differ from those in %s, %.60q; train the model again", path, m.Features, encodingFile, e.Features())
	}
	return m, e, nil
}

// inputsOf returns the data without targets and weights.
func inputsOf(d igbo.Data) igbo.Data {
	d.Y, d.Weights = nil, nil
	return d.WithTargets()
}

// scored returns the absolute scores of a model on rows of a table, by column, with the training mean as the baseline.
func scored(m *igbo.Model, e *encode.Encoding, t *table.Table, rows []int) (*mat.Dense, []string, error) {
	s, err := e.Encode(t, rows)
	if err != nil {
		return nil, nil, err
	}
	how := m.Config.Attribution
	how.Score, how.Groups = attribution.Absolute, s.Groups
	if m.Normalization.Scale == nil { // otherwise the zero baseline is the training mean
		var mean samples.Means
		mean.Add(s.View(nil))
		how.Baselines = []attribution.Baseline{attribution.Constant("mean", mean.Values())}
	}
	h, err := m.ScoresWith(inputsOf(s.Data), how)
	return h, s.GroupNames, err
}
