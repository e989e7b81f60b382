package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/internal/folds"
)

// Rows are the numbers of the samples to train on and of those held out.
type Rows = folds.Rows

// Folds deals n samples into k folds, repeats times over, and returns k·repeats splits:
// each fold is once the test part, the others the training part. Samples of equal stratum
// (nil for one stratum), such as a class, are spread over the folds as evenly as can be.
// Samples of one cluster (nil for each its own), such as the visits of a patient, stay
// together. Same arguments: same folds. Errors: fewer than 2 folds, more than there are
// samples or clusters.
func Folds(n, k, repeats int, seed uint64, strata, clusters []int) ([]Rows, error) {
	splits, err := folds.All(n, k, repeats, seed, strata, clusters)
	if err != nil {
		return nil, fmt.Errorf("verdict: %w", err)
	}
	return splits, nil
}
