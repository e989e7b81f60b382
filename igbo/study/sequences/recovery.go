package sequences

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/faithfulness"
)

// correlation is Pearson's, 0 where one side is constant.
func correlation(a, b []float64) float64 {
	if r := stat.Correlation(a, b, nil); !math.IsNaN(r) {
		return r
	}
	return 0
}

// sampleMeans is a recovery averaged over samples.
type sampleMeans struct {
	faithfulness.Recovery
	Correlation float64
}

// recoverSamples averages recovery scores over samples of width inputs each.
func recoverSamples(attributions, truth []float64, matters []bool, width int) (sampleMeans, error) {
	var mean sampleMeans
	n := float64(len(attributions) / width)
	for from := 0; from < len(attributions); from += width {
		a, to := attributions[from:from+width], from+width
		r, err := faithfulness.Recover(a, matters[from:to])
		if err != nil {
			return sampleMeans{}, err
		}
		mean.AUP += r.AUP / n
		mean.AUR += r.AUR / n
		mean.AUPRC += r.AUPRC / n
		mean.Correlation += correlation(a, truth[from:to]) / n
	}
	return mean, nil
}
