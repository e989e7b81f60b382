package faithfulness

import (
	"fmt"
	"slices"
)

// Recovery measures how well attributions find the relevant inputs. All three areas are in [0, 1]; larger is
// better.
type Recovery struct {
	// AUP and AUR are the areas under precision and recall as functions of the threshold.
	AUP float64 `json:"aup"`
	AUR float64 `json:"aur"`
	// AUPRC is the area under precision as a function of recall (average precision).
	AUPRC float64 `json:"auprc"`
}

// Recover computes the recovery scores of Crabbé and van der Schaar ("Explaining Time Series Predictions with
// Dynamic Masks", ICML 2021). It takes the attributions of one input and the set A of relevant inputs. With
// saliencies m = |attribution| / max |attribution|,
//
//	Â(q) = {(i,k): m_{i,k} ≥ q}
//	precision(q) = |A ∩ Â(q)| / |Â(q)|,   recall(q) = |A ∩ Â(q)| / |A|
//	AUP = ∫₀¹ precision(q) dq,   AUR = ∫₀¹ recall(q) dq
//
// The integrals are exact, because precision and recall are step functions. AUPRC = Σ_n (recall_n −
// recall_{n−1})·precision_n over the distinct saliencies in decreasing order, so it depends only on their
// order. AUP and AUR also depend on the sizes of the saliencies. If inputs are relevant to different degrees,
// even exact attributions have an AUR below 1, so compare with the values for exact attributions.
//
// If all attributions are 0, precision is |A|/n for all q by convention, and recall is 0 except at q = 0.
//
// It returns an error if the lengths differ, if no input is relevant, or if a number is not finite.
func Recover(attributions []float64, matters []bool) (Recovery, error) {
	if len(attributions) != len(matters) {
		return Recovery{}, fmt.Errorf("faithfulness: there are %d attributions and %d marks of relevant inputs (the numbers must be equal)", len(attributions), len(matters))
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

// recover01 visits the distinct saliencies in decreasing order. Precision and recall are constant between them.
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
