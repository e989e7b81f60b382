package bench

import (
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
	"github.com/igbolab/igbolab/igbo/scan"
)

// Rows lists the names of all rows of the table, then of the studies.
func Rows() []string {
	var names []string
	for _, r := range rows(outcome.Embedded) {
		names = append(names, r.name)
	}
	for _, s := range studies() {
		names = append(names, s.name)
	}
	return names
}

// rows returns the lines of the table. On CUDA the perceptron and the GRU take
// larger batches.
func rows(target outcome.Target) []row {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{256, 256}
	mlp := workload.StepSize{Spec: models.MLPSpec(wide), Features: 10, Batch: 512, Points: 32, Edges: 30}
	gru := workload.GRUSize()
	if target == outcome.CUDA {
		mlp.Batch, gru.Batch = 65536, 4096
	}
	return append(stepRows(target, mlp), append(sequenceRows(gru),
		row{
			name: "ig-mlp", title: fmt.Sprintf("attribution alone, MLP 10-256-256-1, B = %d, M = %d", mlp.Batch, mlp.Points),
			references: jobs("captum", embeddedReference), make: workload.Attributed{StepSize: mlp}.Make,
		},
		row{
			name: "ig-gru", title: "attribution of the last output alone, " + gru.String(), references: jobs("captum", embeddedReference), make: workload.LastStep{SequenceSize: gru}.Make,
		},
		row{
			name: "explain", title: fmt.Sprintf("scores with completeness gaps of %d rows, MLP 20-64-64-1 of tanh, M = 20", workload.ExplainedRows), references: jobs("captum"), make: workload.Explained,
		},
		row{name: "csv", title: fmt.Sprintf("a CSV file of %d rows and 20 columns read", workload.ReadRows), references: jobs("pyarrow"), make: workload.Reading},
		productRow("product", workload.ProductSize{M: 1024, K: 1024, N: 1024}),
		productRow("product-narrow", workload.ProductSize{M: 16384, K: 256, N: 10}),
	)...)
}

func productRow(name string, s workload.ProductSize) row {
	return row{name: name, title: "a product of float32, " + s.String(), references: jobs("numpy"), make: s.Make}
}

// largeStep returns a perceptron of a realistic size. It has few points, because all points are in memory at the same time.
func largeStep() workload.StepSize {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{1024, 1024}
	return workload.StepSize{Spec: models.MLPSpec(wide), Features: 10, Batch: 4096, Points: 4, Edges: 30, Adam: 1e-2}
}

// epochStep returns a table of a million rows and 20 columns, in batches.
func epochStep() workload.StepSize {
	narrow := models.DefaultMLPConfig()
	narrow.Hidden = []int{32}
	return workload.StepSize{Spec: models.MLPSpec(narrow), Features: 20, Batch: 1024, Points: 8, Edges: 10, Batches: 977}
}

// stepRows returns the rows about training.
func stepRows(target outcome.Target, mlp workload.StepSize) []row {
	linear, large, epoch := workload.PaperStep(), largeStep(), epochStep()
	title := fmt.Sprintf("IGBO step, linear, B = %d, M = %d, E = %d", linear.Batch, linear.Points, linear.Edges)
	queued := []reference.Job{{Reference: "jax", Mode: "queued"}}
	if target == outcome.CUDA { // on a CPU, PyTorch does not queue
		queued = append(queued, reference.Job{Reference: "torch", Mode: "queued"}, reference.Job{Reference: "torch.compile", Mode: "queued"})
	}
	rows := []row{
		{name: "step", title: title, references: jobs("torch", "torch.compile", "jax", embeddedReference), make: linear.Driven(1)},
		{name: "step-queued", title: title + ", the peers' calls queued", references: queued, make: linear.Driven(1), beside: []besider{{queuedSteps, linear.Queued}}},
		{name: "step-loop", title: title + ", in GoMLX's loop", make: linear.Looped},
	}
	for _, per := range []int{8, 32, 300} {
		rows = append(rows, row{
			name: fmt.Sprintf("steps-%d", per), title: fmt.Sprintf("%s, %d steps a call", title, per),
			references: []reference.Job{{Reference: "jax", Mode: "queued"}, {Reference: "jax", Mode: "scan"}}, per: per, make: linear.Driven(per),
		})
	}
	return append(rows,
		row{
			name: "mlp", title: fmt.Sprintf("IGBO step, MLP 10-256-256-1, B = %d, M = %d", mlp.Batch, mlp.Points),
			references: jobs("torch", "torch.compile", "jax", embeddedReference), make: mlp.Driven(1),
		},
		row{
			name: "mlp-1024", title: fmt.Sprintf("IGBO step, MLP 10-1024-1024-1, B = %d, M = %d, Adam's ε = %g", large.Batch, large.Points, large.Adam),
			references: jobs("torch", "jax", embeddedReference), once: true, make: large.Driven(1),
		},
		row{
			name: "epoch", title: fmt.Sprintf("an epoch of IGBO steps, MLP 20-32-1, %d batches of B = %d, M = %d, E = %d", epoch.Batches, epoch.Batch, epoch.Points, epoch.Edges),
			references: jobs("torch", "jax"), once: true, make: epoch.Whole,
		},
		row{name: "table1", title: "Table I, 5 seeds, 3 optimisers", references: jobs("torch", embeddedReference), once: true, make: workload.TableOne},
		row{
			name: replicasRow, title: title + ", two trainings side by side", per: 2, make: linear.SideBySide(2),
			beside: []besider{{oneTraining, linear.SideBySide(1)}},
		},
	)
}

// sequenceRows returns the rows about h of sequence models and its gradient.
func sequenceRows(gru workload.SequenceSize) []row {
	var rows []row
	for _, steps := range []int{16, gru.Steps, 256, 1024} {
		s := gru
		s.Steps = steps
		r := row{name: fmt.Sprintf("gru-%d", steps), title: "h and its gradient, " + s.String(), references: jobs("jax"), make: s.Make}
		if steps > gru.Steps {
			r.unfit = unrolledXLA
		}
		switch steps {
		case gru.Steps:
			r.name, r.references = "gru", jobs("torch", "jax", embeddedReference)
		case 1024:
			r.once = true
		}
		rows = append(rows, r)
	}
	long := gru
	long.Steps, long.Checkpoints = 4096, true
	rows = append(rows, row{name: "gru-4096", title: "h and its gradient, " + long.String(), once: true, unfit: unrolledXLA, make: long.Make})
	lstm := gru
	lstm.Kind = models.KindLSTM
	rows = append(rows, row{name: "lstm", title: "h and its gradient, " + lstm.String(), references: jobs("jax"), make: lstm.Make})
	for _, s := range []workload.SequenceSize{
		{Kind: models.KindAttention, Hidden: 32, Batch: 4, Steps: 256, Features: 4, Points: 4},
		{Kind: models.KindConv, Hidden: 32, Batch: 8, Steps: 512, Features: 8, Points: 8},
	} {
		rows = append(rows, row{name: string(s.Kind), title: "h and its gradient, " + s.String(), references: jobs("torch", "jax"), make: s.Make})
	}
	return rows
}

// jobs returns jobs of peers that wait for every run.
func jobs(references ...string) []reference.Job {
	var out []reference.Job
	for _, name := range references {
		out = append(out, reference.Job{Reference: name})
	}
	return out
}

// unrolledXLA returns a reason not to measure XLA: it compiles for minutes because the graph has no loop there.
func unrolledXLA(engine compute.Backend) string {
	if _, xla := engine.(interface{ IsCPU() bool }); xla && !scan.Supported(engine) {
		return "not measured, XLA would compile it unrolled: " + scan.Reason(engine).Error()
	}
	return ""
}
