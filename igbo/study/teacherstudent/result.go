package teacherstudent

import (
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
)

// Row is a row of the table.
type Row struct {
	// Name is "least_squares", "teacher", "baseline" or "igbo".
	Name string `json:"name"`
	// Optimizer and LearningRate are nil for the closed form.
	Optimizer    *string  `json:"optimizer"`
	LearningRate *float64 `json:"learning_rate"`
	// ValMSE is the mean squared error on the validation points.
	ValMSE *study.Stat `json:"val_mse"`
	// InterpretabilityLoss, EdgesSatisfied (a count) and EdgesSatisfiedShare are on all validation points.
	InterpretabilityLoss *study.Stat `json:"interpretability_loss"`
	EdgesSatisfied       *study.Stat `json:"edges_satisfied"`
	EdgesSatisfiedShare  *study.Stat `json:"edges_satisfied_share"`
	// ConflictShare is the share of steps with g1·g2 < 0; nil where there is one objective.
	ConflictShare *study.Stat `json:"conflict_share"`
	// PaperValMSE and PaperLoss are the paper's numbers, nil where it has none.
	PaperValMSE *float64 `json:"paper_val_mse"`
	PaperLoss   *float64 `json:"paper_interpretability_loss"`
}

// SeedDAG is the DAG of one seed.
type SeedDAG struct {
	Seed     int64           `json:"seed"`
	Features []string        `json:"features"`
	Edges    []dag.NamedEdge `json:"edges"`
}

func newSeedDAG(seed int64, d *dag.DAG) SeedDAG {
	return SeedDAG{Seed: seed, Features: d.Features, Edges: d.NamedEdges()}
}

// Importance is the mean score H_k of every feature for one model of the
// figure.
type Importance struct {
	Name      string  `json:"name"`
	Optimizer string  `json:"optimizer,omitempty"`
	Rate      float64 `json:"learning_rate,omitempty"`
	// Scores has one Stat a feature: H_k over the validation points, over seeds.
	Scores []*study.Stat `json:"scores"`
}

// Freshness tells whether the constraints are more than the noise of one
// sample, for one score variant.
type Freshness struct {
	Score string `json:"score"`
	// Edges is the number of edges from the validation points, Recurring how
	// many of them the same rule draws again on as many fresh points.
	Edges     *study.Stat `json:"edges"`
	Recurring *study.Stat `json:"recurring"`
	// PairsTotal is D(D−1)/2.
	PairsTotal int `json:"pairs_total"`
	// Zero is the loss where every mean score is 0: the mean of ε.
	Zero *study.Stat `json:"loss_of_zero_scores"`
	// Arbitrary is the loss of a linear model with arbitrary positive weights,
	// on the validation points, and ArbitraryFresh on the fresh points.
	Arbitrary      *study.Stat `json:"loss_of_arbitrary_weights"`
	ArbitraryFresh *study.Stat `json:"loss_of_arbitrary_weights_fresh"`
	// LeastSquaresFresh is that of least squares on the fresh points.
	LeastSquaresFresh *study.Stat `json:"loss_of_least_squares_fresh"`
}

// Comparison sets two rows side by side.
type Comparison struct {
	Name     string `json:"name"`
	Baseline string `json:"baseline"`
	IGBO     string `json:"igbo"`
	// Reduction is 1 − MSE(IGBO)/MSE(baseline), of the means and by seed.
	Reduction *study.Stat `json:"mse_reduction"`
	// OfMeans is the reduction of the mean errors, as the paper computes its 71 %.
	OfMeans float64 `json:"mse_reduction_of_means"`
	// Fair tells whether both were trained identically.
	Fair bool   `json:"fair"`
	Note string `json:"note"`
	// Paper is the paper's number.
	Paper *float64 `json:"paper"`
}

// Result is the whole experiment.
type Result struct {
	Config      Config       `json:"config"`
	Rows        []Row        `json:"rows"`
	DAG         []SeedDAG    `json:"dag"`
	Importance  []Importance `json:"importance"`
	Freshness   []Freshness  `json:"freshness"`
	Comparisons []Comparison `json:"comparisons"`
}
