package objective

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Value holds the value of the interpretability loss.
type Value struct {
	// Loss is H(θ). It is 0 if the DAG has no constraints.
	Loss float64 `json:"loss"`
	// Satisfied is the number of constraints whose difference is in its interval. Constraints is the number of
	// all constraints.
	Satisfied   int `json:"satisfied"`
	Constraints int `json:"constraints"`
}

// Share returns the fraction of satisfied constraints, or 1 if there are none.
func (v Value) Share() float64 {
	if v.Constraints == 0 {
		return 1
	}
	return float64(v.Satisfied) / float64(v.Constraints)
}

// largest is the maximum absolute score that Evaluate accepts. H itself is in [−1, 1].
const largest = 1e150

// Evaluate computes the loss of scores H [N,K] in float64.
//
// It returns an error if scores or d is nil, if the DAG is invalid or has a different number of features, or if
// a score is outside ±1e150.
func Evaluate(scores mat.Matrix, d *dag.DAG) (Value, error) { return EvaluateIn(nil, scores, d) }

// EvaluateIn is like [Evaluate] but allocates a copy of a column in the given space, which keeps it. A nil
// space means the heap.
func EvaluateIn(space *spool.Space, scores mat.Matrix, d *dag.DAG) (Value, error) {
	if scores == nil || isNil(scores) {
		return Value{}, errors.New("objective: the scores are nil (want a matrix [N,K])")
	}
	n, k := scores.Dims()
	cs, err := constraints(d, k)
	if err != nil {
		return Value{}, err
	}
	if n == 0 {
		return Value{}, errors.New("objective: the scores have no rows (want at least 1)")
	}
	means, column := make([]float64, k), spool.Scratch[float64](space, n)
	for j := range means {
		mat.Col(column, j, scores)
		for i, v := range column {
			if !(math.Abs(v) <= largest) {
				return Value{}, fmt.Errorf("objective: the score in row %d, column %d is %g, want a finite number within ±%g", i, j, v, float64(largest))
			}
		}
		means[j] = stat.Mean(column, nil)
	}
	v := Value{Constraints: len(cs)}
	for _, c := range cs {
		value := means[c.u]
		if c.v >= 0 {
			value -= means[c.v]
		}
		miss := c.violation(value)
		v.Loss += miss / float64(len(cs))
		if miss == 0 {
			v.Satisfied++
		}
	}
	return v, nil
}

// isNil reports whether the interface holds a nil *mat.Dense.
func isNil(scores mat.Matrix) bool {
	dense, ok := scores.(*mat.Dense)
	return ok && dense == nil
}
