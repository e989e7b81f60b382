package objective

import (
	"fmt"

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

// Evaluate computes the loss of scores H [N,K] in float64.
//
// Errors: scores narrower than the DAG, an inverted interval.
func Evaluate(scores mat.Matrix, d *dag.DAG) (Value, error) {
	n, k := scores.Dims()
	cs, err := constraints(d, k)
	if err != nil {
		return Value{}, err
	}
	if n == 0 {
		return Value{}, fmt.Errorf("objective: no rows of scores")
	}
	means := make([]float64, k)
	for j := range means {
		means[j] = stat.Mean(mat.Col(nil, j, scores), nil)
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
