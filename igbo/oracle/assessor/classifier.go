package assessor

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"
)

func sqrt(n int) float64 { return math.Sqrt(float64(n)) }

// A classifier is a trained network D = σ(logit) that separates data from distorted data. It sees the whole
// series or each of its windows.
type classifier struct {
	frozen
	// Window is w. It equals T if the network sees the whole series.
	Window int `json:"window"`
	layers []layer
}

// windows returns the number of windows per series.
func (c *classifier) windows() int { return c.Steps - c.Window + 1 }

// inputs returns the number of network inputs: the numbers of a window and, if there are several windows, the
// window's position.
func (c *classifier) inputs() int {
	n := c.Window * len(c.Features)
	if c.windows() > 1 {
		n++
	}
	return n
}

// Energy implements Assessor. It is the mean of −log D over the windows.
func (c *classifier) Energy(points *Node) *Node {
	x := c.flat(points)
	n := x.Shape().Dim(0)
	if c.windows() > 1 {
		x = c.cut(points)
	}
	// −log σ(l) = log(1 + e^{−l})
	e := Softplus(Neg(logits(x, constants(x.Graph(), x.DType(), c.layers))))
	return ReduceMean(Reshape(e, n, c.windows()), -1)
}

// cut splits series [N,T,D] into windows [N·W, w·D + 1]. The last number is the position of the window, from −1
// to 1.
func (c *classifier) cut(points *Node) *Node {
	n, count := points.Shape().Dim(0), c.windows()
	var parts []*Node
	for j := range c.Window {
		parts = append(parts, Slice(points, AxisRange(), AxisRange(j, j+count)))
	}
	places := make([][]float64, count)
	for i := range places {
		places[i] = []float64{c.place(i)}
	}
	place := ConvertDType(Const(points.Graph(), places), points.DType())
	parts = append(parts, BroadcastToDims(InsertAxes(place, 0), n, count, 1))
	return Reshape(Concatenate(parts, -1), n*count, c.inputs())
}

// place returns the position of window i, from −1 to 1.
func (c *classifier) place(i int) float64 { return 2*float64(i)/float64(c.windows()-1) - 1 }
