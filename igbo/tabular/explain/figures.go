package explain

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// mappedSamples is the maximum number of samples over which heat is the mean.
const mappedSamples = 64

// heat holds the mean magnitudes of attributions at the last output step of series, T × K.
type heat struct {
	values  *mat.Dense
	samples int
}

// heatMaps computes the maps of series; nil for tables.
func (s *run) heatMaps(c Config) (*heat, error) {
	if s.Data.Steps == 1 {
		return nil, nil
	}
	data := s.Sample(mappedSamples, c.Seed+2)
	cfg, _ := s.attribution(c)
	s.Model.Config.Attribution = cfg
	tig, err := s.Model.Attribute(data)
	if err != nil {
		return nil, err
	}
	n, t, d := data.Samples(), data.Steps, len(data.Features)
	m := &heat{mat.NewDense(t, len(s.Names), nil), n}
	for i := range n {
		last := t - 1
		for data.Mask != nil && last > 0 && !data.Mask[i*t+last] {
			last--
		}
		at := tig[(i*t+last)*t*d : (i*t+last+1)*t*d]
		for step := range t {
			for k, group := range s.FeatureColumns() {
				sum := 0.0
				for _, column := range group {
					sum += at[step*d+column]
				}
				m.values.Set(step, k, m.values.At(step, k)+math.Abs(sum)/float64(n))
			}
		}
	}
	return m, nil
}

// mostFeatures is the maximum number of features to draw: those with the largest shares.
const mostFeatures = 30

// Figures returns the figures: the importances; for tables the effects of features in each sample and by their values; for series the
// attributions over time.
func (e *Explanation) Figures() ([]plots.Figure, error) {
	bars, err := e.ImportanceFigure()
	if err == nil && e.effects != nil {
		return e.effectFigures(bars)
	}
	if err != nil || e.maps == nil {
		return []plots.Figure{bars}, err
	}
	heat, err := plots.HeatMap(e.names(), []plots.Attribution{{Name: "", Values: e.maps.values}}, plots.Name("heatmap"),
		plots.Title(fmt.Sprintf("Attributions of the last output (mean magnitudes of %d series)", e.maps.samples)), plots.ColorLabel("mean |attribution|"))
	return []plots.Figure{bars, heat}, err
}

// ImportanceFigure draws the mean absolute shares of the features, permutation importance scaled
// to the same sum, and the shares under random parameters.
func (e *Explanation) ImportanceFigure() (*plots.Chart, error) {
	order := e.byShare()
	title := "Importance"
	if e.Target != "" {
		title += " for " + e.Target
	}
	title += fmt.Sprintf(": %s has the largest share", e.Features[order[0]].Name)
	if len(order) > mostFeatures {
		title = fmt.Sprintf("%s (%d of %d)", title, mostFeatures, len(order))
		order = order[:mostFeatures]
	}
	share := plots.BarSeries{Name: "attribution: mean |H|"}
	permutation := plots.BarSeries{Name: "permutation, scaled to its sum"}
	random := plots.BarSeries{Name: "attribution, random parameters"}
	total := 0.0
	for _, f := range e.Features {
		if f.Permutation != nil {
			total += math.Max(*f.Permutation, 0)
		}
	}
	var names []string
	for _, k := range order {
		f := e.Features[k]
		names = append(names, f.Name)
		share.AddInterval(f.Share, f.Share-f.Interval, f.Share+f.Interval)
		if f.Permutation != nil && total > 0 {
			permutation.Add(math.Max(*f.Permutation, 0) / total)
		}
		if f.Random != nil {
			random.Add(*f.Random)
		}
	}
	series := []plots.BarSeries{share}
	for _, s := range []plots.BarSeries{permutation, random} {
		if len(s.Values) == len(names) {
			series = append(series, s)
		}
	}
	return plots.Dots(names, series, plots.Name("importance"), plots.Title(title), plots.XLabel("share"))
}

// Maximum numbers of features in the figures of effects.
const mostSwarms, mostDependences = 12, 4

// effectFigures returns the figures of tables.
func (e *Explanation) effectFigures(bars *plots.Chart) ([]plots.Figure, error) {
	list := []plots.Figure{bars}
	if directions, err := e.directionFigure(); err != nil {
		return nil, err
	} else if directions != nil {
		list = append(list, directions)
	}
	shown := e.shown(mostSwarms)
	unit := "part in the output"
	if e.Target != "" {
		unit += " for " + e.Target
	}
	of := fmt.Sprintf(" (%d samples)", len(shown[0].Parts))
	swarm, err := plots.Beeswarm(shown, plots.Title("What each feature does in each sample"+of), plots.XLabel(unit))
	if err != nil {
		return nil, err
	}
	list = append(list, swarm)
	var numbers []plots.Effects
	for _, f := range shown {
		if slices.ContainsFunc(f.Values, func(v float64) bool { return v == v }) && len(numbers) < mostDependences {
			numbers = append(numbers, f)
		}
	}
	if len(numbers) == 0 {
		return list, nil
	}
	dependence, err := plots.Dependence(numbers, plots.YLabel(unit))
	return append(list, dependence), err
}

// directionFigure draws the directions of features; nil if no direction is known.
func (e *Explanation) directionFigure() (plots.Figure, error) {
	bars, names := plots.BarSeries{Name: "mean R"}, []string(nil)
	for _, k := range e.byShare() {
		if d := e.Features[k].Direction; d != nil && len(names) < mostFeatures {
			names = append(names, e.Features[k].Name)
			bars.AddInterval(d.Mean, d.Mean-d.Interval, d.Mean+d.Interval)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return plots.Bars(names, []plots.BarSeries{bars}, plots.Name("direction"), plots.Title("Which way each feature moves the output (above 0: a rise of it raises the output)"), plots.XLabel("feature"), plots.YLabel("signed share"))
}
