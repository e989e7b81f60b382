package backend

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// smallHint goes with XLA on the CPU where the size of the work is not known ([SelectFor]): a call costs it some
// microseconds (x + 1 takes 5), but a graph takes a second or more to compile, so that small works are done
// sooner by the embedded backend (igbo/research/bench/RESULTS.md).
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
	return selector{openXLA: openXLA, openGo: embedded.Open, getenv: os.Getenv}.choose(name)
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
		b, err = s.openGo(config)
	case "xla":
		b, err = s.openXLA(config)
	}
	if err != nil {
		return nil, fmt.Errorf("backend: %s: %w", name, err)
	}
	return b, nil
}
