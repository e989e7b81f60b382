package sequences

import (
	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
)

// Map is an attribution map of one sample and output step, T·D numbers, step
// by step.
type Map struct {
	Name   string    `json:"name"`
	Steps  int       `json:"steps"`
	Values []float64 `json:"values"`
}

// Matrix returns the map as [T,D].
func (m Map) Matrix() *mat.Dense { return mat.NewDense(m.Steps, len(m.Values)/m.Steps, m.Values) }

// MethodRecovery is how well one attribution method recovers the truth.
type MethodRecovery struct {
	Method string `json:"method"`
	// AUP, AUR and AUPRC are those of faithfulness.Recovery, means over samples.
	AUP   study.Estimate `json:"aup"`
	AUR   study.Estimate `json:"aur"`
	AUPRC study.Estimate `json:"auprc"`
	// Correlation is Pearson's between attributions and true contributions, a mean over samples.
	Correlation study.Estimate `json:"correlation"`
}

// Model is one architecture of the study.
type Model struct {
	Model models.Kind `json:"model"`
	// Unexplained is the error on the attributed samples over the variance of their targets.
	Unexplained study.Estimate `json:"unexplained"`
	// Methods are TIG, gradient × input and random attributions.
	Methods []MethodRecovery `json:"methods"`
	// Maps are TIG and gradient × input of the first sample of the first seed, in the target's units.
	Maps []Map `json:"maps"`
}

// Result is what the study finds.
type Result struct {
	Config   Config   `json:"config"`
	Features []string `json:"features"`
	// Truth is the recovery by the exact contributions themselves, the ceiling.
	Truth  MethodRecovery `json:"truth"`
	Models []Model        `json:"models"`
	// TruthMap is the truth of the sample that the models' maps show.
	TruthMap Map `json:"truth_map"`
}

// result gathers the parts, by model and seed.
func (c Config) result(rows [][]modelPart) *Result {
	first := rows[0][0]
	res := &Result{Config: c, Features: first.Features, TruthMap: first.Maps[2]}
	res.Truth = c.method("truth", rows[0], len(methodNames))
	for i, spec := range c.Models {
		row := Model{Model: spec.Kind, Maps: rows[i][0].Maps[:2], Unexplained: study.Over(rows[i], c.Level, func(p modelPart) float64 { return p.Unexplained })}
		for j, name := range methodNames {
			row.Methods = append(row.Methods, c.method(name, rows[i], j))
		}
		res.Models = append(res.Models, row)
	}
	return res
}

// method gathers one method over seeds.
func (c Config) method(name string, seeds []modelPart, j int) MethodRecovery {
	over := func(read func(sampleMeans) float64) study.Estimate {
		return study.Over(seeds, c.Level, func(p modelPart) float64 { return read(p.Recoveries[j]) })
	}
	return MethodRecovery{
		Method: name,
		AUP:    over(func(r sampleMeans) float64 { return r.AUP }), AUR: over(func(r sampleMeans) float64 { return r.AUR }),
		AUPRC: over(func(r sampleMeans) float64 { return r.AUPRC }), Correlation: over(func(r sampleMeans) float64 { return r.Correlation }),
	}
}
