package boost

import "slices"

// A Model is a sum of trees. It is safe for concurrent use.
type Model struct {
	columns            int
	shift, scale, base float64
	trees              []tree
	gains              []float64
}

// Predict returns one output per row of D inputs, as linear.Model does: the value for the squared
// loss, the logit for logistic, and the log rate for poisson. NaN is a missing value.
func (m *Model) Predict(x []float64) []float64 {
	f := make([]float64, 0, len(x)/m.columns)
	for ; len(x) >= m.columns; x = x[m.columns:] {
		sum := m.base
		for _, t := range m.trees {
			sum += t.at(x)
		}
		f = append(f, m.shift+m.scale*sum)
	}
	return f
}

// Trees returns the number of trees. It can be less than Config.Trees, because boosting stops if no
// split reduces the loss.
func (m *Model) Trees() int { return len(m.trees) }

// Importance returns each column's share of the total gain of all splits. The shares sum to 1, or
// are all 0 if there are no splits.
func (m *Model) Importance() []float64 {
	shares, total := slices.Clone(m.gains), 0.0
	for _, g := range shares {
		total += g
	}
	for j := range shares {
		if total > 0 {
			shares[j] /= total
		}
	}
	return shares
}
