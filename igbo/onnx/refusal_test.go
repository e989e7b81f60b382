package onnx

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// refuses fails the test unless loading returns an error that contains these texts.
func refuses(t *testing.T, file string, o Options, want ...string) {
	t.Helper()
	m, err := LoadWith(file, o)
	if err == nil {
		t.Errorf("%s was loaded: %+v", file, m)
		return
	}
	for _, text := range append(want, "onnx: loading "+file+": ") {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v, want %q in it", file, err, text)
		}
	}
}

// TestRefusedByName checks that errors for models that cannot be explained name the operation and suggest a
// fix.
func TestRefusedByName(t *testing.T) {
	for name, want := range map[string][]string{
		"forest":     {"TreeEnsembleRegressor", "ensemble of trees", "exact Shapley values"},
		"boosting":   {"TreeEnsembleRegressor", "ensemble of trees"},
		"neighbours": {"Scan", "nearest-neighbour"},
	} {
		file := filepath.Join("testdata", name+".onnx")
		refuses(t, file, Options{}, want...)
		_, err := Load(file)
		if unsupported := (*UnsupportedError)(nil); !errors.As(err, &unsupported) {
			t.Errorf("%s: %T, want an UnsupportedError", name, err)
		}
	}
	classifier := filepath.Join("testdata", "sklearn_classifier.onnx")
	refuses(t, classifier, Options{Output: "label"}, `"label" (int64 [?])`, "no gradient")
	refuses(t, classifier, Options{Output: "0"}, "no gradient")
	refuses(t, classifier, Options{Output: "logits"}, `output "logits" not found`, `"probabilities" (float [?,3])`)
	refuses(t, classifier, Options{Output: "9"}, `output "9" not found`)
	refuses(t, filepath.Join("testdata", "keras_heads.onnx"), Options{}, "2 float outputs", "by its name or its number")
	refuses(t, classifier, Options{Features: 4}, "the file requires D = 5, got 4")
	refuses(t, classifier, Options{Steps: 3}, "Options.Steps must be 0 or 1 for a model without series, got 3")
	refuses(t, classifier, Options{Features: -1}, "Options.Features must be at least 0")
}

// TestBadFiles checks that damaged files and files in other formats are rejected.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	whole := must.Of(os.ReadFile(filepath.Join("testdata", "sklearn_mlp.onnx"))).In(t)
	write := func(name string, content []byte) string {
		file := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(file, content, 0o666))
		return file
	}
	refuses(t, filepath.Join(dir, "missing.onnx"), Options{}, "no such file")
	refuses(t, dir, Options{}, "it is a folder")
	for want, content := range map[string]string{
		"it is empty": "", "zip archive": "PK\x03\x04rest", "HDF5": "\x89HDF\r\n", "pickle": "\x80\x04\x95", "folder": `{"features": []}`,
		"not an ONNX file": strings.Repeat("x", 100), "protocol buffer": "<!DOCTYPE html><html>not found</html>",
	} {
		refuses(t, write("bad.onnx", []byte(content)), Options{}, want)
	}
	for n := 0; n < len(whole); n += 23 { // truncated anywhere: an error, or complete weights and operations
		if m, err := Load(write("cut.onnx", whole[:n])); err == nil && n < len(whole)*9/10 {
			t.Errorf("cut to %d of %d bytes it was loaded: %+v", n, len(whole), m)
		}
	}
	for n := 0; n < len(whole); n += 41 { // one flipped byte: never a panic
		flipped := append([]byte{}, whole...)
		flipped[n] ^= 0x55
		_, _ = Load(write("flipped.onnx", flipped))
	}
}

// TestDamagedParts damages one part of a file at a time.
func TestDamagedParts(t *testing.T) {
	content := must.Of(os.ReadFile(filepath.Join("testdata", "torch_mlp.onnx"))).In(t)
	raw := func(p *protos.ModelProto) *protos.TensorProto { return p.Graph.Initializer[0] }
	for want, change := range map[string]func(p *protos.ModelProto){
		"use opset 13 or later":      func(p *protos.ModelProto) { p.OpsetImport[0].Version = 11 },
		"uses opset 99, want 13 to ": func(p *protos.ModelProto) { p.OpsetImport[0].Version = 99 },
		"uses opset 0, want 13 to ":  func(p *protos.ModelProto) { p.OpsetImport[0].Version = 0 },
		"opset of domain ai.onnx.ml is 99, want 1 to ": func(p *protos.ModelProto) {
			p.OpsetImport = append(p.OpsetImport, &protos.OperatorSetIdProto{Domain: "ai.onnx.ml", Version: 99})
		},
		"it has no version":                   func(p *protos.ModelProto) { p.OpsetImport = nil },
		"unsupported domain com.acme":         func(p *protos.ModelProto) { p.Graph.Node[1].Domain = "com.acme" },
		"which no earlier operation produces": func(p *protos.ModelProto) { p.Graph.Node[2].Input[0] = "gone" },
		"already exists":                      func(p *protos.ModelProto) { p.Graph.Node[1].Output[0] = p.Graph.Node[0].Output[0] },
		"no operation produces its output":    func(p *protos.ModelProto) { p.Graph.Output[0].Name = "gone" },
		"the file is damaged or truncated":    func(p *protos.ModelProto) { raw(p).RawData = raw(p).RawData[:8] },
		"they have 0 numbers, want": func(p *protos.ModelProto) { // the existing numbers have another type
			w := raw(p)
			n := len(w.RawData) / 4
			w.DataType, w.RawData, w.FloatData = int32(protos.TensorProto_INT32), nil, make([]float32, n)
		},
		"want at least 2 and 1": func(p *protos.ModelProto) {
			p.Graph.Node[1].OpType, p.Graph.Node[1].Input, p.Graph.Node[1].Attribute = "Add", nil, nil
		},
		"has 0 inputs": func(p *protos.ModelProto) {
			n := p.Graph.Node[1]
			n.OpType, n.Domain, n.Input = "LinearRegressor", "ai.onnx.ml", nil
			n.Attribute = []*protos.AttributeProto{{Name: "coefficients", Type: protos.AttributeProto_FLOATS, Floats: []float32{1}}}
			p.OpsetImport = append(p.OpsetImport, &protos.OperatorSetIdProto{Domain: "ai.onnx.ml", Version: 1})
		},
		"a tensor is missing": func(p *protos.ModelProto) {
			n := p.Graph.Node[1]
			n.OpType, n.Input, n.Attribute = "Constant", nil, []*protos.AttributeProto{{Name: "value", Type: protos.AttributeProto_TENSOR}}
		},
		"at most 2147483647 numbers": func(p *protos.ModelProto) { raw(p).Dims = []int64{1 << 40, 1 << 40} },
		"want numbers or booleans":   func(p *protos.ModelProto) { raw(p).DataType = 99 },
		"must be finite, but number 0 is NaN": func(p *protos.ModelProto) {
			binary.LittleEndian.PutUint32(raw(p).RawData, math.Float32bits(float32(math.NaN())))
		},
		"operation Frobnicate": func(p *protos.ModelProto) { p.Graph.Node[1].OpType = "Frobnicate" },
		"draws random numbers": func(p *protos.ModelProto) { p.Graph.Node[1].OpType = "RandomNormalLike" },
		"several numeric inputs [N,k]": func(p *protos.ModelProto) {
			p.Graph.Input = append(p.Graph.Input, proto.CloneOf(p.Graph.Input[0]))
			p.Graph.Input[1].Name = "x2"
			modelfile.TensorType(p.Graph.Input[1]).ElemType = int32(protos.TensorProto_STRING)
		},
		"must be float32 or float64": func(p *protos.ModelProto) {
			modelfile.TensorType(p.Graph.Input[0]).ElemType = int32(protos.TensorProto_INT64)
		},
		"must be [N,D] or [N,T,D]": func(p *protos.ModelProto) {
			s := modelfile.TensorType(p.Graph.Input[0]).Shape
			s.Dim = append(s.Dim, s.Dim[1], s.Dim[1])
		},
		"set Options.Features": func(p *protos.ModelProto) { modelfile.TensorType(p.Graph.Input[0]).Shape.Dim[1].Value = nil },
		"in a file in the folder of the model": func(p *protos.ModelProto) {
			external := raw(p)
			external.DataLocation = protos.TensorProto_EXTERNAL
			external.ExternalData = []*protos.StringStringEntryProto{{Key: "location", Value: "../../etc/passwd"}}
		},
		"no such file": func(p *protos.ModelProto) {
			external := raw(p)
			external.DataLocation = protos.TensorProto_EXTERNAL
			external.ExternalData = []*protos.StringStringEntryProto{{Key: "location", Value: "gone.data"}}
		},
		"cannot be imported":                   func(p *protos.ModelProto) { raw(p).Dims[0], raw(p).Dims[1] = raw(p).Dims[1], raw(p).Dims[0] },
		"is a function that the model defines": func(p *protos.ModelProto) { p.Graph.Node[1].Overload = "f" },
	} {
		p := &protos.ModelProto{}
		must.Do(t, proto.Unmarshal(content, p))
		change(p)
		changed := must.Of(proto.Marshal(p)).In(t)
		file := filepath.Join(t.TempDir(), "changed.onnx")
		must.Do(t, os.WriteFile(file, changed, 0o666))
		refuses(t, file, Options{}, want)
	}
}

// TestCoupledSamples checks that a model that divides by the batch mean is rejected.
func TestCoupledSamples(t *testing.T) {
	content := must.Of(os.ReadFile(filepath.Join("testdata", "torch_fixed.onnx"))).In(t)
	p := &protos.ModelProto{}
	must.Do(t, proto.Unmarshal(content, p))
	last := p.Graph.Node[len(p.Graph.Node)-1]
	last.Output[0] = "before"
	p.Graph.Initializer = append(p.Graph.Initializer, &protos.TensorProto{Name: "axes", Dims: []int64{1}, DataType: int32(protos.TensorProto_INT64), Int64Data: []int64{0}})
	p.Graph.Node = append(p.Graph.Node,
		&protos.NodeProto{OpType: "ReduceMean", Input: []string{"before", "axes"}, Output: []string{"mean"}},
		&protos.NodeProto{OpType: "Sub", Input: []string{"before", "mean"}, Output: []string{"y"}})
	for want, dim := range map[string]*protos.TensorShapeProto_Dimension{
		"couples the samples":          {Value: &protos.TensorShapeProto_Dimension_DimParam{DimParam: "n"}},
		"supports only one batch size": {Value: &protos.TensorShapeProto_Dimension_DimValue{DimValue: 1}},
	} {
		modelfile.TensorType(p.Graph.Input[0]).Shape.Dim[0] = dim
		changed := must.Of(proto.Marshal(p)).In(t)
		file := filepath.Join(t.TempDir(), "coupled.onnx")
		must.Do(t, os.WriteFile(file, changed, 0o666))
		refuses(t, file, Options{}, want)
	}
}
