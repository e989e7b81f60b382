package backend

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/peephole"
)

// fake returns a selector with a simulated XLA and environment.
func fake(env string, xla map[string]any) selector {
	return selector{
		openGo: gobackend.New,
		getenv: func(string) string { return env },
		openXLA: func(config string) (compute.Backend, error) {
			switch r := xla[config].(type) {
			case nil:
				return nil, errors.New("no plugin " + config)
			case error:
				return nil, r
			case string:
				panic(r)
			default:
				return gobackend.New("ops_sequential")
			}
		},
	}
}

func TestSelectOrder(t *testing.T) {
	for _, c := range []struct {
		name, ask, env string
		xla            map[string]any
		want, err      string
	}{
		{name: "cuda first", xla: map[string]any{"cuda": 1, "cpu": 1}, want: "xla:cuda"},
		{name: "then cpu", xla: map[string]any{"cpu": 1}, want: "xla:cpu"},
		{name: "then go", want: "go"},
		{name: "a panic is not fatal", xla: map[string]any{"cuda": "corrupt plugin", "cpu": "corrupt plugin"}, want: "go"},
		{name: "auto reads the environment", ask: "auto", env: "go:parallelism=1", want: "go:parallelism=1"},
		{name: "a wish overrides the environment", ask: "go", env: "xla:cpu", want: "go"},
		{name: "plugin by path", ask: "xla:/opt/p.so", xla: map[string]any{"/opt/p.so": 1}, want: "xla:/opt/p.so"},
		{name: "no fallback from a wish", ask: "xla:cuda", err: "no plugin cuda"},
		{name: "no fallback from the environment", env: "xla:cuda", err: "no plugin cuda"},
		{name: "panic in a wish", ask: "xla:cpu", xla: map[string]any{"cpu": "corrupt plugin"}, err: "corrupt plugin"},
		{name: "unknown", ask: "tpuu", err: `unknown backend "tpuu" (want one of auto, xla, xla:cuda, xla:cpu, go)`},
		{name: "unknown option", ask: "go:fast", err: "fast"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, choice, err := fake(c.env, c.xla).choose(c.ask)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want one with %q", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer b.Finalize()
			if auto := c.name == "then cpu"; auto != strings.Contains(choice.String(), smallHint) {
				t.Errorf("%q has a hint at the embedded backend: %t, want %t", choice, !auto, auto)
			}
			if choice.Name != c.want || choice.Reason == "" || choice.Description == "" {
				t.Errorf("chose %+v, want %s with its reason", choice, c.want)
			}
		})
	}
}

func TestFallbackSaysWhatWasTriedAndHowToMend(t *testing.T) {
	_, choice, err := fake("", map[string]any{"cuda": "boom"}).choose("")
	if err != nil {
		t.Fatal(err)
	}
	if len(choice.Tried) != 2 || !strings.Contains(choice.Tried[0].Error, "boom") {
		t.Errorf("tried %+v, want cuda with its panic and cpu", choice.Tried)
	}
	if line := choice.String(); strings.Contains(line, "\n") || !strings.Contains(line, xlaHint) {
		t.Errorf("the line %q should hold the hint %q", line, xlaHint)
	}
}

func TestUnknownIsNamed(t *testing.T) {
	if _, _, err := Select("nonsense"); !errors.Is(err, ErrUnknown) {
		t.Errorf("error %v, want ErrUnknown", err)
	}
}

// TestEmbeddedIsRewritten checks that Select wraps the embedded backend with package peephole, also with options, and
// that buffers belong to the wrapped backend.
func TestEmbeddedIsRewritten(t *testing.T) {
	for _, name := range []string{"go", "go:parallelism=1"} {
		b, _, err := Select(name)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Finalize()
		if got, want := reflect.TypeOf(b), reflect.TypeOf(peephole.Wrap(b)); got != want {
			t.Errorf("%s opens a %s, want a %s", name, got, want)
		}
		x, err := b.BufferFromFlatData(0, []float64{1, 2}, shapes.Make(dtypes.Float64, 2))
		if err != nil || x.Backend() != b {
			t.Errorf("%s: a buffer names another backend (error %v)", name, err)
		}
	}
}
