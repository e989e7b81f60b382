package igbo

import (
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/samples"
)

// What flows through: data, and what is said of them. Packages samples and evaluation have every field.
type (
	// Data holds N samples of T steps and D features, with K targets a step.
	Data = samples.Data
	// Normalization shifts and scales inputs and target: z = (x − shift)/scale.
	// The zero value leaves them as they are.
	Normalization = samples.Normalization
	// Predictor predicts as often as is needed with one graph. It is to be closed.
	Predictor = evaluation.Predictor
	// Evaluation is how well a model does on data.
	Evaluation = evaluation.Evaluation
	// Explanation is what a model's scores of samples are, and how exact.
	Explanation = evaluation.Explanation
)

// Tabular makes Data of a table: N rows of D values and N targets.
//
// Errors: a ragged row, NaN, Inf or more than 1e150 (with row and column), no
// rows, no columns, names that are empty or come twice, a number of targets other
// than of rows.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	return samples.Tabular(features, x, y)
}

// Standardize is what Config.Standardize does to the inputs of data: it measures the
// mean and deviation of each column over the valid steps, and returns them with the
// data in those units, zero at masked steps. Targets stay. Errors are those of
// Data.Validate.
func Standardize(d Data) (Normalization, Data, error) {
	return samples.Standardize(d)
}
