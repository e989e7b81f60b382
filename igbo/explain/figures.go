package explain

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// mappedSamples is on how many samples at most heat heat is the means.
const mappedSamples = 64

// heat is the mean magnitudes of attributions of the last output step of series, T × K.
type heat struct {
	values  *mat.Dense
	samples int
}

// heatMaps computes the maps of series; nil for tables.
func (s *Subject) heatMaps(c Config) (*heat, error) {
	if s.Data.Steps == 1 {
		return nil, nil
	}
	data := s.sample(mappedSamples, c.Seed+2)
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
			for k, group := range s.columns() {
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

// columns are those of each feature.
func (s *Subject) columns() [][]int {
	if s.Groups != nil {
		return s.Groups
	}
	columns := make([][]int, len(s.Data.Features))
	for k := range columns {
		columns[k] = []int{k}
	}
	return columns
}

// mostFeatures is how many features are drawn: those with the largest shares.
const mostFeatures = 30

// Figures are the importances and, of series, the attributions over time.
func (e *Explanation) Figures() ([]plots.Figure, error) {
	bars, err := e.ImportanceFigure()
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
	title := "Importance of the features"
	if e.Target != "" {
		title += " for " + e.Target
	}
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
	return plots.Bars(names, series, plots.Name("importance"), plots.Title(title), plots.XLabel("feature"), plots.YLabel("share"))
}
