package outcome

import (
	"path/filepath"
	"strings"
)

// Target is the kind of backend of a run. Goals and sizes depend on it.
type Target string

// The targets.
const (
	Embedded Target = "embedded"
	XLACPU   Target = "xla-cpu"
	CUDA     Target = "xla-cuda"
)

// Targets lists the targets.
func Targets() []Target { return []Target{Embedded, XLACPU, CUDA} }

// Title returns the target as used in a heading.
func (t Target) Title() string {
	return map[Target]string{Embedded: "the embedded backend", XLACPU: "XLA on the CPU", CUDA: "XLA on CUDA"}[t]
}

// TargetOf returns the target of a backend with a name such as "go", "xla:cpu" or
// "xla:/a/folder/xla_cuda_plugin.so,tf32=false".
func TargetOf(backend string) Target {
	kind, config, _ := strings.Cut(backend, ":")
	plugin, _, _ := strings.Cut(config, ",")
	switch {
	case kind != "xla":
		return Embedded
	case strings.Contains(filepath.Base(plugin), "cuda"):
		return CUDA
	}
	return XLACPU
}
