package oraclepath

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Truth is the attribution of the curve's own function, the same along every path.
	Truth []float64 `json:"truth"`
	// Routes are the curve's paths: straight, then those of the oracle in the order of
	// Config.Anchors, then the path along the curve.
	Routes []Route `json:"routes"`
	// Straight and Shifted are the waves' paths: straight, and the oracle's.
	Straight Path `json:"wave_straight"`
	Shifted  Path `json:"wave_oracle"`
}

// Route is a path between the pair on the curve.
type Route struct {
	Name string `json:"name"`
	Path
	// Attributions has one row a network, one column a feature.
	Attributions [][]float64 `json:"attributions"`
}

// newResult measures the paths.
func newResult(c Config, found routes, wave [][]float64) *Result {
	law := datasets.Curve{}
	distance := func(x []float64) float64 { return law.Distance(x)[0] }
	start, end := c.Curve.Ends()
	r := &Result{Config: c, Truth: c.Curve.Truth()}
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
	return r
}

// add takes the next network.
func (r *Result) add(o opinion) {
	for i, a := range slices.Concat([][]float64{o.Straight}, o.Routes, [][]float64{o.Along}) {
		r.Routes[i].Attributions = append(r.Routes[i].Attributions, a)
	}
}

// Error is the root mean squared error of the networks' attributions of feature k.
func (r *Result) Error(route Route, k int) float64 {
	sum := 0.0
	for _, v := range route.estimates(k) {
		sum += (v - r.Truth[k]) * (v - r.Truth[k])
	}
	return math.Sqrt(sum / float64(len(route.Attributions)))
}

// estimates are the networks' attributions of feature k.
func (r Route) estimates(k int) []float64 {
	return study.Each(r.Attributions, func(a []float64) float64 { return a[k] })
}

// Tables implements study.Result.
func (r *Result) Tables() []study.Table { return []study.Table{r.curveTable(), r.waveTable()} }

func (r *Result) curveTable() study.Table {
	header := []string{"path", "valid", "length", "error of x1", "x1, mean", "smallest", "largest", "error of x2"}
	t := study.Table{
		Name: "curve", Header: header, Data: [][]string{header},
		Title: fmt.Sprintf("Attributions of %d networks along each path; the truth is %+.2f for x1 and %+.2f for x2", len(r.Routes[0].Attributions), r.Truth[0], r.Truth[1]),
		Notes: []string{"valid: share of the path that is no farther from the law than 95 % of its data; length: in units of the straight path; error: root mean square over the networks"},
	}
	for _, route := range r.Routes {
		x1 := route.estimates(0)
		t.Add(study.Words(route.Name), study.Number("%.2f", route.Valid, route.Length), study.Number("%.3f", r.Error(route, 0)),
			study.Number("%+.2f", stat.Mean(x1, nil), slices.Min(x1), slices.Max(x1)), study.Number("%.3f", r.Error(route, 1)))
	}
	return t
}

func (r *Result) waveTable() study.Table {
	header := []string{"path", "valid", "length", "smallest amplitude"}
	t := study.Table{
		Name: "wave", Header: header, Data: [][]string{header},
		Title: fmt.Sprintf("Paths between two waves of %d steps, %.2g radians apart", r.Config.Wave.Steps, r.Config.Wave.Shift),
		Notes: []string{"smallest amplitude: of the wave at the corners; 1 at both ends"},
	}
	for name, p := range r.waves() {
		t.Add(study.Words(name), study.Number("%.2f", p.Valid, p.Length, slices.Min(study.Each(p.Corners, r.Config.Wave.amplitude))))
	}
	return t
}

// waves are the waves' paths under their names.
func (r *Result) waves() iter.Seq2[string, Path] {
	return func(yield func(string, Path) bool) { _ = yield("straight", r.Straight) && yield("oracle", r.Shifted) }
}

// Figures implements study.Result: the curve with the most anchors, and the waves.
func (r *Result) Figures() ([]plots.Figure, error) {
	most := r.Config.Anchors[len(r.Config.Anchors)-1]
	return study.Figures(study.Drawn(r.RouteFigure(most)), r.WaveFigure)
}

// cloud is how many points of the law its density is drawn from.
const cloud = 4000

// RouteFigure draws the straight path and the oracle's through k anchors over the density of
// the data, and what the networks attribute along each; 0 anchors are the straight path
// alone. Error: a number of anchors that the study has no path for.
func (r *Result) RouteFigure(k int) (plots.Figure, error) {
	shown := []plots.Route{r.Routes[0].drawn("straight")}
	if at := slices.Index(r.Config.Anchors, k); at >= 0 {
		shown = append(shown, r.Routes[at+1].drawn("oracle"))
	} else if k != 0 {
		return nil, fmt.Errorf("oraclepath: no path through %d anchors, expected 0 or one of %v", k, r.Config.Anchors)
	}
	data, err := r.Config.Curve.Draw(cloud, 3)
	if err != nil {
		return nil, err
	}
	var points plots.Cloud
	for x := range slices.Chunk(data.X, 2) {
		points.X, points.Y = append(points.X, x[0]), append(points.Y, x[1])
	}
	return plots.Routes(points, shown, plots.Quantities{Names: data.Features, Truth: r.Truth}, plots.Name("oracle-curve"), plots.XLabel("x1"), plots.YLabel("x2"),
		plots.Title(fmt.Sprintf("%d anchors, and what %d networks say along each path", k, len(r.Routes[0].Attributions))))
}

// drawn is the route as a figure takes it.
func (r Route) drawn(name string) plots.Route {
	d := plots.Route{Name: name, Estimates: r.Attributions}
	for _, corner := range r.Corners {
		d.X, d.Y = append(d.X, corner[0]), append(d.Y, corner[1])
	}
	return d
}

// WaveFigure draws the waves at the corners of both paths, with their distances from the
// law in units of the data's 95 % quantile; those beyond it are dashed.
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
		plots.Title("A travelling wave on both paths, with its distance from the law (dashed: beyond 1)"))
}
