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
	AVX2     Target = "embedded-avx2" // the embedded backend with its AVX2 kernels
	XLACPU   Target = "xla-cpu"
	CUDA     Target = "xla-cuda"
)

// Targets lists the targets.
func Targets() []Target { return []Target{Embedded, AVX2, XLACPU, CUDA} }

// Title returns the target as used in a heading.
func (t Target) Title() string {
	return map[Target]string{Embedded: "the embedded backend", AVX2: "the embedded backend on AVX2", XLACPU: "XLA on the CPU", CUDA: "XLA on CUDA"}[t]
}

// Measured returns the target of a run on a machine: AVX2 for the embedded backend with its AVX2 kernels, t otherwise.
func (t Target) Measured(m Machine) Target {
	if t == Embedded && m.Vectors == "avx2" {
		return AVX2
	}
	return t
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
