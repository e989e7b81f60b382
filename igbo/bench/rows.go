package bench

import (
	"fmt"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/bench/peer"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/scan"
)

// Rows lists the names of all rows of the table, then of the studies.
func Rows() []string {
	var names []string
	for _, r := range rows(Embedded) {
		names = append(names, r.name)
	}
	for _, s := range studies() {
		names = append(names, s.name)
	}
	return names
}

// rows are the lines of the table. On CUDA the perceptron and the GRU take
// larger batches.
func rows(target Target) []row {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{256, 256}
	mlp := stepSize{spec: models.MLPSpec(wide), features: 10, batch: 512, points: 32, edges: 30}
	gru := baseGRU()
	if target == CUDA {
		mlp.batch, gru.batch = 65536, 4096
	}
	return append(stepRows(target, mlp), append(sequenceRows(gru),
		row{
			name: "ig-mlp", title: fmt.Sprintf("attribution alone, MLP 10-256-256-1, B = %d, M = %d", mlp.batch, mlp.points),
			peers: jobs("captum", embeddedPeer), make: attributed{mlp}.make,
		},
		row{
			name: "ig-gru", title: "attribution of the last output alone, " + gru.String(), peers: jobs("captum", embeddedPeer), make: lastStep{gru}.make,
		},
		row{
			name: "explain", title: fmt.Sprintf("scores with completeness gaps of %d rows, MLP 20-64-64-1 of tanh, M = 20", explainedRows), peers: jobs("captum"), make: makeExplained,
		},
		row{name: "csv", title: fmt.Sprintf("a CSV file of %d rows and 20 columns read", csvRows), peers: jobs("pyarrow"), make: makeReading},
		productRow("product", productSize{1024, 1024, 1024}),
		productRow("product-narrow", productSize{16384, 256, 10}),
	)...)
}

func productRow(name string, s productSize) row {
	return row{name: name, title: "a product of float32, " + s.String(), peers: jobs("numpy"), make: s.make}
}

// largeStep is a perceptron of a size at which people work; few points, as they stand beside each other in memory.
func largeStep() stepSize {
	wide := models.DefaultMLPConfig()
	wide.Hidden = []int{1024, 1024}
	return stepSize{spec: models.MLPSpec(wide), features: 10, batch: 4096, points: 4, edges: 30, adam: 1e-2}
}

// epochStep is a table of a million rows and 20 columns, in batches.
func epochStep() stepSize {
	narrow := models.DefaultMLPConfig()
	narrow.Hidden = []int{32}
	return stepSize{spec: models.MLPSpec(narrow), features: 20, batch: 1024, points: 8, edges: 10, batches: 977}
}

// stepRows are about training.
func stepRows(target Target, mlp stepSize) []row {
	linear, large, epoch := paperStep(), largeStep(), epochStep()
	title := fmt.Sprintf("IGBO step, linear, B = %d, M = %d, E = %d", linear.batch, linear.points, linear.edges)
	queued := []peer.Job{{Peer: "jax", Mode: "queued"}}
	if target == CUDA { // on a CPU PyTorch queues nothing
		queued = append(queued, peer.Job{Peer: "torch", Mode: "queued"}, peer.Job{Peer: "torch.compile", Mode: "queued"})
	}
	rows := []row{
		{name: "step", title: title, peers: jobs("torch", "torch.compile", "jax", embeddedPeer), make: linear.driven(1)},
		{name: "step-queued", title: title + ", the peers' calls queued", peers: queued, make: linear.driven(1), beside: []besider{{queuedSteps, linear.queued}}},
		{name: "step-loop", title: title + ", in GoMLX's loop", make: linear.looped},
	}
	for _, per := range []int{8, 32, 300} {
		rows = append(rows, row{
			name: fmt.Sprintf("steps-%d", per), title: fmt.Sprintf("%s, %d steps a call", title, per),
			peers: []peer.Job{{Peer: "jax", Mode: "queued"}, {Peer: "jax", Mode: "scan"}}, per: per, make: linear.driven(per),
		})
	}
	return append(rows,
		row{
			name: "mlp", title: fmt.Sprintf("IGBO step, MLP 10-256-256-1, B = %d, M = %d", mlp.batch, mlp.points),
			peers: jobs("torch", "torch.compile", "jax", embeddedPeer), make: mlp.driven(1),
		},
		row{
			name: "mlp-1024", title: fmt.Sprintf("IGBO step, MLP 10-1024-1024-1, B = %d, M = %d, Adam's ε = %g", large.batch, large.points, large.adam),
			peers: jobs("torch", "jax", embeddedPeer), once: true, make: large.driven(1),
		},
		row{
			name: "epoch", title: fmt.Sprintf("an epoch of IGBO steps, MLP 20-32-1, %d batches of B = %d, M = %d, E = %d", epoch.batches, epoch.batch, epoch.points, epoch.edges),
			peers: jobs("torch", "jax"), once: true, make: epoch.whole,
		},
		row{name: "table1", title: "Table I, 5 seeds, 3 optimisers", peers: jobs("torch", embeddedPeer), once: true, make: makeTableOne},
		row{
			name: replicasRow, title: title + ", two trainings side by side", per: 2, make: linear.sideBySide(2),
			beside: []besider{{oneTraining, linear.sideBySide(1)}},
		},
	)
}

// sequenceRows are about h of models of series and its gradient.
func sequenceRows(gru sequenceSize) []row {
	var rows []row
	for _, steps := range []int{16, gru.steps, 256, 1024} {
		s := gru
		s.steps = steps
		r := row{name: fmt.Sprintf("gru-%d", steps), title: "h and its gradient, " + s.String(), peers: jobs("jax"), make: s.make}
		if steps > gru.steps {
			r.unfit = unrolledXLA
		}
		switch steps {
		case gru.steps:
			r.name, r.peers = "gru", jobs("torch", "jax", embeddedPeer)
		case 1024:
			r.title, r.onlyCompile, r.make = r.title+", compiled alone", true, s.compile
		}
		rows = append(rows, r)
	}
	for _, s := range []sequenceSize{
		{kind: models.KindAttention, hidden: 32, batch: 4, steps: 256, features: 4, points: 4},
		{kind: models.KindConv, hidden: 32, batch: 8, steps: 512, features: 8, points: 8},
	} {
		rows = append(rows, row{name: string(s.kind), title: "h and its gradient, " + s.String(), peers: jobs("torch", "jax"), make: s.make})
	}
	return rows
}

// jobs are peers whose every run is waited for.
func jobs(peers ...string) []peer.Job {
	var out []peer.Job
	for _, name := range peers {
		out = append(out, peer.Job{Peer: name})
	}
	return out
}

// paperStep is the size of the paper's IGBO step.
func paperStep() stepSize {
	return stepSize{spec: models.LinearSpec(), features: 10, batch: 32, points: 20, edges: 30}
}

// baseGRU is the size of the work on the GRU.
func baseGRU() sequenceSize {
	return sequenceSize{hidden: 32, batch: 16, steps: 64, features: 8, points: 16}
}

// unrolledXLA says that XLA would compile for minutes what is no loop there.
func unrolledXLA(engine compute.Backend) string {
	if _, xla := engine.(interface{ IsCPU() bool }); xla && !scan.Supported(engine) {
		return "not measured, XLA would compile it unrolled: " + scan.Reason(engine).Error()
	}
	return ""
}
