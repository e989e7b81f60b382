package oraclepath

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/study"
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
	all := append(append([][]float64{o.Straight}, o.Routes...), o.Along)
	for i := range r.Routes {
		r.Routes[i].Attributions = append(r.Routes[i].Attributions, all[i])
	}
}

// Error is the root mean squared error of the networks' attributions of feature k.
func (r *Result) Error(route Route, k int) float64 {
	sum := 0.0
	for _, a := range route.Attributions {
		sum += (a[k] - r.Truth[k]) * (a[k] - r.Truth[k])
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
		values := []float64{route.Valid, route.Length, r.Error(route, 0), stat.Mean(x1, nil), slices.Min(x1), slices.Max(x1), r.Error(route, 1)}
		addRow(&t, route.Name, []string{"%.2f", "%.2f", "%.3f", "%+.2f", "%+.2f", "%+.2f", "%.3f"}, values)
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
	for _, p := range r.waves() {
		least := math.Inf(1)
		for _, x := range p.path.Corners {
			least = min(least, r.Config.Wave.amplitude(x))
		}
		addRow(&t, p.name, []string{"%.2f", "%.2f", "%.2f"}, []float64{p.path.Valid, p.path.Length, least})
	}
	return t
}

// addRow appends a path's numbers, to be read and in full.
func addRow(t *study.Table, path string, formats []string, values []float64) {
	line := []study.Field{study.Words(path)}
	for i, v := range values {
		line = append(line, study.Number(formats[i], v))
	}
	t.Add(line...)
}

// waves are the waves' paths under their names.
func (r *Result) waves() []namedPath {
	return []namedPath{{"straight", r.Straight}, {"oracle", r.Shifted}}
}

type namedPath struct {
	name string
	path Path
}
