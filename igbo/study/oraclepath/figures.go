package oraclepath

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the curve with the most anchors, and the waves.
func (r *Result) Figures() ([]plots.Figure, error) {
	most := r.Config.Anchors[len(r.Config.Anchors)-1]
	return study.Figures(func() (plots.Figure, error) { return r.RouteFigure(most) }, r.WaveFigure)
}

// cloud is how many points of the law its density is drawn from.
const cloud = 4000

// RouteFigure draws the straight path and the oracle's through k anchors over the density of
// the data, and what the networks attribute along each; 0 anchors are the straight path
// alone. Error: a number of anchors that the study has no path for.
func (r *Result) RouteFigure(k int) (plots.Figure, error) {
	shown := []plots.Route{r.Routes[0].drawn("straight path")}
	if at := slices.Index(r.Config.Anchors, k); at >= 0 {
		shown = append(shown, r.Routes[at+1].drawn("oracle's path"))
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
	for _, p := range r.waves() {
		stack := plots.Ridge{Name: p.name + " path", Series: p.path.Corners}
		for i, x := range p.path.Corners {
			off := wave.raw(x) / unit
			stack.At = append(stack.At, float64(i)/float64(len(p.path.Corners)-1))
			stack.Off, stack.Notes = append(stack.Off, off > 1), append(stack.Notes, fmt.Sprintf("%.1f", off))
		}
		stacks = append(stacks, stack)
	}
	return plots.Ridges(stacks, plots.Name("oracle-wave"),
		plots.Title("A travelling wave on both paths, with its distance from the data (beyond 1: dashed)"))
}

var _ study.Result = (*Result)(nil)
