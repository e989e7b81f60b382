package verdict

import (
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/task"
)

// mostRows is the largest number of samples for which the losses of single samples are compared. Beyond it
// the interval uses the spread over folds alone.
const mostRows = 5_000

// foldPart is what the folds' parts of a run hold: the fold, and of each model the loss of each test sample, by which the
// spread over samples is known.
type foldPart struct {
	Fold Fold
	// Units identifies the cluster, or the row, of each test sample; nil beyond mostRows.
	Units []float64 `json:",omitempty"`
	// Rows holds the losses of the test samples by the model's name in [Config.Keep], scaled such that their plain mean is the fold's loss.
	Rows map[string][]float64 `json:",omitempty"`
}

// keepRows stores the losses of single samples that a model with these outputs has on the test part.
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

// rowLosses returns the loss of each sample, a row or a series, scaled by its weight such that the plain mean over samples is the mean loss
// over all valid steps. y holds the outputs of all steps, or of the valid ones alone.
func rowLosses(loss task.Loss, outputs int, y []float64, data igbo.Data) ([]float64, error) {
	loss.ClassWeights = nil
	s, sample, all := task.Sample{Outputs: outputs}, []int(nil), len(y) == data.Rows()*outputs
	for i := range data.Rows() {
		if !data.Valid(i) {
			continue
		}
		at := len(sample)
		if all {
			at = i
		}
		s.Predictions = append(s.Predictions, y[at*outputs:(at+1)*outputs]...)
		s.Targets, sample = append(s.Targets, data.Y[i]), append(sample, i/data.Steps)
	}
	losses, err := loss.Losses(s)
	if err != nil {
		return nil, err
	}
	sums, total := make([]float64, data.Samples()), 0.0
	for i, of := range sample {
		w := 1.0
		if data.Weights != nil {
			w = data.Weights[of]
		}
		sums[of] += w * losses[i]
		total += w
	}
	if total > 0 {
		for i := range sums {
			sums[i] *= float64(len(sums)) / total
		}
	}
	return sums, nil
}
