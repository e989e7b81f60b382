package dag

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// RepairMode selects what Build does about a cycle or a missing implied edge.
type RepairMode string

// The repair modes.
const (
	// NoRepair returns a *CycleError for a cycle, and reports missing implied edges.
	NoRepair RepairMode = "none"
	// DropEdges removes a minimum-weight feedback arc set. The weight of an edge is P − ½.
	DropEdges RepairMode = "drop"
	// LowerAlpha removes edges as DropEdges does. It then lowers α, but not below ½, for each pair (u,
	// w) that u→v→w implies, so that u→w becomes an edge too.
	LowerAlpha RepairMode = "alpha"
)

// Form selects which of the equivalent graphs Build returns.
type Form string

// The forms.
const (
	AsDrawn   Form = "drawn"     // every pair that passes the edge rule
	Reduction Form = "reduction" // without the edges that a longer path implies, for drawing
	Closure   Form = "closure"   // with every edge that a path implies, estimated from the scores, for training
)

// Options holds the settings of Build. Zero values are not defaults, so start from DefaultOptions.
// The comment of each field ends with its default.
type Options struct {
	Alpha        float64               `json:"alpha"`              // α in [½, 1): an edge requires P̂ > α; 0.7
	R            float64               `json:"r"`                  // r ≥ 0: ε, δ = μ ∓ rσ; 1
	MinEpsilon   float64               `json:"min_epsilon"`        // minimum of ε; δ is at least ε; 0.005
	BatchSize    int                   `json:"batch_size"`         // |B|; 32
	Batches      int                   `json:"batches"`            // 0 means consecutive batches, N means N batches drawn with replacement; 0
	Seed         uint64                `json:"seed"`               // for drawn batches and resampling; 1
	Estimator    estimate.Method       `json:"estimator"`          // BetweenBatch
	Inflate      float64               `json:"inflate,omitempty"`  // κ ≥ 0: multiplies σ by 1+κ, for BetweenBatch and WithinBatch; 0
	Resamples    int                   `json:"resamples"`          // for Bootstrap and Permutation; 1000
	ScoreMin     float64               `json:"score_min"`          // lower end of the score range, for Truncated and Auto; −1
	ScoreMax     float64               `json:"score_max"`          // upper end of the score range; 1
	Multiplicity estimate.Multiplicity `json:"multiplicity"`       // NoCorrection
	Level        float64               `json:"level"`              // level of Multiplicity: false discovery rate or family-wise error rate; 0.05
	Repair       RepairMode            `json:"repair"`             // NoRepair
	Form         Form                  `json:"form"`               // AsDrawn
	Features     []string              `json:"features,omitempty"` // names; if empty, x0, x1, …
}

// DefaultOptions returns the paper's settings (α = 0.7, r = 1, ε ≥ 0.005, batches of 32) with
// consecutive batches.
func DefaultOptions() Options {
	return Options{
		Alpha: 0.7, R: 1, MinEpsilon: 0.005, BatchSize: 32, Seed: 1,
		Estimator: estimate.BetweenBatch, Resamples: 1000, ScoreMin: -1, ScoreMax: 1,
		Multiplicity: estimate.NoCorrection, Level: 0.05, Repair: NoRepair, Form: AsDrawn,
	}
}

// MaxR is the largest r.
const MaxR = 1e6

// MaxInflate is the largest inflation of σ.
const MaxInflate = 1e6

// Check returns an error for an invalid option, or nil.
func (o Options) Check() error {
	switch {
	case !(o.Alpha >= 0.5 && o.Alpha < 1):
		return fmt.Errorf("dag: α = %g, want α in [0.5, 1)", o.Alpha)
	case !(o.R >= 0 && o.R <= MaxR):
		return fmt.Errorf("dag: r = %g, want a finite r ≥ 0, at most %g", o.R, float64(MaxR))
	case !(o.MinEpsilon > 0 && o.MinEpsilon <= MaxMagnitude):
		return fmt.Errorf("dag: min_epsilon = %g, want a finite number > 0, at most %g", o.MinEpsilon, MaxMagnitude)
	case o.BatchSize < 1 || o.BatchSize > MaxScores:
		return fmt.Errorf("dag: batch_size = %d, want at least 1 and at most %d", o.BatchSize, MaxScores)
	case o.Batches < 0 || o.Batches > MaxScores:
		return fmt.Errorf("dag: batches = %d, want 0 (consecutive) or more, at most %d", o.Batches, MaxScores)
	case !(o.Inflate >= 0 && o.Inflate <= MaxInflate):
		return fmt.Errorf("dag: inflate = %g, want a finite number ≥ 0, at most %g", o.Inflate, float64(MaxInflate))
	case o.Inflate > 0 && o.Estimator != estimate.BetweenBatch && o.Estimator != estimate.WithinBatch:
		return fmt.Errorf("dag: inflate = %g is unsupported with estimator %q (want %q or %q, which use σ of a normal distribution)",
			o.Inflate, o.Estimator, estimate.BetweenBatch, estimate.WithinBatch)
	case (o.Resamples < 1 || o.Resamples > MaxScores) && o.Estimate().Resampled():
		return fmt.Errorf("dag: resamples = %d, want at least 1 and at most %d", o.Resamples, MaxScores)
	case !(-MaxMagnitude <= o.ScoreMin && o.ScoreMin < o.ScoreMax && o.ScoreMax <= MaxMagnitude):
		return fmt.Errorf("dag: got scores in [%g, %g], want score_min < score_max, both within ±%g", o.ScoreMin, o.ScoreMax, MaxMagnitude)
	case !finite(o.Level), o.Multiplicity != estimate.NoCorrection && !(o.Level > 0 && o.Level < 1):
		return fmt.Errorf("dag: level = %g, want a level in (0, 1)", o.Level)
	}
	if err := o.CheckMemory(1, 1); err != nil {
		return err
	}
	return o.checkNames()
}

// Estimate returns the settings for package estimate.
func (o Options) Estimate() estimate.Config {
	return estimate.Config{
		Method: o.Estimator, BatchSize: o.BatchSize, Batches: o.Batches, Seed: o.Seed, Resamples: o.Resamples,
		Inflate: o.Inflate, ScoreMin: o.ScoreMin, ScoreMax: o.ScoreMax, Multiplicity: o.Multiplicity,
	}
}

// CheckMemory returns an error if an estimate needs more than estimate.MaxMemory or more than the
// machine has.
func (o Options) CheckMemory(rows, cols int) error {
	bytes := o.Estimate().Memory(rows, cols)
	if bytes < alwaysFits {
		return nil
	}
	if most := min(estimate.MaxMemory, memory.Available()); bytes > most {
		return fmt.Errorf("dag: %d rows of %d features with batch_size = %d, batches = %d, resamples = %d need about %s of memory, which is too much (max %s)",
			rows, cols, o.BatchSize, o.Batches, o.Resamples, memory.Size(bytes), memory.Size(most))
	}
	return nil
}

// alwaysFits is an amount of memory that needs no check, because asking the system takes longer
// than building a small graph.
const alwaysFits = 1 << 20

func (o Options) checkNames() error {
	if err := known("estimator", o.Estimator, estimate.Methods()...); err != nil {
		return err
	}
	if err := known("multiplicity", o.Multiplicity, estimate.NoCorrection, estimate.BenjaminiHochberg, estimate.Holm); err != nil {
		return err
	}
	if err := known("repair", o.Repair, NoRepair, DropEdges, LowerAlpha); err != nil {
		return err
	}
	return known("form", o.Form, AsDrawn, Reduction, Closure)
}

func known[S ~string](what string, got S, all ...S) error {
	if slices.Contains(all, got) {
		return nil
	}
	return fmt.Errorf("dag: unknown %s %q (want one of %v)", what, got, all)
}
