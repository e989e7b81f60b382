package compare

import (
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// mostRows is the maximum number of samples for which the losses of single samples are compared. Above it the interval uses only the spread
// over folds.
const mostRows = 5_000

// foldPart is the stored result of a fold: the fold, and for each model the loss of each test sample, which gives the spread over samples.
type foldPart struct {
	Fold Fold
	// Units identifies the cluster, or the row, of each test sample; nil above mostRows.
	Units []float64 `json:",omitempty"`
	// Rows holds the losses of the test samples by the model's name in [Config.Keep], scaled such that their plain mean is the fold's loss.
	Rows map[string][]float64 `json:",omitempty"`
}

// keepRows stores the losses of single test samples for a model with these outputs.
func (f *foldPart) keepRows(name string, loss task.Loss, outputs int, y []float64, test igbo.Data) error {
	if f.Units == nil {
		return nil
	}
	rows, err := rowLosses(loss, outputs, y, test)
	if err == nil {
		f.Rows[name] = rows
	}
	return err
}

// rowLosses returns the loss of each sample, a row or a series. The losses are scaled by the weights such that their plain mean is the mean
// loss over all valid steps. y holds the outputs of all steps, or of the valid ones only.
func rowLosses(loss task.Loss, outputs int, y []float64, data igbo.Data) ([]float64, error) {
	loss.ClassWeights = nil
	v := data.View(nil)
	if len(y) == data.Rows()*outputs {
		y = v.Of(y, outputs)
	}
	losses, err := loss.Losses(task.Predictions{Outputs: outputs, Values: y, Targets: v.Targets()})
	if err != nil {
		return nil, err
	}
	sums, total := make([]float64, data.Samples()), 0.0
	for i := range v.Rows() {
		w := v.Weight(i)
		sums[v.Sample(i)] += w * losses[i]
		total += w
	}
	if total > 0 {
		for i := range sums {
			sums[i] *= float64(len(sums)) / total
		}
	}
	return sums, nil
}
