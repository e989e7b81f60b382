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

// Export returns m as the content of an ONNX file that takes the raw columns of a table. The file contains the
// column encoding e, the model's units, its architecture and its output function. Pass a nil e for a model that
// was saved without a table.
//
// With an encoding, the file has one input per column, named after it. The shape is [N,1] for tables and [N,T]
// for series, where T is the number of steps in training:
//   - Numbers and booleans are float64, and NaN means missing.
//   - Dates are seconds since 1970-01-01 UTC.
//   - Categories are strings, and "" means missing.
//
// Without an encoding, the only input is "x" of shape [N,D] or [N,T,D]. Shorter series are padded after their
// last step with any values.
//
// For regression, the output is named after the target and has shape [N,K] or [N,T,K]. For classification, the
// outputs are "label" (strings of shape [N] or [N,T]) and "probabilities". The numbers equal those of
// igbo.Model.Response. If a row has a missing value or a category that training rejected, its output is NaN and
// its label is meaningless.
//
// It returns an error if m contains a user-defined function, or a loss or layer that cannot be exported.
func Export(m *igbo.Model, e *encode.Encoding) ([]byte, error) { return export.Model(m, e) }

// Exported is a model that [Export] wrote and [OpenExported] read back.
type Exported struct {
	// Model is the model in its training units. It evaluates the graph of the file. Series may be padded after
	// their last step; the padding does not affect earlier steps. A valid step right after a masked one has the
	// output NaN.
	Model *igbo.Model
	// Encoding describes how to read tables. It is nil if the model was saved without one.
	Encoding *encode.Encoding
	// Digest is the SHA-256 of the file, in hexadecimal.
	Digest string
}

// OpenExported reads a file that [Export] wrote. The weights and operations come from the graph; the encoding,
// units and loss come from the file's metadata. It returns nil and no error if another exporter wrote the file.
//
// It returns the errors of [Load], and an error if the metadata do not match the graph.
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
		return nil, fmt.Errorf("reading its metadata %q: %w (export it again)", export.NotesKey, err)
	}
	if n.Format != 1 {
		return nil, fmt.Errorf("its metadata %q has format %d, want 1 (export it again)", export.NotesKey, n.Format)
	}
	m, err := load(file, Options{from: export.Standardized, to: export.Raw})
	if err != nil {
		return nil, err
	}
	if m.Features != len(n.Features) || m.Steps != n.Steps || n.Encoding != nil && !slices.Equal(n.Encoding.Features(), n.Features) {
		return nil, fmt.Errorf("its metadata %q lists %d features and %d steps, which do not fit its columns or its operations (%d features, %d steps; export it again)", export.NotesKey, len(n.Features), n.Steps, m.Features, m.Steps)
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

// cut reduces the graph to the operations between the values from and to. It does nothing if from is "".
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
		return errors.New("its metadata is from igbo, but its operations were changed by another program (export the model again)")
	}
	g.Node = slices.DeleteFunc(g.Node, func(n *protos.NodeProto) bool { return slices.Contains(n.Output, from) })
	modelfile.Prune(g, []*protos.ValueInfoProto{input}, output)
	return nil
}
