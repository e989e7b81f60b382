package opening

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// twenty holds the loans of notebook 5, with the two inputs of the model: the income and tanh(2·postcode).
type twenty struct{ income, quarter, lent []float64 }

func loans() (d twenty) {
	rng := rand.New(rand.NewPCG(1, 27))
	for range 20 {
		quarter := rng.NormFloat64()
		income := 0.6*quarter + 0.8*rng.NormFloat64()
		d.income, d.quarter = append(d.income, income), append(d.quarter, math.Tanh(2*quarter))
		d.lent = append(d.lent, 0.8*income+1.6*math.Tanh(2*quarter)+0.3*rng.NormFloat64())
	}
	return d
}

// loss returns the mean squared error at the weights w, and its gradient g1.
func (d twenty) loss(w []float64) (loss float64, g1 []float64) {
	g1 = make([]float64, 2)
	for i, y := range d.lent {
		miss := w[0]*d.income[i] + w[1]*d.quarter[i] - y
		loss += miss * miss / 20
		g1[0], g1[1] = g1[0]+miss*d.income[i]/10, g1[1]+miss*d.quarter[i]/10
	}
	return loss, g1
}

// missed returns by how much the difference between the mean shares of income and postcode falls
// short of 0.2. With the baseline 0, the contribution of an input is its term of the model.
func (d twenty) missed(w []float64) float64 {
	difference := 0.0
	for i := range d.lent {
		a, b := math.Abs(w[0]*d.income[i]), math.Abs(w[1]*d.quarter[i])
		difference += (a - b) / (1e-8 + a + b) / 20
	}
	return max(0.2-difference, 0)
}

// descend takes 300 steps of 0.1 against P(½).
func (d twenty) descend(name string, w []float64) plots.Route {
	way := plots.Route{Name: name}
	for k := range 301 {
		if n := len(way.X); k == 300 || n == 0 || math.Hypot(w[0]-way.X[n-1], w[1]-way.Y[n-1]) > 0.02 { // only visible steps
			way.X, way.Y = append(way.X, w[0]), append(way.Y, w[1])
		}
		_, g1 := d.loss(w)
		g2 := []float64{d.slope(w, 1e-6, 0), d.slope(w, 0, 1e-6)}
		v := g1
		if g2[0] != 0 || g2[1] != 0 {
			v = projection.P(g1, g2, 0.5)
		}
		w = floats.AddScaledTo(make([]float64, 2), w, -0.1, v)
	}
	return way
}

func (d twenty) slope(w []float64, a, b float64) float64 {
	return (d.missed([]float64{w[0] + a, w[1] + b}) - d.missed([]float64{w[0] - a, w[1] - b})) / (2 * (a + b))
}

// best returns the weights with the lowest loss in which the second weight is ratio times the
// first.
func (d twenty) best(ratio float64) []float64 {
	top, bottom := 0.0, 0.0
	for i, y := range d.lent {
		part := d.income[i] + ratio*d.quarter[i]
		top, bottom = top+part*y, bottom+part*part
	}
	return []float64{top / bottom, ratio * top / bottom}
}

// pareto returns the points between the lowest error and the boundary of the order, at which no
// direction reduces both losses. It also returns the point with the lowest error. The order only
// depends on the ratio of the weights.
func (d twenty) pareto() (set plots.Route, lowest []float64) {
	least, at := math.Inf(1), 0.0
	for ratio := 0.2; ratio < 3; ratio += 0.002 {
		if loss, _ := d.loss(d.best(ratio)); loss < least {
			least, at = loss, ratio
		}
	}
	set.Name = "no direction lowers both losses"
	for ratio := at; ratio > 0.2; ratio -= 0.05 {
		w := d.best(ratio)
		set.X, set.Y = append(set.X, w[0]), append(set.Y, w[1])
		if d.missed(w) == 0 {
			break
		}
	}
	return set, d.best(at)
}

// Start draws gradient descent from a selected start, for notebook 5, on the error of twenty loans
// and on an importance order. The background shows the contours of the error and the region that
// satisfies the order.
func Start() (*inline.FrameSet, error) {
	d := loans()
	set, lowest := d.pareto()
	starts := [][]float64{{0.3, 0.2}, {0.2, 1.5}, {0.2, 2.2}, {1.2, 2.2}}
	return inline.Frames("start", []float64{1, 2, 3, 4}, func(at float64) (plots.Figure, error) {
		start := starts[int(at)-1]
		way := d.descend("descent", start)
		end := []float64{way.X[len(way.X)-1], way.Y[len(way.Y)-1]}
		loss, _ := d.loss(end)
		title := plots.Title(fmt.Sprintf("From (%.1f, %.1f) the error ends at %.2f, and the order is missed by %.2f", start[0], start[1], loss, d.missed(end)))
		error := func(x, y float64) float64 { loss, _ := d.loss([]float64{x, y}); return loss }
		kept := func(x, y float64) bool { return d.missed([]float64{x, y}) == 0 }
		point := plots.Route{Name: "lowest error", X: lowest[:1], Y: lowest[1:]}
		return plots.Descents(error, kept, []plots.Route{way, set, point}, plots.Name("opening"), title, plots.XRange(0, 2.2), plots.YRange(0, 2.4), plots.XLabel("w1, income"), plots.YLabel("w2, postcode"))
	}, inline.StartAt(1))
}
