package curve

import (
	"math"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
)

// Path has the outputs and attributions of the networks on one path.
type Path struct {
	Alpha []float64 `json:"alpha"`
	X1    []float64 `json:"x1"`
	X2    []float64 `json:"x2"`
	// Distance is |x_2 − (x_1² − 1)| in units of the data's thickness.
	Distance []float64 `json:"distance"`
	// Outputs has a row for each network and a column for each point.
	Outputs [][]float64 `json:"outputs"`
	// Attributions has a row for each network and a column for each feature.
	Attributions [][]float64 `json:"attributions"`
}

// reach is the largest |x_1| of the data.
const reach = 1.5

// curve returns x_2 on the curve of the data.
func curve(x1 float64) float64 { return x1*x1 - 1 }

// Ends returns the baseline and the input, points of the curve.
func (c Config) Ends() (start, end []float64) {
	return []float64{c.From, curve(c.From)}, []float64{c.To, curve(c.To)}
}

// path returns the study's points on the curve or on the straight line, which leaves the data.
func (c Config) path(onCurve bool) Path {
	var p Path
	for i := range 101 {
		a := float64(i) / 100
		x1 := c.From + a*(c.To-c.From)
		x2 := curve(c.From) + a*(curve(c.To)-curve(c.From))
		if onCurve {
			x2 = curve(x1)
		}
		p.Alpha, p.X1, p.X2 = append(p.Alpha, a), append(p.X1, x1), append(p.X2, x2)
		p.Distance = append(p.Distance, math.Abs(x2-curve(x1))/c.Thickness)
	}
	return p
}

// data returns the path's points as inputs.
func (p Path) data() igbo.Data {
	d := igbo.Data{Features: []string{"x1", "x2"}, Steps: 1, Y: make([]float64, len(p.X1))}
	for i := range p.X1 {
		d.X = append(d.X, p.X1[i], p.X2[i])
	}
	return d
}

// AlongCurve is the path γ(α) = (u, u² − 1) with u from x′_1 to x_1.
type AlongCurve struct{}

// Points implements attribution.Path.
func (AlongCurve) Points(x, baseline *Node, alphas []float64) (points, velocity *Node) {
	straight, step := attribution.Straight{}.Points(x, baseline, alphas)
	first := ConvertDType(Const(x.Graph(), [][][][]float64{{{{1, 0}}}}), x.DType())
	second := ConvertDType(Const(x.Graph(), [][][][]float64{{{{0, 1}}}}), x.DType())
	u := ReduceAndKeep(Mul(straight, first), ReduceSum, -1)
	du := ReduceAndKeep(Mul(step, first), ReduceSum, -1)
	points = Add(Mul(u, first), Mul(AddScalar(Mul(u, u), -1), second))
	velocity = Add(Mul(du, first), Mul(MulScalar(Mul(u, du), 2), second))
	return points, velocity
}
