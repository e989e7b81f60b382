package example

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/routing/curve"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	// Config has the settings. The result of study routing stores them for all questions.
	Config Config `json:"-"`
	// Curve has the outputs and attributions of the networks along the straight path and along the curve itself.
	Curve *curve.Result `json:"curve"`
	// Routes are the curve's paths: the straight path, those of the oracle in the order of Config.Anchors, and the path along
	// the curve.
	Routes []Route `json:"routes"`
	// Straight and Shifted are the waves' paths: the straight path and the oracle's path.
	Straight Path `json:"wave_straight"`
	Shifted  Path `json:"wave_oracle"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config, with.Curve = c, r.Curve.With(c.Curve)
	return &with
}

// Route is a path between the pair on the curve.
type Route struct {
	Name string `json:"name"`
	Path
	// Attributions has a row for each network and a column for each feature.
	Attributions [][]float64 `json:"attributions"`
}

// newResult measures the paths.
func newResult(c Config, networks []opinion, found routes, wave [][]float64) *Result {
	distribution := datasets.Curve{}
	distance := func(x []float64) float64 { return distribution.Distance(x)[0] }
	start, end := c.Curve.Ends()
	r := &Result{Config: c, Curve: c.Curve.Gather(study.Each(networks, func(o opinion) curve.Network { return o.Network }))}
	r.Routes = append(r.Routes, Route{Name: "straight", Path: newPath(straight(start, end, 0), distance)})
	for i, k := range c.Anchors {
		r.Routes = append(r.Routes, Route{Name: fmt.Sprintf("oracle, K = %d", k), Path: newPath(found[i], distance)})
	}
	var along [][]float64
	for i := range 101 {
		x1 := start[0] + (end[0]-start[0])*float64(i)/100
		along = append(along, []float64{x1, x1*x1 - 1})
	}
	r.Routes = append(r.Routes, Route{Name: "along the curve", Path: newPath(along, distance)})

	unit := c.Wave.unit()
	off := func(x []float64) float64 { return c.Wave.raw(x) / unit }
	r.Straight = newPath(straight(wave[0], wave[len(wave)-1], c.Wave.Anchors), off)
	r.Shifted = newPath(wave, off)
	for _, o := range networks {
		for i, a := range slices.Concat([][]float64{o.Network.Straight.Attributions}, o.Routes, [][]float64{o.Network.Along.Attributions}) {
			r.Routes[i].Attributions = append(r.Routes[i].Attributions, a)
		}
	}
	return r
}

// Error returns the root mean squared error of the networks' attributions of feature k.
func (r *Result) Error(route Route, k int) float64 {
	sum := 0.0
	for _, v := range route.estimates(k) {
		sum += (v - r.Curve.Truth[k]) * (v - r.Curve.Truth[k])
	}
	return math.Sqrt(sum / float64(len(route.Attributions)))
}

// estimates returns the networks' attributions of feature k.
func (r Route) estimates(k int) []float64 {
	return study.Each(r.Attributions, func(a []float64) float64 { return a[k] })
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	return append([]tabulate.Table{r.curveTable(), r.waveTable()}, r.Curve.Tables()...)
}

func (r *Result) curveTable() tabulate.Table {
	header := []string{"path", "valid", "length", "error of x1", "x1, mean", "smallest", "largest", "error of x2"}
	t := tabulate.Table{
		Name: "curve", Header: header, Data: [][]string{header},
		Title: fmt.Sprintf("Attributions of %d networks along each path; the truth is %+.2f for x1 and %+.2f for x2", len(r.Routes[0].Attributions), r.Curve.Truth[0], r.Curve.Truth[1]),
		Notes: []string{"Valid: the share of the path that is as close to the distribution as 95 % of its data. Length: in units of the straight path. Error: the root mean squared error over the networks."},
	}
	for _, route := range r.Routes {
		x1 := route.estimates(0)
		t.Add(tabulate.Words(route.Name), tabulate.Number("%.2f", route.Valid, route.Length), tabulate.Number("%.3f", r.Error(route, 0)),
			tabulate.Number("%+.2f", stat.Mean(x1, nil), slices.Min(x1), slices.Max(x1)), tabulate.Number("%.3f", r.Error(route, 1)))
	}
	return t
}

func (r *Result) waveTable() tabulate.Table {
	header := []string{"path", "valid", "length", "smallest amplitude"}
	t := tabulate.Table{
		Name: "wave", Header: header, Data: [][]string{header},
		Title: fmt.Sprintf("Paths between two waves of %d steps, %.2g radians apart", r.Config.Wave.Steps, r.Config.Wave.Shift),
		Notes: []string{"Smallest amplitude: the smallest amplitude of the waves at the corners of the path. The amplitude is 1 at both ends."},
	}
	for name, p := range r.waves() {
		t.Add(tabulate.Words(name), tabulate.Number("%.2f", p.Valid, p.Length, r.flattest(p)))
	}
	return t
}

// waves returns the waves' paths with their names.
func (r *Result) waves() iter.Seq2[string, Path] {
	return func(yield func(string, Path) bool) { _ = yield("straight", r.Straight) && yield("oracle", r.Shifted) }
}

// Figures implements study.Result: the curve with the largest number of anchors, the waves, and the networks along the curve's
// two paths.
func (r *Result) Figures() ([]plots.Figure, error) {
	most := r.Config.Anchors[len(r.Config.Anchors)-1]
	return study.Figures(study.Drawn(r.RouteFigure(most)), r.WaveFigure, r.Curve.PathFigure, r.Curve.OutputFigure, r.Curve.AttributionFigure)
}

// cloud is the number of points from which the density of the distribution is drawn.
const cloud = 4000

// RouteFigure draws the straight path and the oracle's path through k anchors over the density of the data, and the networks'
// attributions along each. With k = 0, it only draws the straight path. It returns an error if the study has no path with k
// anchors.
func (r *Result) RouteFigure(k int) (plots.Figure, error) {
	shown := []plots.Route{r.Routes[0].drawn("straight")}
	straight := r.Error(r.Routes[0], 0)
	title := fmt.Sprintf("Straight path: %d networks miss x1's attribution by %.2f", len(r.Routes[0].Attributions), straight)
	if at := slices.Index(r.Config.Anchors, k); at >= 0 {
		shown = append(shown, r.Routes[at+1].drawn("oracle"))
		title = fmt.Sprintf("%s: networks miss x1's attribution by %.2f (straight %.2f)", tabulate.Plural(k, "anchor"), r.Error(r.Routes[at+1], 0), straight)
	} else if k != 0 {
		return nil, fmt.Errorf("routing: path with %d anchors not found, want 0 or one of %v", k, r.Config.Anchors)
	}
	data, err := r.Config.Curve.Draw(cloud, 3)
	if err != nil {
		return nil, err
	}
	var points plots.Cloud
	for x := range slices.Chunk(data.X, 2) {
		points.X, points.Y = append(points.X, x[0]), append(points.Y, x[1])
	}
	return plots.Routes(points, shown, plots.Quantities{Names: data.Features, Truth: r.Curve.Truth}, plots.Name("oracle-curve"), plots.XLabel("x1"), plots.YLabel("x2"), plots.Title(title))
}

// drawn returns the route in the form that figures need.
func (r Route) drawn(name string) plots.Route {
	d := plots.Route{Name: name, Estimates: r.Attributions}
	for _, corner := range r.Corners {
		d.X, d.Y = append(d.X, corner[0]), append(d.Y, corner[1])
	}
	return d
}

// WaveFigure draws the waves at the corners of both paths with their distances from the distribution, in units of the data's 95
// % quantile. Waves beyond it are dashed.
func (r *Result) WaveFigure() (plots.Figure, error) {
	wave := r.Config.Wave
	unit := wave.unit()
	var stacks []plots.Ridge
	for name, p := range r.waves() {
		stack := plots.Ridge{Name: name, Series: p.Corners, Noted: "distance"}
		for i, x := range p.Corners {
			off := wave.raw(x) / unit
			stack.At = append(stack.At, float64(i)/float64(len(p.Corners)-1))
			stack.Off, stack.Notes = append(stack.Off, off > 1), append(stack.Notes, fmt.Sprintf("%.1f", off))
		}
		stacks = append(stacks, stack)
	}
	return plots.Ridges(stacks, plots.Name("oracle-wave"),
		plots.Title(fmt.Sprintf("The straight path flattens the wave to %.2f of its height, the oracle's to %.2f", r.flattest(r.Straight), r.flattest(r.Shifted))))
}

// flattest returns the smallest amplitude of a wave at the corners of a path.
func (r *Result) flattest(p Path) float64 {
	return slices.Min(study.Each(p.Corners, r.Config.Wave.amplitude))
}
