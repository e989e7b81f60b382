package bench

import (
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// Goals returns the goals of a target. Ratios to PyTorch eager apply to the backend of a machine without XLA; ratios to JAX
// apply to the backend that JAX also uses.
func Goals(t outcome.Target) []outcome.Goal {
	switch t {
	case outcome.XLACPU:
		return []outcome.Goal{
			{Row: "step", Measure: outcome.Time, Against: "jax", AtLeast: 1},
			{Row: "step-queued", Measure: outcome.Time, Against: "jax, queued", AtLeast: 0.6},
			{Row: "steps-8", Measure: outcome.Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-32", Measure: outcome.Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-32", Measure: outcome.Time, Against: "jax, scan", AtLeast: 0.7},
			{Row: "steps-300", Measure: outcome.Time, Against: "jax, queued", AtLeast: 1.8},
			{Row: "steps-300", Measure: outcome.Time, Against: "jax, scan", AtLeast: 0.7},
			{Row: "steps-300", Measure: outcome.Time, AtMost: 20e-6},
			{Row: "table1", Measure: outcome.Time, Against: "embedded", AtMost: 1.5},
			{Row: "gru-16", Measure: outcome.CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru", Measure: outcome.CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru", Measure: outcome.CompileCPU, Against: "jax", AtMost: 1.2},
			{Row: "gru-256", Measure: outcome.CPU, Against: "jax", AtMost: 0.6},
			{Row: "gru-256", Measure: outcome.GraphSize, Against: "row gru-16", AtMost: 1},
			{Row: "gru-1024", Measure: outcome.GraphSize, Against: "row gru-16", AtMost: 1},
			{Row: "gru-1024", Measure: outcome.CompileCPU, Against: "row gru", AtMost: 1.2},
		}
	case outcome.CUDA:
		return []outcome.Goal{
			{Row: "step", Measure: outcome.Time, Against: "jax", AtLeast: 1},
			{Row: "step", Measure: outcome.Time, Against: "torch", AtLeast: 3},
			{Row: "mlp", Measure: outcome.Time, Against: "jax", AtLeast: 1},
			{Row: "gru", Measure: outcome.Time, Against: "jax", AtLeast: 1},
			{Row: "gru", Measure: outcome.Time, Against: "torch", AtLeast: 3},
		}
	}
	return []outcome.Goal{
		{Row: "step", Measure: outcome.Time, AtMost: 16e-6},
		{Row: "step", Measure: outcome.Time, Against: "torch", AtLeast: 8},
		{Row: "step", Measure: outcome.Time, Against: "jax", AtLeast: 3.5},
		{Row: "step-queued", Measure: outcome.Time, Against: "jax, queued", AtLeast: 1.5},
		{Row: "mlp", Measure: outcome.Time, Against: "torch", AtLeast: 2.2},
		{Row: "mlp", Measure: outcome.Time, Against: "torch.compile", AtLeast: 1.5},
		{Row: "mlp", Measure: outcome.Time, Against: "jax", AtLeast: 1.5},
		{Row: "mlp", Measure: outcome.Compile, Against: "jax", AtMost: 0.1},
		{Row: string(models.KindAttention), Measure: outcome.Compile, Against: "jax", AtMost: 0.1},
		{Row: "table1", Measure: outcome.Time, Against: "torch", AtLeast: 10},
		{Row: "gru", Measure: outcome.Time, Against: "jax", AtLeast: 3},
		{Row: "gru", Measure: outcome.Time, Against: "torch", AtLeast: 10},
		{Row: "gru-256", Measure: outcome.Time, Against: "jax", AtLeast: 2.3},
		{Row: "gru-1024", Measure: outcome.Time, Against: "jax", AtLeast: 2.3},
		{Row: "gru-256", Measure: outcome.GraphSize, Against: "row gru-16", AtMost: 1},
		{Row: "gru-1024", Measure: outcome.GraphSize, Against: "row gru-16", AtMost: 1},
		{Row: "ig-mlp", Measure: outcome.Time, Against: "captum", AtLeast: 16},
		{Row: "ig-gru", Measure: outcome.Time, Against: "captum", AtLeast: 4},
		{Row: "mlp-1024", Measure: outcome.Time, Against: "jax", AtLeast: 1.3},
		{Row: "epoch", Measure: outcome.Time, Against: "torch", AtLeast: 2.5},
		{Row: "epoch", Measure: outcome.Time, Against: "jax", AtLeast: 1.5},
		{Row: "explain", Measure: outcome.Time, Against: "captum", AtLeast: 15},
		{Row: "csv", Measure: outcome.Time, Against: "pyarrow", AtLeast: 1},
		{Row: "product-narrow", Measure: outcome.Time, Against: "numpy", AtLeast: 1},
		{Row: replicasRow, Measure: outcome.Time, Against: oneTraining, AtLeast: 1.6},
	}
}

// Two trainings run at the same time and are compared with one: the ratio is that of their total number of steps.
const (
	replicasRow = "replicas"
	oneTraining = "one training"
)

// queuedSteps is the name of our contender with queued steps. It is compared with the one that waits for every step.
const queuedSteps = "igbo, queued"
