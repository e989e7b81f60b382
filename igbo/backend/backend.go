package backend

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"

	"github.com/igbolab/igbolab/igbo/backend/peephole"
	"github.com/igbolab/igbolab/igbo/backend/program"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// EmbeddedConfig is how the embedded Go backend is opened unless its options
// name a mode of operations. The backend's own default can deadlock: it runs independent
// operations in parallel on the same workers that a large product then waits
// for. Of the modes that cannot, sequential operations are the fastest on the
// small graphs of this package (BenchmarkSafeModes), and a large product still
// uses every core. Nodes run in the order in which they were made: the
// backend's own order, by distance to the output, runs all chunks of a path
// side by side, which holds the memory of all of them at once.
// Package program runs most graphs in its own way, on every core where they are large; the
// mode is for those that it leaves to the backend.
const EmbeddedConfig = "ops_sequential,creation_order"

// smallHint goes with XLA on the CPU where the size of the work is not known ([SelectFor]): a call costs it some
// microseconds (x + 1 takes 5), but a graph takes a second or more to compile, so that small works are done
// sooner by the embedded backend (igbo/bench/RESULTS.md).
const smallHint = "small models run faster on the embedded one, --backend go"

// ErrUnknown is the error for a backend name that is not one of Names.
var ErrUnknown = errors.New("backend: unknown backend")

// Names lists the backends that Select knows. "xla:/abs/path.so" names a PJRT
// plugin by its path, and options may follow a name as in "go:parallelism=1".
func Names() []string { return []string{"auto", "xla", "xla:cuda", "xla:cpu", "go"} }

// Choice says which backend runs and why.
type Choice struct {
	// Name is "xla:cuda", "xla:cpu", "go", or the configuration that was asked for.
	Name string `json:"name"`
	// Description is the backend's own.
	Description string `json:"description"`
	// Reason says why this one.
	Reason string `json:"reason"`
	// Hint says which one may be faster, and how to get it; empty where there is none.
	Hint string `json:"hint,omitempty"`
	// Tried lists the backends that were tried before and why they failed.
	Tried []Attempt `json:"tried,omitempty"`
}

// Attempt is a backend that could not be opened.
type Attempt struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// String says the choice in one line.
func (c Choice) String() string {
	s := fmt.Sprintf("backend %s: %s", c.Name, c.Reason)
	if c.Hint != "" {
		s += "; " + c.Hint
	}
	return s
}

// Select opens a backend. An empty name or "auto" takes the environment
// variable GOMLX_BACKEND, and without it the first of XLA on CUDA, XLA on the
// CPU and the embedded Go backend that opens. Any other name is opened or
// fails; there is no silent fallback from an explicit wish.
//
// Errors: ErrUnknown with the known names, and the backend's own error.
func Select(name string) (compute.Backend, Choice, error) {
	return selector{openXLA: openXLA, openGo: openGo, getenv: os.Getenv}.choose(name)
}

// selector is Select with its edges to the outside, which tests replace.
type selector struct {
	openXLA, openGo func(config string) (compute.Backend, error)
	getenv          func(string) string
}

func (s selector) choose(name string) (compute.Backend, Choice, error) {
	reason := "asked for"
	if name == "" || name == "auto" {
		name, reason = s.getenv(compute.ConfigEnvVar), "set by "+compute.ConfigEnvVar
		if name == "" {
			return s.auto()
		}
	}
	b, err := s.open(name)
	if err != nil {
		return nil, Choice{}, err
	}
	return b, Choice{Name: name, Description: b.Description(), Reason: reason}, nil
}

// auto tries XLA on CUDA, XLA on the CPU, and the embedded backend.
func (s selector) auto() (compute.Backend, Choice, error) {
	var tried []Attempt
	for _, name := range []string{"xla:cuda", "xla:cpu"} {
		b, err := s.open(name)
		if err == nil {
			c := Choice{Name: name, Description: b.Description(), Reason: "its plugin is there", Tried: tried}
			if name == "xla:cpu" {
				c.Hint = smallHint
			}
			return b, c, nil
		}
		tried = append(tried, Attempt{name, err.Error()})
	}
	b, err := s.open("go")
	if err != nil {
		return nil, Choice{}, err
	}
	return b, Choice{
		Name: "go", Description: b.Description(),
		Reason: "embedded, as no XLA plugin opened", Hint: xlaHint, Tried: tried,
	}, nil
}

// open opens one backend by name and turns a panic into an error.
func (s selector) open(name string) (b compute.Backend, err error) {
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("backend: %s failed to open: %v", name, r)
		}
	}()
	if err := checkName(name); err != nil {
		return nil, err
	}
	kind, config, _ := strings.Cut(name, ":")
	switch kind {
	case "go":
		b, err = s.openGo(safeConfig(config))
	case "xla":
		b, err = s.openXLA(config)
	}
	if err != nil {
		return nil, fmt.Errorf("backend: %s: %w", name, err)
	}
	return b, nil
}

// safeConfig completes options of the embedded backend by those of
// EmbeddedConfig of whose kind they name none: "parallelism=4" alone could deadlock.
func safeConfig(config string) string {
	mode, order, _ := strings.Cut(EmbeddedConfig, ",")
	options := strings.FieldsFunc(config, func(r rune) bool { return r == ',' })
	if !strings.Contains(config, "ops_") {
		options = append(options, mode)
	}
	if !strings.Contains(config, "_order") {
		options = append(options, order)
	}
	return strings.Join(options, ",")
}

// openGo opens the embedded backend, its graphs rewritten by package peephole and, where
// its options ask for sequential operations, run by package program.
func openGo(config string) (compute.Backend, error) {
	if _, err := vector.Default(); err != nil {
		return nil, err
	}
	b, err := gobackend.New(config)
	if err != nil {
		return nil, err
	}
	if strings.Contains(config, "ops_sequential") {
		b = program.Wrap(b, workers(config))
	}
	return peephole.Wrap(b), nil
}

// workers is how many cores a graph may use: all, or as many as the option parallelism says.
func workers(config string) int {
	for option := range strings.SplitSeq(config, ",") {
		if text, found := strings.CutPrefix(option, "parallelism="); found {
			if n, err := strconv.Atoi(text); err == nil && n >= 0 {
				return max(n, 1)
			}
		}
	}
	return runtime.GOMAXPROCS(0)
}
