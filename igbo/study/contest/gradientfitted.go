package contest

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/models"
)

// narrowed is a trained network that is asked in the problem's own columns and units.
type narrowed struct {
	model   *igbo.Model
	columns []int // those of the problem that it takes
	width   int   // D of the problem
	weights []float64
}

// narrow makes one of a model that takes some of D columns; a linear model of tables has weights.
func narrow(m *igbo.Model, kind models.Kind, columns []int, width int) (n *narrowed, err error) {
	n = &narrowed{model: m, columns: columns, width: width}
	if kind == models.KindLinear && m.Steps == 1 {
		n.weights, err = n.linear()
	}
	return n, err
}

// Predict implements Fitted.
func (n *narrowed) Predict(x []float64) ([]float64, error) {
	if len(x)%(n.width*n.model.Steps) != 0 {
		return nil, fmt.Errorf("contest: %d inputs, expected a multiple of T·D = %d·%d", len(x), n.model.Steps, n.width)
	}
	return n.model.Predict(igbo.Data{
		Features: n.model.Features, Steps: n.model.Steps, X: columnsOf(x, n.width, n.columns), Y: make([]float64, len(x)/n.width),
	})
}

// Weights implements Fitted.
func (n *narrowed) Weights() []float64 { return n.weights }

// linear are a linear model's weights in the problem's units: w_k = F(e_k) − F(0).
func (n *narrowed) linear() ([]float64, error) {
	x := make([]float64, (n.width+1)*n.width)
	for k := range n.width {
		x[(k+1)*n.width+k] = 1
	}
	y, err := n.Predict(x)
	if err != nil {
		return nil, err
	}
	for k := range n.width {
		y[k+1] -= y[0]
	}
	return y[1:], nil
}

// columnsOf takes columns of rows of a width; all of them are the rows themselves.
func columnsOf(x []float64, width int, columns []int) []float64 {
	if len(columns) == width {
		return x
	}
	kept := make([]float64, 0, len(x)/width*len(columns))
	for row := 0; row < len(x); row += width {
		for _, k := range columns {
			kept = append(kept, x[row+k])
		}
	}
	return kept
}

// trusted are the columns of a problem but for its suspects.
func trusted(p *Problem) []int {
	return slices.DeleteFunc(everyColumn(p), func(k int) bool { return slices.Contains(p.Suspects, k) })
}

// everyColumn lists the columns of a problem.
func everyColumn(p *Problem) []int {
	columns := make([]int, len(p.Train.Features))
	for k := range columns {
		columns[k] = k
	}
	return columns
}
