package onnx

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLinkedWeights checks that an external weights file may be a symbolic link to a file in the model's
// folder. A link out of the folder is rejected, wherever it is on the path.
func TestLinkedWeights(t *testing.T) {
	content := must.Of(os.ReadFile(filepath.Join("testdata", "torch_mlp.onnx"))).In(t)
	dir, outside := t.TempDir(), t.TempDir()
	p := &protos.ModelProto{}
	must.Do(t, proto.Unmarshal(content, p))
	weights := p.Graph.Initializer[0]
	raw := weights.RawData
	weights.DataLocation, weights.RawData = protos.TensorProto_EXTERNAL, nil
	for _, folder := range []string{dir, outside} {
		must.Do(t, os.WriteFile(filepath.Join(folder, "w.data"), raw, 0o666))
	}
	model := func(location string) string {
		weights.ExternalData = []*protos.StringStringEntryProto{{Key: "location", Value: location}}
		file := filepath.Join(dir, "model.onnx")
		must.Do(t, os.WriteFile(file, must.Of(proto.Marshal(p)).In(t), 0o666))
		return file
	}
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	link("w.data", "near.data")
	link(filepath.Join(dir, "w.data"), "absolute.data")
	link(filepath.Join(outside, "w.data"), "far.data")
	link("far.data", "farther.data")
	link(outside, "folder")
	link(t.TempDir(), "empty")
	for _, location := range []string{"w.data", "near.data", "absolute.data"} {
		if _, err := Load(model(location)); err != nil {
			t.Errorf("%s: %v", location, err)
		}
	}
	for _, location := range []string{"far.data", "farther.data", "folder/w.data"} {
		refuses(t, model(location), Options{}, "is a link to another folder")
	}
	refuses(t, model("empty/gone.data"), Options{}, "no such file", "copy the file together with the model")
	must.Do(t, os.Mkdir(filepath.Join(dir, "sub"), 0o777))
	refuses(t, model("sub"), Options{}, "must be a regular file")

	// In a model cache, the model and its weights are links to the same store.
	cached := t.TempDir()
	model("w.data")
	for _, file := range []string{"model.onnx", "w.data"} {
		must.Do(t, os.Symlink(filepath.Join(dir, file), filepath.Join(cached, file)))
	}
	if _, err := Load(filepath.Join(cached, "model.onnx")); err != nil {
		t.Error(err)
	}
}
