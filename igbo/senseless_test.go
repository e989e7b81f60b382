package igbo

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/trained"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// editJSON replaces the value at a path of keys.
func editJSON(t *testing.T, text []byte, value any, keys ...string) []byte {
	t.Helper()
	var root map[string]any
	must.Do(t, json.Unmarshal(text, &root))
	at := root
	for _, key := range keys[:len(keys)-1] {
		at = at[key].(map[string]any)
	}
	at[keys[len(keys)-1]] = value
	text = must.Of(json.Marshal(root)).In(t)
	return text
}

// TestSenselessModel checks that a model with a valid manifest but invalid numbers is rejected with
// a description of the problem.
func TestSenselessModel(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs, cfg.Standardize = 1, true
	before := mustTrain(t, cfg, data, d).Model
	dir, backend := filepath.Join(t.TempDir(), "model"), backendtest.Open(t)
	refused := func(want string, edit func(files map[string][]byte)) {
		t.Helper()
		must.Do(t, errors.Join(os.RemoveAll(dir), before.Save(dir)))
		modeltest.Reseal(t, dir, edit)
		_, err := Load(backend, dir)
		modeltest.Refused(t, err, want)
	}
	set := func(value any, keys ...string) func(map[string][]byte) {
		return func(files map[string][]byte) {
			files[trained.DescriptionFile] = editJSON(t, files[trained.DescriptionFile], value, keys...)
		}
	}
	refused("a newer igbolab wrote it", set(2, "format_version"))
	refused("format_version 0 is unsupported", set(0, "format_version"))
	refused("unknown model \"tree\"", set("tree", "config", "model", "kind"))
	refused("settings of kind mlp are nil", set("mlp", "config", "model", "kind"))
	refused("settings of kind gru are nil", set("gru", "config", "model", "kind"))
	refused("GRU has width 0", set(map[string]any{"kind": "gru", "gru": map[string]any{}}, "config", "model"))
	refused("does not belong to a mlp model", set(modeltest.Spec(t, models.KindMLP), "config", "model"))
	refused("does not belong to a gru model", set(modeltest.Spec(t, models.KindGRU), "config", "model"))
	refused("it must be (Float64)", set("float64", "config", "dtype"))
	refused("steps T is -1", set(-1, "steps"))
	refused("cannot unmarshal", set(1e300, "steps"))
	refused("burn-in of 1 steps is too large for T = 1", set(1, "config", "burn_in"))
	refused("Epochs is 0", set(0, "config", "epochs"))
	refused("Patience is -1", set(map[string]any{"patience": -1}, "config", "early_stopping"))
	refused("and scale 0, want", set([]any{0, 0, 0, 0}, "normalization", "scale"))
	refused("4 shifts and 3 scales", set([]any{1, 1, 1}, "normalization", "scale"))
	refused("standardize is true with 0 scales", set(nil, "normalization", "scale"))
	refused("scale -1", set(-1, "normalization", "target_scale"))
	refused("the DAG is over the features", set([]any{"a", "b", "c", "d"}, "features"))
	refused("unknown field", set(1, "colour"))
	refused("model.json not found", func(files map[string][]byte) { delete(files, trained.DescriptionFile) })
	refused("model.json", func(files map[string][]byte) { files[trained.DescriptionFile] = []byte("{") })
	refused("want at least 8", func(files map[string][]byte) { delete(files, trained.WeightsFile) })
	weights := func(edit func(values []safetensors.Named) []safetensors.Named) func(map[string][]byte) {
		return func(files map[string][]byte) {
			files[trained.WeightsFile] = editWeights(t, files[trained.WeightsFile], edit)
		}
	}
	refused("is missing, which a linear model has", weights(func(v []safetensors.Named) []safetensors.Named { return v[1:] }))
	refused("variable \"/model/other\" does not belong", weights(func(v []safetensors.Named) []safetensors.Named {
		return append(v, safetensors.Named{Name: "/model/other", Value: tensors.FromScalar(float32(1))})
	}))
	refused("it must be (Float32)", weights(func(v []safetensors.Named) []safetensors.Named {
		v[0].Name, v[1].Name = v[1].Name, v[0].Name
		return v
	}))
	for _, value := range []float64{math.NaN(), math.Inf(-1)} {
		refused("want finite numbers", func(files map[string][]byte) {
			content := files[trained.WeightsFile]
			binary.LittleEndian.PutUint32(content[len(content)-4:], math.Float32bits(float32(value)))
		})
	}
}

func editWeights(t *testing.T, content []byte, edit func([]safetensors.Named) []safetensors.Named) []byte {
	t.Helper()
	values := must.Of(safetensors.Read(content)).In(t)
	var out bytes.Buffer
	must.Do(t, safetensors.Write(&out, edit(values)))
	return out.Bytes()
}

// TestEveryArchitectureIsKnown checks that the variables after a training on T = 3 steps are those
// that Load expects, and that each loaded model predicts the same, in both dtypes. Saving it again
// must give the same bytes.
func TestEveryArchitectureIsKnown(t *testing.T) {
	const steps = 3
	data := modeltest.Table(60, 4)
	data.Steps = steps
	for _, kind := range models.Kinds() {
		for _, dtype := range []string{"float32", "float64"} {
			cfg, _, _ := modeltest.Small(t)
			cfg.Model, cfg.DType, cfg.Epochs = modeltest.Spec(t, kind), dtype, 1
			cfg.EarlyStopping = EarlyStopping{Data: data, Patience: 3}
			before := mustTrain(t, cfg, data, nil).Model
			dir, again := filepath.Join(t.TempDir(), "model"), filepath.Join(t.TempDir(), "again")
			must.Do(t, before.Save(dir))
			loaded, err := Load(backendtest.Open(t), dir)
			if err != nil {
				t.Fatalf("%s %s: %v", kind, dtype, err)
			}
			same(t, before, loaded, data)
			must.Do(t, loaded.Save(again))
			if !reflect.DeepEqual(modeltest.ReadAll(t, dir), modeltest.ReadAll(t, again)) {
				t.Errorf("%s %s: saved again it has other bytes", kind, dtype)
			}
		}
	}
}

// TestCheckpointIsASavedModel checks that a checkpoint loads as a model, and that a folder from
// before numbered formats does not.
func TestCheckpointIsASavedModel(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Checkpoints = Checkpoints{Dir: t.TempDir()}
	before := mustTrain(t, cfg, data, d)
	folder := filepath.Join(cfg.Checkpoints.Dir, fmt.Sprintf("step-%09d", before.Steps))
	loaded := must.Of(Load(backendtest.Open(t), folder)).In(t)
	same(t, before.Model, loaded, data)
	must.Do(t, os.Remove(filepath.Join(folder, durable.Manifest)))
	if _, err := Load(backendtest.Open(t), folder); !errors.Is(err, durable.ErrNoManifest) {
		t.Errorf("error %v, want that there is no manifest", err)
	}
	if _, err := Load(backendtest.Open(t), filepath.Join(folder, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that the folder does not exist", err)
	}
}
