package opening

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/calibrate"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Values draws a counter after each run of the cell `count++`, for notebook 0: with persistent
// values, and with each cell as a separate program.
func Values() (*inline.FrameSet, error) {
	return inline.Frames("runs of the cell", []float64{1, 2, 3, 4, 5, 6}, func(runs float64) (plots.Figure, error) {
		persist, program := plots.Line{Name: "values persist"}, plots.Line{Name: "each cell is a program"}
		for run := 0.0; run <= runs; run++ {
			persist.Add(run, 1+run)
			program.Add(run, min(1+run, 2))
		}
		noun := "runs"
		if runs == 1 {
			noun = "run"
		}
		title := plots.Title(fmt.Sprintf("count is %.0f after %.0f %s of count++ if values persist, else 2", 1+runs, runs, noun))
		return plots.Lines([]plots.Line{persist, program}, plots.Name("opening"), title, plots.XLabel("runs of the cell"), plots.YLabel("count"), plots.XRange(0, 6), plots.YRange(0, 8))
	}, inline.StartAt(3))
}

// Order draws how much the error of a linear model of two inputs increases if the importance is
// distributed differently, for notebook 1. The slider sets the correlation of the inputs. The best
// weights are 1.2 and 0.8.
func Order() (*inline.FrameSet, error) {
	return inline.Frames("correlation of the inputs", []float64{0, 0.3, 0.6, 0.8, 0.9, 0.97}, func(rho float64) (plots.Figure, error) {
		rise := func(share float64) float64 {
			d := 2*share - 1.2 // change of the first weight; the second changes by −d
			return 2 * (1 - rho) * d * d
		}
		title := plots.Title(fmt.Sprintf("Correlation %.2f: a wrong order raises the error by at least %.3f", rho, rise(0.5)))
		return plots.Lines([]plots.Line{plots.Curve("rise of the error", rise, 0, 1)}, plots.Name("opening"), title,
			plots.RuleX("equal importance; the wrong order is to the left", 0.5), plots.XLabel("share of the first input in the importance"), plots.YLabel("rise of the error"), plots.XRange(0, 1), plots.YRange(0, 3))
	}, inline.StartAt(0))
}

// Path draws the contribution of the input x1 of tanh(3·x1) + 0.2·x2 along the straight path from 0
// to (1.5, 1), for notebook 2. It shows the integrand and the area below it, up to a selected
// position.
func Path() (*inline.FrameSet, error) {
	integrand := func(tau float64) float64 { return 1.5 * 3 / math.Pow(math.Cosh(4.5*tau), 2) }
	gained := func(tau float64) float64 { return math.Tanh(4.5 * tau) }
	return inline.Frames("position τ on the path", []float64{0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1}, func(at float64) (plots.Figure, error) {
		sum := plots.Curve("contributed so far: the area under the other curve", gained, 0, at)
		title := plots.Title(fmt.Sprintf("At τ = %.2f, x1 has contributed %.2f; the gradient here adds %.2f per unit of τ", at, gained(at), integrand(at)))
		return plots.Lines([]plots.Line{plots.Curve("gradient along the path × 1.5", integrand, 0, 1), sum}, plots.Name("opening"), title,
			plots.RuleX("we are here", at), plots.XLabel("position τ, from the baseline (0) to the input (1)"), plots.XRange(0, 1), plots.YRange(0, 4.7))
	}, inline.StartAt(0.2))
}

// Edge draws the normal densities of the mean scores of two features, for notebook 3. The slider
// sets α. The edge exists if the mean of the first feature is beyond the dashed line.
func Edge() (*inline.FrameSet, error) {
	const u, v, sigma, both = 0.118, 0.100, 0.0146, 0.0207 // x4 and x9 of the notebook: means, standard deviation of each, and of the difference
	density := func(mean float64) func(float64) float64 { return distuv.Normal{Mu: mean, Sigma: sigma}.Prob }
	return inline.Frames("α", []float64{0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95}, func(alpha float64) (plots.Figure, error) {
		bar := v + distuv.UnitNormal.Quantile(alpha)*both
		title := fmt.Sprintf("α = %.2f: no edge, as x4's mean is short of the line", alpha)
		if u > bar {
			title = fmt.Sprintf("α = %.2f: an edge x4 → x9", alpha)
		}
		return plots.Lines([]plots.Line{plots.Curve("x4", density(u), 0.05, 0.17), plots.Curve("x9", density(v), 0.05, 0.17), {Name: "mean of x4", X: []float64{u}, Y: []float64{density(u)(u)}}},
			plots.Name("opening"), plots.Title(title), plots.RuleX("x9's mean + z·σ", bar), plots.XLabel("mean score of a batch"), plots.YLabel("density"), plots.XRange(0.05, 0.17), plots.YRange(0, 30))
	}, inline.StartAt(0.7))
}

// Samples draws the graphs that the rule of notebook 3 builds from samples of eight features with
// equal mean scores, for notebook 3b. Every edge is false.
func Samples() (*inline.FrameSet, error) {
	return inline.Frames("sample", []float64{1, 2, 3, 4, 5, 6}, func(sample float64) (plots.Figure, error) {
		d, err := equals(uint64(sample))
		if err != nil {
			return nil, err
		}
		edges := make([]plots.DAGEdge, len(d.Edges))
		for i, e := range d.Edges {
			edges[i] = plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta}
		}
		title := fmt.Sprintf("Sample %.0f: %d edges among eight equal features, all false", sample, len(edges))
		return plots.DAG(d.Features, edges, plots.Name("opening"), plots.Title(title))
	}, inline.StartAt(2))
}

// equals returns the graph for 200 rows of scores with equal means, with the default α of 0.7.
func equals(seed uint64) (*dag.DAG, error) {
	truth := calibrate.Truth{Means: make([]float64, 8), Noise: 0.1, Common: 0.2}
	o := dag.DefaultOptions()
	o.Features = []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"}
	return dag.Build(truth.Draw(rand.New(rand.NewPCG(seed, 3)), 200), o)
}

// Gradients draws two gradients, the cone of directions along which both losses decrease, and the
// step P(½), for notebook 4. The slider sets the angle between the gradients.
func Gradients() (*inline.FrameSet, error) {
	return inline.Frames("angle between the gradients, degrees", []float64{30, 60, 85, 95, 110, 125, 140, 155, 170}, func(angle float64) (plots.Figure, error) {
		sin, cos := math.Sincos(angle * math.Pi / 180)
		g1, g2 := []float64{1, 0}, []float64{1.3 * cos, 1.3 * sin}
		p := projection.P(g1, g2, 0.5)
		sum := projection.Combine(projection.WeightedSum{}, g1, g2, 0.8)
		title := fmt.Sprintf("%.0f°: the step 0.8·g₁ + 0.2·g₂ lowers both losses", angle)
		if floats.Dot(sum, g2) < 0 {
			title = fmt.Sprintf("%.0f°: the step 0.8·g₁ + 0.2·g₂ raises the second loss", angle)
		}
		return plots.Geometry(g1, g2, []plots.Direction{{Name: "P(½)", V: p}, {Name: "weighted-sum, 0.8·g₁ + 0.2·g₂", V: sum}}, plots.Name("opening"), plots.Title(title), plots.XRange(-1.4, 1.5), plots.YRange(-0.2, 1.5))
	}, inline.StartAt(125))
}

// Humps draws the distribution of the product of the step with the first gradient, for notebook 4b.
// It compares P with the continuous rule at λ = 0.7, for orthonormal gradients with the noise of a
// batch. The slider sets the batch size. Without noise, the product is 0.7.
func Humps() (*inline.FrameSet, error) {
	return inline.Frames("batch size", []float64{25, 100, 400, 1600}, func(size float64) (plots.Figure, error) {
		samples := []plots.Sample{humps("P", projection.Paper{}, size), humps("continuous", projection.Continuous{}, size)}
		title := fmt.Sprintf("Batches of %.0f: v·g₁ is %.2f on average for P, %.2f for the continuous rule", size, samples[0].Mu, samples[1].Mu)
		return plots.Histogram(samples, plots.Name("opening"), plots.Title(title), plots.XLabel("v·g₁ (0.7 without noise)"), plots.XRange(-0.1, 1.3))
	}, inline.StartAt(100))
}

// humps returns the products for 4000 noisy steps of a rule.
func humps(name string, rule projection.Rule, size float64) plots.Sample {
	rng, s := rand.New(rand.NewPCG(4, uint64(size))), plots.Sample{Name: name}
	for range 4000 {
		g1, g2 := []float64{1, 0}, []float64{0, 1}
		for i := range g1 {
			g1[i], g2[i] = g1[i]+rng.NormFloat64()/math.Sqrt(size), g2[i]+rng.NormFloat64()/math.Sqrt(size)
		}
		s.Values = append(s.Values, projection.Combine(rule, g1, g2, 0.7)[0])
	}
	s.Mu, s.Sigma = stat.MeanStdDev(s.Values, nil)
	return s
}

// Travel draws the error of a model with one weight over the training steps, for notebook 6. The
// best weight is at a distance of 30. In each step, Adam moves by about its learning rate, and SGD
// by a fraction of the distance. A list selects the optimiser. One of the two students only gets
// half of its gradient, as with a second objective.
func Travel() (*inline.FrameSet, error) {
	names := []string{"adam 0.001", "adam 0.01", "sgd 0.01"}
	return inline.Choices("optimiser", names, func(name string) (plots.Figure, error) {
		lines := []plots.Line{{Name: "without the order"}, {Name: "with the order: half the gradient"}}
		for i, part := range []float64{1, 0.5} {
			lines[i].Smooth = true
			errors := trained(name, part)
			for k := 1; k < len(errors); k = k + 1 + k/12 {
				lines[i].Add(float64(k), errors[k])
			}
		}
		title := plots.Title(fmt.Sprintf("%s: after 3840 steps %.2f and %.2f of the first error are left", name, trained(name, 1)[3840], trained(name, 0.5)[3840]))
		return plots.Lines(lines, plots.Name("opening"), title, plots.LogX(), plots.RuleX("3840 steps", 3840), plots.XLabel("step"), plots.YLabel("error, 1 at the start"), plots.XRange(1, 40000), plots.YRange(0, 1.05))
	})
}

// trained returns the errors of a weight that must move from 0 to 30, step by step, with a fraction of its gradient.
func trained(optimiser string, part float64) []float64 {
	w, m, s, errors := 0.0, 0.0, 0.0, make([]float64, 38401)
	for k := range errors {
		errors[k] = (30 - w) * (30 - w) / 900
		g := part * 2 * (w - 30)
		m, s = 0.9*m+0.1*g, 0.999*s+0.001*g*g
		step := m / (1 - math.Pow(0.9, float64(k+1))) / (math.Sqrt(s/(1-math.Pow(0.999, float64(k+1)))) + 1e-8)
		switch optimiser {
		case "adam 0.001":
			w -= 0.001 * step
		case "adam 0.01":
			w -= 0.01 * step
		default:
			w -= 0.01 * g
		}
	}
	return errors
}

// When draws the contribution of each input of a series to the output at a selected step, for
// notebook 7. The truth is known: each of four features has a window, with weights that decrease by
// a factor of 0.9 per step.
func When() (*inline.FrameSet, error) {
	windows, limit := []struct{ from, to, weight float64 }{{0, 24, 1}, {2, 8, 2}, {14, 24, -1.5}, {8, 14, 0.5}}, 0.0
	for _, w := range windows {
		limit = max(limit, math.Abs(w.weight))
	}
	return inline.Frames("output at step t", []float64{3, 6, 9, 12, 15, 18, 21, 23}, func(t float64) (plots.Figure, error) {
		values, largest, at, most := mat.NewDense(24, len(windows), nil), 0, 0.0, 0.0
		for k, w := range windows {
			for i := w.from; i < w.to && i <= t; i++ {
				v := w.weight * math.Pow(0.9, t-i)
				values.Set(int(i), k, v)
				if math.Abs(v) > most {
					largest, at, most = k, i, math.Abs(v)
				}
			}
		}
		title := plots.Title(fmt.Sprintf("At t = %.0f, the largest contribution is x%d's at step %.0f", t, largest+1, at))
		return plots.HeatMap([]string{"x1", "x2", "x3", "x4"}, []plots.Attribution{{Name: "contribution of an input of size 1", Values: values}}, plots.Name("opening"), title,
			plots.XLabel("input step i"), plots.ColorLabel("contribution"), plots.ColorLimit(limit)) // one scale for all frames
	}, inline.StartAt(15))
}

// Bend draws a path between two data points, for notebook 8. The slider bends it from a straight
// path (0) to one that follows the data (1).
func Bend() (*inline.FrameSet, error) {
	var data plots.Cloud
	for i := range 120 {
		x := -1.5 + 3*float64(i)/119
		data.X, data.Y = append(data.X, x), append(data.Y, x*x-1+0.05*math.Sin(37*float64(i)))
	}
	return inline.Frames("bend", []float64{0, 0.25, 0.5, 0.75, 1}, func(bend float64) (plots.Figure, error) {
		route, most := plots.Route{Name: "path"}, 0.0
		for i := range 9 {
			tau := float64(i) / 8
			x, straight := -1.4+2*tau, 0.96-1.6*tau
			y := straight + bend*(x*x-1-straight)
			route.X, route.Y = append(route.X, x), append(route.Y, y)
			most = max(most, math.Abs(y-(x*x-1)))
		}
		title := plots.Title(fmt.Sprintf("Bend %.2f: at most %.2f above the data", bend, most))
		return plots.Routes(data, []plots.Route{route}, plots.Quantities{}, plots.Name("opening"), title, plots.XRange(-1.7, 1.7), plots.YRange(-1.3, 1.5), plots.XLabel("x1"), plots.YLabel("x2"))
	}, inline.StartAt(0))
}

// Rows draws the expected errors of least squares with eight weights and of a model with an order,
// for notebook 10. A wrong order adds an error that does not decrease with the number of rows. The
// slider sets this error.
func Rows() (*inline.FrameSet, error) {
	free := func(n float64) float64 { return 8 / n }
	return inline.Frames("error that a wrong order adds", []float64{0, 0.05, 0.1, 0.2, 0.4}, func(wrong float64) (plots.Figure, error) {
		ordered := func(n float64) float64 { return 5/n + wrong }
		title := "A right order helps most if rows are few"
		if wrong > 0 {
			title = fmt.Sprintf("With more than %.0f rows the wrong order increases the error", 3/wrong)
		}
		return plots.Lines([]plots.Line{sampled("no order: 8/n", free), sampled("with the order: 5/n + added error", ordered)}, plots.Name("opening"), plots.Title(title),
			plots.LogX(), plots.LogY(), plots.XLabel("rows n"), plots.YLabel("expected error"), plots.XRange(8, 512), plots.YRange(0.008, 1.2))
	}, inline.StartAt(0.1))
}

// sampled returns a function at logarithmically spaced points.
func sampled(name string, f func(float64) float64) plots.Line {
	line := plots.Line{Name: name, Smooth: true}
	for n := 8.0; n <= 512; n *= math.Pow(2, 0.25) {
		line.Add(n, f(n))
	}
	return line
}

// Units draws the output of a network with four hidden units, with and without its least important
// units, for notebook 11.
func Units() (*inline.FrameSet, error) {
	units := []struct{ w, v float64 }{{1, 1}, {3, 0.5}, {0.3, -0.8}, {6, 0.1}}
	output := func(kept int) func(float64) float64 {
		return func(x float64) (y float64) {
			for _, u := range units[:kept] {
				y += u.v * math.Tanh(u.w*x)
			}
			return y
		}
	}
	return inline.Frames("hidden units kept", []float64{4, 3, 2, 1}, func(kept float64) (plots.Figure, error) {
		whole, cut, worst := output(4), output(int(kept)), 0.0
		for x := -2.0; x <= 2; x += 0.01 {
			worst = max(worst, math.Abs(whole(x)-cut(x)))
		}
		title := plots.Title(fmt.Sprintf("With %.0f of 4 units the output is off by at most %.2f", kept, worst))
		return plots.Lines([]plots.Line{plots.Curve("all four units", whole, -2, 2), plots.Curve("the units kept", cut, -2, 2)}, plots.Name("opening"), title, plots.XLabel("x"), plots.YLabel("output"), plots.XRange(-2, 2), plots.YRange(-1.8, 1.8))
	}, inline.StartAt(3))
}

// Rules draws the step of each rule for two conflicting gradients, for notebook 12. A list selects
// the rule.
func Rules() (*inline.FrameSet, error) {
	g1, g2 := []float64{1, 0}, []float64{-1, 2}
	byName, names := map[string]projection.Rule{}, []string{}
	for _, rule := range projection.Rules() {
		byName[rule.String()] = rule
		names = append(names, rule.String())
	}
	return inline.Choices("rule", names, func(name string) (plots.Figure, error) {
		v := projection.Combine(byName[name], g1, g2, 0.3)
		first, second := floats.Dot(v, g1), floats.Dot(v, g2)
		title := fmt.Sprintf("%s, λ = 0.3: v·g₁ = %.2f, v·g₂ = %.2f", name, first, second)
		return plots.Geometry(g1, g2, []plots.Direction{{Name: "step", V: v}}, plots.Name("opening"), plots.Title(title), plots.XRange(-1.6, 1.6), plots.YRange(-0.3, 3.1))
	})
}
