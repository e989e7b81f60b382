package faithfulness

import (
	"fmt"
	"slices"
)

// Recovery says how well attributions find the inputs that matter. The three
// areas lie in [0, 1]; more is better.
type Recovery struct {
	// AUP and AUR are the areas under precision and recall as functions of the threshold.
	AUP float64 `json:"aup"`
	AUR float64 `json:"aur"`
	// AUPRC is the area under precision as a function of recall (average precision).
	AUPRC float64 `json:"auprc"`
}

// Recover computes the recovery scores of the time-series attribution
// literature (Crabbé and van der Schaar, "Explaining Time Series Predictions
// with Dynamic Masks", ICML 2021) for one map of attributions and
// the set A of inputs that truly matter. With saliencies m scaled to [0, 1],
//
//	Â(q) = {(i,k): m_{i,k} ≥ q}
//	precision(q) = |A ∩ Â(q)| / |Â(q)|,   recall(q) = |A ∩ Â(q)| / |A|
//	AUP = ∫₀¹ precision(q) dq,   AUR = ∫₀¹ recall(q) dq
//
// Here m = |attribution| / max |attribution|, and the integrals are exact, as
// precision and recall are steps. AUPRC = Σ_n (recall_n − recall_{n−1})·precision_n
// over the distinct saliencies from the largest down; it depends on their order alone.
// AUP and AUR also
// depend on their spread: even exact attributions have an AUR below 1 where
// inputs matter to different degrees, so compare with theirs.
//
// A map of zeros finds nothing and everything: every input has saliency 0, so
// precision is |A|/n for all q by convention, recall is 0 but at q = 0.
//
// Errors: slices of different lengths, no input that matters, NaN or Inf.
func Recover(attributions []float64, matters []bool) (Recovery, error) {
	if len(attributions) != len(matters) {
		return Recovery{}, fmt.Errorf("faithfulness: %d attributions and %d marks of relevant inputs (the numbers must be equal)", len(attributions), len(matters))
	}
	if err := finite("attribution", attributions); err != nil {
		return Recovery{}, err
	}
	total := 0
	for _, yes := range matters {
		if yes {
			total++
		}
	}
	if total == 0 {
		return Recovery{}, fmt.Errorf("faithfulness: none of the %d inputs is relevant (want at least 1)", len(matters))
	}
	return recover01(saliencies(attributions), matters, total), nil
}

// saliencies scales |attribution| to [0, 1].
func saliencies(attributions []float64) []float64 {
	m := magnitudes(attributions)
	largest := slices.Max(m)
	for i := range m {
		if largest > 0 {
			m[i] /= largest
		}
	}
	return m
}

// recover01 walks the distinct saliencies downwards; between one and the next
// lower one precision and recall are constant.
func recover01(m []float64, matters []bool, total int) Recovery {
	order := descending(m)
	var r Recovery
	found, recallBefore := 0, 0.0
	for n, i := range order {
		if matters[i] {
			found++
		}
		next := 0.0
		if n+1 < len(order) {
			next = m[order[n+1]]
		}
		if next == m[i] && n+1 < len(order) {
			continue // ties enter Â together
		}
		precision, recall := float64(found)/float64(n+1), float64(found)/float64(total)
		r.AUP += precision * (m[i] - next)
		r.AUR += recall * (m[i] - next)
		r.AUPRC += precision * (recall - recallBefore)
		recallBefore = recall
	}
	if m[order[0]] == 0 {
		r.AUP = float64(total) / float64(len(m))
	}
	return r
}
