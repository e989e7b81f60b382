package objective

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/dag"
)

// Value is the interpretability loss in numbers.
type Value struct {
	// Loss is H(θ); 0 for a DAG without constraints.
	Loss float64 `json:"loss"`
	// Satisfied counts the constraints whose difference lies in its interval, of Constraints.
	Satisfied   int `json:"satisfied"`
	Constraints int `json:"constraints"`
}

// Share is the share of satisfied constraints; 1 where there are none.
func (v Value) Share() float64 {
	if v.Constraints == 0 {
		return 1
	}
	return float64(v.Satisfied) / float64(v.Constraints)
}

// largest bounds the scores that Evaluate takes; H itself lies in [−1, 1].
const largest = 1e150

// Evaluate computes the loss of scores H [N,K] in float64.
//
// Errors: no scores or no DAG, a DAG over another number of features, an
// inverted interval, scores that are not finite or beyond ±1e150.
func Evaluate(scores mat.Matrix, d *dag.DAG) (Value, error) {
	if scores == nil || isNil(scores) {
		return Value{}, errors.New("objective: no scores, expected a matrix [N,K]")
	}
	n, k := scores.Dims()
	cs, err := constraints(d, k)
	if err != nil {
		return Value{}, err
	}
	if n == 0 {
		return Value{}, errors.New("objective: no rows of scores")
	}
	means := make([]float64, k)
	for j := range means {
		column := mat.Col(nil, j, scores)
		for i, v := range column {
			if !(math.Abs(v) <= largest) {
				return Value{}, fmt.Errorf("objective: the score in row %d, column %d is %g, expected a finite number within ±%g", i, j, v, float64(largest))
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

// isNil tells a nil *mat.Dense in an interface.
func isNil(scores mat.Matrix) bool {
	dense, ok := scores.(*mat.Dense)
	return ok && dense == nil
}
