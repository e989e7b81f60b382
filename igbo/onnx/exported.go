package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx/export"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Export writes a model as an ONNX file that takes a table's own columns: what the encoding does to
// them (nil for a model that was saved without a table), the model's units, its architecture, and the
// probabilities of classes are operations of the file.
//
// With an encoding the file has an input for each column, by its name, [N,1] for tables and [N,T] for series,
// of the T steps of the training: numbers and booleans are float64 with NaN where a value is missing, dates seconds since
// 1970-01-01 UTC, categories strings, "" where one is missing. Without, it has the one input "x"
// [N,D] or [N,T,D]. What the training refused, a missing value or a category that it did not
// have, makes the row's output NaN (and the label of a class says nothing there). Series are padded after their last step, with anything.
//
// Outputs are, of regression, the target's name [N,K] or [N,T,K]; of classes "label" (strings, [N] or [N,T]) and
// "probabilities". Their numbers are those of igbo.Model.Response.
//
// Errors: a model with a function of the user's or a loss without a name that is known, by name.
func Export(m *igbo.Model, e *encode.Encoding) ([]byte, error) { return export.Model(m, e) }

// Exported is a model that [Export] wrote, read back.
type Exported struct {
	// Model is the model, in the units of its training; its function is the file's. Series may be padded after their last step, which no step
	// before it sees; a valid step right after a masked one has the output NaN.
	Model *igbo.Model
	// Encoding says how tables are read, nil where the model was saved without one.
	Encoding *encode.Encoding
	// Digest is the SHA-256 of the file, in hexadecimal.
	Digest string
}

// OpenExported reads back a file that [Export] wrote, as the model that it was: its weights and operations are those of
// the file, its table, units and loss those of the file's notes. It is nil for a file of another exporter.
//
// Errors: those of [Load], and notes that do not fit the file.
func OpenExported(backend compute.Backend, file string) (*Exported, error) {
	e, err := openExported(backend, file)
	if err != nil {
		return nil, fmt.Errorf("onnx: loading %s: %w", file, err)
	}
	return e, nil
}

func openExported(backend compute.Backend, file string) (*Exported, error) {
	p, _, err := modelfile.Read(file)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(p.MetadataProps, func(m *protos.StringStringEntryProto) bool { return m.Key == export.NotesKey })
	if at < 0 {
		return nil, nil
	}
	var n export.Notes
	if err := json.Unmarshal([]byte(p.MetadataProps[at].Value), &n); err != nil {
		return nil, fmt.Errorf("its metadata %q has format %d, want 1 (export it again): %w", export.NotesKey, n.Format, err)
	}
	if n.Format != 1 {
		return nil, fmt.Errorf("its metadata %q has format %d, want 1 (export it again)", export.NotesKey, n.Format)
	}
	m, err := load(file, Options{from: export.Standardized, to: export.Raw})
	if err != nil {
		return nil, err
	}
	if m.Features != len(n.Features) || m.Steps != n.Steps || n.Encoding != nil && !slices.Equal(n.Encoding.Features(), n.Features) {
		return nil, fmt.Errorf("its metadata %q lists %d features and %d steps, but its operations take %d and %d (export it again)", export.NotesKey, len(n.Features), n.Steps, m.Features, m.Steps)
	}
	if err := n.Normalization.Validate(len(n.Features)); err != nil {
		return nil, err
	}
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Function, cfg.DType = models.CustomSpec("onnx "+m.Digest[:12]), m.padded, n.DType
	cfg.Loss, cfg.Output = n.Loss, n.Output
	model, err := igbo.New(backend, cfg, n.Features, n.Steps)
	if err != nil {
		return nil, err
	}
	model.Normalization, model.Config.Standardize = n.Normalization, n.Normalization.Scale != nil
	return &Exported{model, n.Encoding, m.Digest}, nil
}

// cut leaves what lies between two values of a graph; nothing is cut for "".
func cut(g *protos.GraphProto, from, to string) error {
	if from == "" {
		return nil
	}
	find := func(name string) *protos.ValueInfoProto {
		for _, v := range g.ValueInfo {
			if v.Name == name {
				return v
			}
		}
		return nil
	}
	input, output := find(from), find(to)
	if input == nil || output == nil {
		return errors.New("its notes are igbo's and its operations are not: another program has rewritten it; export the model again")
	}
	g.Node = slices.DeleteFunc(g.Node, func(n *protos.NodeProto) bool { return slices.Contains(n.Output, from) })
	modelfile.Prune(g, []*protos.ValueInfoProto{input}, output)
	return nil
}
