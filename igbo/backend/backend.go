package backend

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// smallHint is the hint shown with XLA on the CPU if the cost of the work is unknown. XLA takes a second or more to
// compile a graph, so small jobs finish sooner on the embedded backend.
const smallHint = "small models run faster on the embedded backend (use --backend go)"

// ErrUnknown is returned for a backend name that is not in Names.
var ErrUnknown = errors.New("backend: unknown backend")

// Names returns the backend names that Select accepts. Select also accepts "xla:/abs/path.so", the path of a PJRT plugin,
// and options after a name, such as "go:parallelism=1".
func Names() []string { return []string{"auto", "xla", "xla:cuda", "xla:cpu", "go"} }

// A Choice describes the selected backend and the reason for selecting it.
type Choice struct {
	// Name is "xla:cuda", "xla:cpu", "go", or the name that the caller or GOMLX_BACKEND specified.
	Name string `json:"name"`
	// Description is the backend's description of itself.
	Description string `json:"description"`
	// Reason explains why this backend was selected.
	Reason string `json:"reason"`
	// Hint suggests a backend that may be faster and how to select it. It is empty if there is no suggestion.
	Hint string `json:"hint,omitempty"`
	// Tried lists the backends that failed to open before this one.
	Tried []Attempt `json:"tried,omitempty"`
}

// An Attempt is a backend that failed to open.
type Attempt struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// String returns the choice as one line of text.
func (c Choice) String() string {
	s := fmt.Sprintf("backend %s: %s", c.Name, c.Reason)
	if c.Hint != "" {
		s += "; " + c.Hint
	}
	return s
}

// Select opens the named backend. If name is empty or "auto", Select uses the environment variable GOMLX_BACKEND. If that
// is not set either, Select opens the first backend that works: XLA on CUDA, XLA on the CPU, or the embedded Go backend.
// It never replaces an explicitly named backend by another one.
//
// Select returns ErrUnknown with the list of known names, or the error of the backend that failed to open.
func Select(name string) (compute.Backend, Choice, error) {
	return selector{openXLA: openXLA, openGo: embedded.Open, getenv: os.Getenv}.choose(name)
}

// selector implements Select. Tests replace its fields, which access the environment.
type selector struct {
	openXLA, openGo func(config string) (compute.Backend, error)
	getenv          func(string) string
}

func (s selector) choose(name string) (compute.Backend, Choice, error) {
	reason := "selected by name"
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

// auto opens the first backend that works: XLA on CUDA, XLA on the CPU, or the embedded backend.
func (s selector) auto() (compute.Backend, Choice, error) {
	var tried []Attempt
	for _, name := range []string{"xla:cuda", "xla:cpu"} {
		b, err := s.open(name)
		if err == nil {
			c := Choice{Name: name, Description: b.Description(), Reason: "its plugin is installed", Tried: tried}
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
		Reason: "the embedded backend, because no XLA plugin could be opened", Hint: xlaHint, Tried: tried,
	}, nil
}

// open opens the named backend and converts a panic to an error.
func (s selector) open(name string) (b compute.Backend, err error) {
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("backend: opening %s: %v", name, r)
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
		return nil, fmt.Errorf("backend: opening %s: %w", name, err)
	}
	return b, nil
}
