package rivals

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// complexityOf separates part and knowledge in the name of a prediction about a rank correlation.
const complexityOf = ", complexity and error: "

// Predictions returns the predictions of predictions.md, which were written before any reported draw.
func Predictions() []trial.Prediction {
	two, reversed, many := wrongColumn("n = 16, 2 swaps"), wrongColumn("n = 16, reversed"), wrongColumn("n = 64, reversed")
	rank := benchmark.SignRankRidge().Name()
	order, both, soft, bare := benchmark.PosteriorOrder, benchmark.PosteriorBoth, benchmark.PosteriorSoftAll, benchmark.PosteriorBare
	most, least := trial.AtMost, trial.AtLeast
	return []trial.Prediction{
		most(fewColumn, benchmark.LLMLasso, ridge, 0.75),
		most(fewColumn, benchmark.RowConstraints, ridge, 0.85),
		most(fewColumn, benchmark.Explained, ridge, 0.85),
		most(fewColumn, benchmark.SparsityPrior, benchmark.SpikeAndSlab, 1.1),
		most(fewColumn, order, benchmark.LLMLasso, 0.6),
		most(fewColumn, order, benchmark.RowConstraints, 0.6),
		most(fewColumn, order, benchmark.Explained, 0.6),
		most(fewColumn, order, benchmark.SparsityPrior, 0.5),
		most(fewColumn, both, benchmark.ExplainedSigns, 0.6),
		most(fewColumn, both, benchmark.LLMLassoSigns, 0.5),
		most(fewColumn, studentSigns, benchmark.ExplainedSigns, 0.9),
		most(fewColumn, studentOrder, benchmark.MeanConstraints, 1.25),

		most(realColumn, both, ridge, 0.85),
		most(realColumn, benchmark.SparsityPrior, ridge, 0.92),
		most(realColumn, order, benchmark.RowConstraints, 1),
		most(realColumn, order, benchmark.Explained, 0.9),
		most(realColumn, order, benchmark.LLMLasso, 0.95),
		most(realColumn, order, benchmark.SparsityPrior, 1),
		most(realColumn, both, benchmark.LLMLassoSigns, 1),
		most(realColumn, studentSigns, benchmark.ExplainedSigns, 1),

		most(abroadColumn, both, ridge, 0.92),
		most(abroadColumn, benchmark.SparsityPrior, ridge, 0.95),
		least(abroadColumn, benchmark.SparsityPrior, order, 0.95),
		least(abroadColumn, benchmark.Explained, order, 1),
		least(abroadColumn, benchmark.RowConstraints, order, 1),
		least(abroadColumn, benchmark.LLMLassoSigns, rank, 1),

		most(two, soft, ridge, 0.85),
		most(reversed, benchmark.LLMLasso, ridge, 1.3),
		most(reversed, benchmark.Explained, ridge, 1.3),
		most(reversed, benchmark.RowConstraints, ridge, 1.3),
		most(reversed, benchmark.SparsityPrior, benchmark.SpikeAndSlab, 1.25),
		most(reversed, soft, benchmark.LLMLassoSigns, 1),
		least(reversed, order, ridge, 2),
		most(many, benchmark.LLMLasso, ridge, 1.3),
		least(many, order, ridge, 5),

		most(string(Abroad)+complexityOf+"order", order, bare, 0.3),
		most(string(Abroad)+complexityOf+"order and signs", both, bare, 0.3),
	}
}

// text returns a prediction as a row of predictions.md.
func text(p trial.Prediction) string {
	return fmt.Sprintf("| %s | %s / %s | %s %.4g |", p.Case, p.Method, p.Against, p.Bound().Sign, p.Bound().Value)
}
