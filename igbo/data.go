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
	//   - Features []string: names the D features.
	//   - Steps int: T. It is 1 for tables.
	//   - X, Y []float64: X and Y hold N·T·D inputs and N·T·K targets, sample by sample and step by step.
	//   - Outputs int: K. 0 means 1.
	//   - Weights []float64: Weights, if not nil, holds N non-negative sample weights.
	//   - Mask []bool: Mask, if not nil, holds N·T values that are true at the valid steps of padded series.
	//
	// Methods:
	//   - Append(more Data) Data: returns the samples of d followed by those of more.
	//   - Counts(i, burnIn int) bool: reports whether L includes the target of step i of N·T.
	//   - Part(from, to int) Data: returns the samples from … to−1.
	//   - Rows() int: returns N·T, the number of steps of all samples.
	//   - Samples() int: returns N, the number of samples.
	//   - Take(numbers []int) Data: returns a copy of the samples with the given numbers, in this order, with all their steps.
	//   - Targets() int: returns K, the number of targets per step.
	//   - Valid(i int) bool: reports whether step i of N·T is valid.
	//   - Validate() error: checks the data.
	//   - ValidateBurnIn(burnIn int) error: checks that L includes at least one target: a valid step t ≥ burnIn of a series with positive weight.
	//   - ValidateDType(dtype dtypes.DType, sample int) error: checks that every number, in the model's units, is finite in the model's dtype.
	//   - ValidateSizes() error: checks the feature names and the numbers of inputs, targets, weights and mask values, but not the values.
	//   - View(numbers []int) samples.View: returns the valid steps of the samples with the given numbers, in this order.
	//   - WithTargets() Data: returns the data with targets of 0 if they have none.
	Data = samples.Data
	// Normalization shifts and scales inputs and target: z = (x − shift)/scale. The zero value leaves them unchanged.
	//
	// Fields:
	//   - Shift []float64: subtracted from the D inputs.
	//   - Scale []float64: divides the shifted D inputs.
	//   - TargetShift float64: subtracted from the target if K = 1.
	//   - TargetScale float64: divides the shifted target.
	//   - TargetShifts []float64: holds the shifts of K > 1 targets per step.
	//   - TargetScales []float64: holds the scales of K > 1 targets per step.
	//
	// Methods:
	//   - Apply(d Data) Data: returns the data in the model's units, with zeros at masked steps.
	//   - Input(v float64, column int) float64: converts an input of the given column to the model's units.
	//   - Restore(y float64, j int) float64: converts output j of a step to the data's units.
	//   - Target(v float64, j int) float64: converts target j of a step to the model's units.
	//   - Targets(d Data) Data: returns the data with the targets in the model's units and unchanged inputs.
	//   - TargetsIn(space *spool.Space, d Data) Data: like Normalization.Targets but allocates the targets in the given space, or on the heap if it is nil.
	//   - Units(outputs int) (shift, scale, targetShift, targetScale []float64): returns the shifts and scales of inputs and targets, or nil if they are unchanged.
	//   - Validate(d int) error: checks a normalisation for d features.
	//   - ValidateFor(d Data) error: checks a normalisation for the features and targets of data.
	Normalization = samples.Normalization
	// Predictor predicts repeatedly with one compiled graph. Call Close after use.
	//
	// Methods:
	//   - Close(): frees the graph.
	//   - Loss(data Data) (float64, error): returns the task loss L on data, as igbo.Model.Evaluate computes it.
	//   - Predict(data Data) ([]float64, error): returns the same outputs as igbo.Model.Predict.
	Predictor = evaluation.Predictor
	// Evaluation holds the losses and metrics of a model on data.
	//
	// Fields:
	//   - MSE float64: the mean squared error in the data's units, over steps t ≥ Config.BurnIn; see task.Metrics.MSE.
	//   - Loss float64: the task loss L in the model's units, with class weights.
	//   - Metrics task.Metrics: holds the metrics of the loss.
	//   - Interpretability objective.Value: holds the loss of the DAG and the number of satisfied constraints.
	Evaluation = evaluation.Evaluation
	// Explanation holds a model's scores of samples, and the completeness errors of their attributions.
	//
	// Fields:
	//   - Scores *mat.Dense: holds the Relative Importance Scores H [N,K].
	//   - Gaps, Rises []float64: Gaps and Rises hold one number per sample, in the model's units.
	Explanation = evaluation.Explanation
)

// Tabular returns a table as Data: N rows of D values and N targets.
//
// It returns an error if
//   - there are no rows or columns, or a row has the wrong length,
//   - a value is NaN, infinite or beyond ±1e150 (the error names row and column),
//   - a name is empty or repeated,
//   - the number of targets differs from the number of rows.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	return samples.Tabular(features, x, y)
}

// Standardize measures the mean and standard deviation of each column over the valid steps, as
// Config.Standardize does. It returns them together with the data in those units, with zeros at
// masked steps. Targets keep their units. Standardize returns the errors of Data.Validate.
func Standardize(d Data) (Normalization, Data, error) {
	return samples.Standardize(d)
}
