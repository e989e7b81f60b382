package oracle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// judge returns a briefly trained assessor.
func judge(t testing.TB, data igbo.Data) assessor.Assessor {
	t.Helper()
	p, c := must.Of(Points(data)).In(t), assessor.DefaultConfig()
	c.Hidden, c.Steps, c.Batch = 8, 40, 16
	return must.Of(assessor.Train(context.Background(), backendtest.Open(t), c, p)).In(t)
}

// smallOracle returns a small trained oracle that can be saved.
func smallOracle(t testing.TB) *Oracle {
	t.Helper()
	data := bowl(40, 21)
	c := small()
	c.Steps = 10
	return mustTrain(t, c, data, judge(t, data)).Oracle
}

// saved saves an oracle and returns the file and its content.
func saved(t testing.TB, o *Oracle) (file string, content []byte) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "oracle")
	must.Do(t, o.Save(file))
	content = must.Of(os.ReadFile(file)).In(t)
	return file, content
}

// TestSameSeedSameFile checks that equal arguments give equal bytes and other seeds give other bytes.
func TestSameSeedSameFile(t *testing.T) {
	_, once := saved(t, smallOracle(t))
	_, again := saved(t, smallOracle(t))
	if !bytes.Equal(once, again) {
		t.Error("two trainings of the same seed give different files")
	}
	data := bowl(40, 21)
	c := small()
	c.Steps, c.Seed = 10, 1
	if _, other := saved(t, mustTrain(t, c, data, judge(t, data)).Oracle); bytes.Equal(once, other) {
		t.Error("another seed gives the same file")
	}
}

// TestASavedOracleGivesTheSamePath checks that a loaded oracle returns the same paths bit for bit and the same
// report, and that saving it again gives the same bytes.
func TestASavedOracleGivesTheSamePath(t *testing.T) {
	o := smallOracle(t)
	file, content := saved(t, o)
	loaded := must.Of(Load(backendtest.Open(t), file)).In(t)
	if _, again := saved(t, loaded); !bytes.Equal(again, content) {
		t.Error("saved again the file is another")
	}
	x := bowl(20, 22).X
	points := func(o *Oracle) []float64 {
		p := mustPath(t, o, 5)
		return run(t, func(_ *model.Scope, x *Node) *Node {
			inputs, baselines := ends(x)
			points, velocity := p.Points(inputs, baselines, []float64{0, 0.1, 0.37, 0.5, 0.9, 1})
			return Concatenate([]*Node{points, velocity}, 0)
		}, x, 20, 1, 2)
	}
	if got, want := points(loaded), points(o); !reflect.DeepEqual(got, want) {
		t.Errorf("points %v, want %v", got, want)
	}
	for _, look := range []func(o *Oracle) (any, error){
		func(o *Oracle) (any, error) { return o.Anchors(x[:20], x[20:], 4) },
		func(o *Oracle) (any, error) { return o.Validity(x[:20], x[20:], 4) },
	} {
		want := must.Of(look(o)).In(t)
		if got, err := look(loaded); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
	if a, b := mustPath(t, o, 3).(path).Name(), mustPath(t, loaded, 3).(path).Name(); a != b || !strings.HasSuffix(a, "K = 3") {
		t.Errorf("the paths are called %q and %q", a, b)
	}
}

// TestDamagedFile checks that files with a flipped bit, truncated, extended or missing files are rejected
// without a panic.
func TestDamagedFile(t *testing.T) {
	file, good := saved(t, smallOracle(t))
	refused := func(what string, content []byte) {
		t.Helper()
		if _, err := decode(content); err == nil {
			t.Fatalf("%s: it is read", what)
		}
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		refused(fmt.Sprintf("bit %d flipped", 8*i+i%8), bad)
		refused(fmt.Sprintf("cut to %d bytes", i), good[:i])
	}
	refused("a byte longer", append(bytes.Clone(good), 0))
	must.Do(t, os.WriteFile(file, good[:len(good)/2], 0o666))
	_, err := Load(backendtest.Open(t), file)
	if !errors.Is(err, safetensors.ErrDamaged) || !strings.HasPrefix(err.Error(), "oracle: loading "+file) {
		t.Errorf("error %v, want that of a damaged file with its name", err)
	}
	if _, err := Load(backendtest.Open(t), file+" that is missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v for a missing file", err)
	}
	t.Logf("%d bytes", len(good))
}

// TestANewerFormatIsNamed checks that the error for a newer format names it.
func TestANewerFormatIsNamed(t *testing.T) {
	_, good := saved(t, smallOracle(t))
	_, err := decode(append([]byte(headOf(7)), good[len(headOf(FormatVersion)):]...))
	var format *FormatError
	if !errors.As(err, &format) || format.Version != 7 {
		t.Errorf("error %v, want a *FormatError of format 7", err)
	}
}

// TestSenselessFile checks that inconsistent contents with a valid digest are rejected with a description.
func TestSenselessFile(t *testing.T) {
	_, good := saved(t, smallOracle(t))
	other := judge(t, igbo.Data{Features: []string{"a", "b", "c"}, Steps: 1, X: waves(30, 3, 1).X[:90], Y: make([]float64, 30)})
	for want, change := range map[string]func(o *Oracle){
		"Steps must be at least 1":                                      func(o *Oracle) { o.Steps = 0 },
		`has the name "x1" (names`:                                      func(o *Oracle) { o.Features = []string{"x1", "x1"} },
		"Shift has 2 numbers and Scale has 1":                           func(o *Oracle) { o.Scale = o.Scale[:1] },
		"want finite numbers and a pos":                                 func(o *Oracle) { o.Scale = []float64{1, 0} },
		"unknown form":                                                  func(o *Oracle) { o.Config.Form = "bent" },
		"MinAnchors must be at least 1, got 0":                          func(o *Oracle) { o.Config.MinAnchors = 0 },
		"the assessor has T = 1 steps and D = 3 features, want 1 and 2": func(o *Oracle) { o.Assessor = other },
		"the weight output is NaN at index 3":                           func(o *Oracle) { o.weights[4][3] = math.NaN() },
	} {
		o := must.Of(decode(good)).In(t)
		o.backend = backendtest.Open(t)
		change(o)
		content := must.Of(sealedAs(o)).In(t)
		_, err := decode(content)
		refusal.Check(t, err, want)
	}
	o := must.Of(decode(good)).In(t)
	o.Config.Hidden++
	if content, err := sealedAs(o); err != nil {
		t.Fatal(err)
	} else if _, err := decode(content); err == nil || !strings.Contains(err.Error(), "tensor remaining is (Float32)[2, 24], want remaining Float32 [2 25]") {
		t.Errorf("error %v for weights of another width", err)
	}
}

// sealedAs encodes an oracle with its current weights, even if they do not match its settings.
func sealedAs(o *Oracle) ([]byte, error) {
	frozen, err := o.Assessor.MarshalBinary()
	if err != nil {
		return nil, err
	}
	values := []safetensors.Named{{Name: assessorName, Value: tensors.FromFlatDataAndDimensions(frozen, len(frozen))}}
	for i, dims := range (generator{Bridge, 2, 16, 8}).shapes() {
		values = append(values, safetensors.Named{Name: names[i], Value: wide.Tensor(o.Config.dtype(), o.weights[i], dims...)})
	}
	return safetensors.Seal(headOf(FormatVersion), description{o.Config, o.Features, o.Steps, o.Shift, o.Scale, o.Data}, values)
}
