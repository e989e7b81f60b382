package igbo

import (
	"github.com/igbolab/igbolab/igbo/evaluation"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Data and results. Packages samples and evaluation document every field in full.
type (
	// Data holds N samples of T steps and D features, with K targets a step.
	//
	// Fields:
	//   - Features []string: names the D columns; names must not be empty or repeated.
	//   - Steps int: T; 1 for tables.
	//   - X, Y []float64: X, Y hold N·T·D inputs and N·T·K targets, sample by sample, step by step.
	//   - Outputs int: K; 0 is 1.
	//   - Weights []float64: Weights, if set, holds N nonnegative weights of the samples: L and the metrics are weighted means, Σwℓ/Σw.
	//   - Mask []bool: Mask, if set, holds N·T values, true at the valid steps of padded series.
	//
	// Methods:
	//   - Append(more Data) Data: returns the samples of d followed by those of more.
	//   - Counts(i, burnIn int) bool: reports whether L includes the target of step i of N·T.
	//   - Part(from, to int) Data: returns the samples from … to−1.
	//   - Rows() int: returns N·T.
	//   - Samples() int: returns N.
	//   - Take(numbers []int) Data: returns a copy of the samples with these numbers, in this order, with all their steps.
	//   - Targets() int: returns K, the number of targets a step.
	//   - Valid(i int) bool: reports whether step i of N·T counts.
	//   - Validate() error: makes the checks of Data.ValidateSizes.
	//   - ValidateBurnIn(burnIn int) error: checks that a target counts: a valid step t ≥ burnIn in at least one series with a positive weight.
	//   - ValidateDType(dtype dtypes.DType, sample int) error: checks that every number, in the model's units, is finite in the model's dtype.
	//   - ValidateSizes() error: checks the names of the features and the numbers of inputs, targets, weights and mask values.
	//   - View(numbers []int) samples.View: returns the valid steps of the samples with these numbers, in this order.
	//   - WithTargets() Data: returns the data, with targets of 0 if they have none.
	Data = samples.Data
	// Normalization shifts and scales inputs and target: z = (x − shift)/scale. The zero value leaves them unchanged.
	//
	// Fields:
	//   - Shift []float64: subtracted from the D inputs.
	//   - Scale []float64: divides the D inputs after that; nil leaves inputs and targets as they are.
	//   - TargetShift float64: subtracted from the target if K = 1.
	//   - TargetScale float64: divides the shifted target.
	//   - TargetShifts []float64: the K shifts of K > 1 targets a step.
	//   - TargetScales []float64: the K scales of K > 1 targets a step.
	//
	// Methods:
	//   - Apply(d Data) Data: returns the data in the model's units, zero at masked steps.
	//   - Input(v float64, column int) float64: returns an input of a column in the model's units.
	//   - Restore(y float64, j int) float64: returns output j of a step in the data's units.
	//   - Target(v float64, j int) float64: returns target j of a step in the model's units.
	//   - Targets(d Data) Data: returns the data with their targets in the model's units and unchanged inputs.
	//   - TargetsIn(space *spool.Space, d Data) Data: works as Targets does and allocates the targets in a space; nil is the heap.
	//   - Units(outputs int) (shift, scale, targetShift, targetScale []float64): returns the shifts and scales of inputs and targets, nil if they are unchanged.
	//   - Validate(d int) error: checks a normalisation of d features.
	//   - ValidateFor(d Data) error: checks a normalisation against the features and targets of data.
	Normalization = samples.Normalization
	// Predictor predicts repeatedly with one compiled graph. Call Close after use.
	//
	// Methods:
	//   - Close(): frees the graph.
	//   - Loss(data Data) (float64, error): returns the task loss L of the model on data, as Model.Evaluate does.
	//   - Predict(data Data) ([]float64, error): returns the outputs that Model.Predict returns.
	Predictor = evaluation.Predictor
	// Evaluation holds the losses and metrics of a model on data.
	//
	// Fields:
	//   - MSE float64: the mean squared error in the data's units, over steps t ≥ Config.BurnIn: Metrics.MSE.
	//   - Loss float64: the task loss L in the model's units, with class weights.
	//   - Metrics task.Metrics: holds the metrics of the loss.
	//   - Interpretability objective.Value: the loss of the DAG and the number of satisfied constraints.
	Evaluation = evaluation.Evaluation
	// Explanation holds a model's scores of samples, and the completeness errors of their attributions.
	//
	// Fields:
	//   - Scores *mat.Dense: holds the Relative Importance Scores H [N,K].
	//   - Gaps, Rises []float64: Gaps, Rises hold, for each sample, the largest completeness gap of its steps, |Σ TIG − (F(x) − F(x′))|, and the largest |Σ h|, both in the model's units.
	Explanation = evaluation.Explanation
)

// Tabular returns a table as Data: N rows of D values and N targets.
//
// It returns an error if a row has the wrong length; if a value is NaN, infinite or beyond ±1e150
// (the error names row and column); if there are no rows or columns; if a name is empty or
// repeated; or if the number of targets differs from the number of rows.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	return samples.Tabular(features, x, y)
}

// Standardize measures the mean and standard deviation of each column over the valid steps, as
// Config.Standardize does. It returns them together with the data in those units, with zeros at
// masked steps. Targets keep their units. Standardize returns the errors of Data.Validate.
func Standardize(d Data) (Normalization, Data, error) {
	return samples.Standardize(d)
}
