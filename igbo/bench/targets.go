package bench

import (
	"path/filepath"
	"strings"
)

// Target is the kind of backend that a run is about; goals and sizes go by it.
type Target string

// The targets.
const (
	Embedded Target = "embedded"
	XLACPU   Target = "xla-cpu"
	CUDA     Target = "xla-cuda"
)

// Targets lists the targets.
func Targets() []Target { return []Target{Embedded, XLACPU, CUDA} }

// Title is the target as a heading says it.
func (t Target) Title() string {
	return map[Target]string{Embedded: "the embedded backend", XLACPU: "XLA on the CPU", CUDA: "XLA on CUDA"}[t]
}

// TargetOf is the target of a backend by its name, as "go", "xla:cpu" or
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

// goals are those of a target. Ratios to PyTorch eager are for the backend that
// a machine without XLA has; those to JAX for the one that JAX has too.
func goals(t Target) []Goal {
	switch t {
	case XLACPU:
		return []Goal{
			{Row: "step", Measure: Time, Against: "jax", AtLeast: 1},
			{Row: "step-queued", Measure: Time, Against: "jax, queued", AtLeast: 0.6},
			{Row: "steps-8", Measure: Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-32", Measure: Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-32", Measure: Time, Against: "jax, scan", AtLeast: 0.7},
			{Row: "steps-300", Measure: Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-300", Measure: Time, Against: "jax, scan", AtLeast: 0.7},
			{Row: "steps-300", Measure: Time, AtMost: 20e-6},
			{Row: "table1", Measure: Time, Against: "embedded", AtMost: 1.5},
			{Row: "gru-16", Measure: CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru", Measure: CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru", Measure: CompileCPU, Against: "jax", AtMost: 1.2},
			{Row: "gru-256", Measure: CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru-256", Measure: GraphSize, Against: "row gru-16", AtMost: 1},
			{Row: "gru-1024", Measure: GraphSize, Against: "row gru-16", AtMost: 1},
			{Row: "gru-1024", Measure: CompileCPU, Against: "row gru", AtMost: 1.2},
		}
	case CUDA:
		return []Goal{
			{Row: "step", Measure: Time, Against: "jax", AtLeast: 1},
			{Row: "step", Measure: Time, Against: "torch", AtLeast: 3},
			{Row: "mlp", Measure: Time, Against: "jax", AtLeast: 1},
			{Row: "gru", Measure: Time, Against: "jax", AtLeast: 1},
			{Row: "gru", Measure: Time, Against: "torch", AtLeast: 3},
		}
	}
	return []Goal{
		{Row: "step", Measure: Time, AtMost: 16e-6},
		{Row: "step", Measure: Time, Against: "torch", AtLeast: 8},
		{Row: "step", Measure: Time, Against: "jax", AtLeast: 3.5},
		{Row: "step-queued", Measure: Time, Against: "jax, queued", AtLeast: 1.5},
		{Row: "mlp", Measure: Time, Against: "torch", AtLeast: 2.2},
		{Row: "mlp", Measure: Time, Against: "torch.compile", AtLeast: 1.5},
		{Row: "mlp", Measure: Time, Against: "jax", AtLeast: 1.5},
		{Row: "table1", Measure: Time, Against: "torch", AtLeast: 10},
		{Row: "gru", Measure: Time, Against: "jax", AtLeast: 3},
		{Row: "gru", Measure: Time, Against: "torch", AtLeast: 10},
		{Row: "ig-mlp", Measure: Time, Against: "captum", AtLeast: 16},
		{Row: "ig-gru", Measure: Time, Against: "captum", AtLeast: 4},
		{Row: "epoch", Measure: Time, Against: "torch", AtLeast: 2.5},
		{Row: "explain", Measure: Time, Against: "captum", AtLeast: 15},
		{Row: "csv", Measure: Time, Against: "pyarrow", AtLeast: 1},
		{Row: "product-narrow", Measure: Time, Against: "numpy", AtLeast: 1},
		{Row: replicasRow, Measure: Time, Against: oneTraining, AtLeast: 1.6},
	}
}
