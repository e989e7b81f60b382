package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// A Report describes how well paths stay in the data. A point is in the data if its energy is at most the
// assessor's threshold τ, as it is for about 90 % of the data.
type Report struct {
	// Valid is the fraction of the paths' length in the data. Straight is the same fraction for straight lines.
	Valid, Straight float64
	// Baselines and Inputs are the fractions of the baselines and inputs that are in the data.
	Baselines, Inputs float64
	// Length is the mean ratio of a path's length to the distance of its ends. It is 1 for straight lines.
	Length float64
	// Warnings reports baselines outside the data. A path that starts there cannot be entirely valid.
	Warnings []string
}

// perSegment is the number of points that are evaluated on each segment.
const perSegment = 16

// Validity evaluates the paths with K = k anchors between the points, which are given as in [Oracle.Anchors].
// It uses the oracle's own assessor. For an independent evaluation, use an assessor that the oracle was not
// trained with.
func (o *Oracle) Validity(x, baseline []float64, k int) (Report, error) {
	paths, err := o.lay(x, baseline, k)
	if err != nil {
		return Report{}, err
	}
	var r Report
	if r.Valid, r.Length, err = o.along(paths); err != nil {
		return Report{}, err
	}
	ends := make([][][]float64, len(paths))
	starts, inputs := make([]float64, 0, len(x)), make([]float64, 0, len(x))
	for i, path := range paths {
		ends[i] = [][]float64{path[0], path[k+1]}
		starts, inputs = append(starts, path[0]...), append(inputs, path[k+1]...)
	}
	if r.Straight, _, err = o.along(ends); err != nil {
		return Report{}, err
	}
	excess, err := o.excess(starts)
	if err != nil {
		return Report{}, err
	}
	r.Baselines = below(excess)
	if off := slices.Max(excess); off > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%.0f %% of the baselines are off the data, the worst with an energy of %.2g scales above the threshold: paths begin there", 100*(1-r.Baselines), off))
	}
	if excess, err = o.excess(inputs); err != nil {
		return Report{}, err
	}
	r.Inputs = below(excess)
	return r, nil
}

// along returns the fraction of the paths' length with energy at most τ, and the mean ratio of length to
// distance. It ignores paths between equal points.
func (o *Oracle) along(paths [][][]float64) (valid, length float64, err error) {
	var points, weights []float64
	count := 0
	for _, path := range paths {
		distance := apart(path[0], path[len(path)-1])
		if distance == 0 {
			continue
		}
		count++
		for s := 1; s < len(path); s++ {
			step := apart(path[s-1], path[s])
			length += step / distance
			for i := range perSegment {
				a := (float64(i) + 0.5) / perSegment
				for j := range path[s] {
					points = append(points, path[s-1][j]+a*(path[s][j]-path[s-1][j]))
				}
				weights = append(weights, step/perSegment)
			}
		}
	}
	if count == 0 {
		return 0, 0, errors.New("oracle: every input equals its baseline (want at least one path to evaluate)")
	}
	excess, err := o.excess(points)
	if err != nil {
		return 0, 0, err
	}
	inside, all := 0.0, 0.0
	for i, w := range weights {
		if all += w; excess[i] <= 0 {
			inside += w
		}
	}
	return inside / all, length / float64(count), nil
}

// excess returns (energy − τ)/s for points in the oracle's units.
func (o *Oracle) excess(points []float64) ([]float64, error) {
	e, err := assessor.Energies(o.backend, o.Assessor, assessor.Points{Features: o.Features, Steps: o.Steps, X: points})
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	tau, scale := o.Assessor.Threshold()
	for i := range e {
		e[i] = (e[i] - tau) / scale
	}
	return e, nil
}

func below(excess []float64) float64 {
	n := 0
	for _, e := range excess {
		if e <= 0 {
			n++
		}
	}
	return float64(n) / float64(len(excess))
}

func apart(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

// Warnings reports the baselines of a model's attribution that are outside the data, each with its energy. A
// path that starts there cannot be entirely valid. Examples are zero if the data are not centred, and the
// centre of a ring. Baselines that depend on the input are not checked; use [Oracle.Validity] for those.
func (o *Oracle) Warnings(m *igbo.Model) ([]string, error) {
	if _, err := o.PathFor(m, 1); err != nil {
		return nil, err
	}
	baselines := m.Config.Attribution.Baselines
	if len(baselines) == 0 {
		baselines = []attribution.Baseline{attribution.Zero()}
	}
	var warnings []string
	for _, b := range baselines {
		if b.PerSample != nil {
			continue
		}
		point, err := o.pointOf(b, m.Normalization)
		if err != nil {
			return nil, err
		}
		excess, err := o.excess(point)
		if err != nil {
			return nil, err
		}
		if excess[0] > 0 {
			warnings = append(warnings, fmt.Sprintf("the baseline %q is off the data: its energy is %.2g scales above the threshold that nine in ten of data are below", b.Name, excess[0]))
		}
	}
	return warnings, nil
}

// pointOf converts a baseline in a model's units to a point of T·D numbers in the oracle's units.
func (o *Oracle) pointOf(b attribution.Baseline, units igbo.Normalization) ([]float64, error) {
	n, d := o.size(), len(o.Features)
	point := make([]float64, n)
	switch len(b.Values) {
	case 0:
	case d, n:
		for i := range point {
			point[i] = b.Values[i%len(b.Values)]
		}
	default:
		return nil, fmt.Errorf("oracle: baseline %q has %d values, want %d (D) or %d (T·D)", b.Name, len(b.Values), d, n)
	}
	if units.Scale != nil {
		for i := range point {
			point[i] = point[i]*units.Scale[i%d] + units.Shift[i%d]
		}
	}
	return o.toOracle(point), nil
}
