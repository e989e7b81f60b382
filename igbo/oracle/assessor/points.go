package assessor

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/support/exceptions"
)

// minSeries is the minimum number of series for training or testing an assessor.
const minSeries = 20

// dims returns T·D.
func (p Points) dims() int { return p.Steps * len(p.Features) }

// Series returns N, or 0 if Steps or Features is not set.
func (p Points) Series() int {
	if p.Steps < 1 || len(p.Features) == 0 || p.Steps > math.MaxInt/len(p.Features) {
		return 0
	}
	return len(p.X) / p.dims()
}

// Validate checks the feature names, sizes and numbers. It requires at least 20 series of finite numbers within
// ±1e6, and no constant features.
func (p Points) Validate() error {
	for i, name := range p.Features {
		if name == "" || slices.Index(p.Features, name) < i {
			return fmt.Errorf("assessor: feature %d has the name %q (names must be different and not empty)", i, name)
		}
	}
	switch n := p.Series(); {
	case n == 0 || len(p.X) != n*p.dims():
		return fmt.Errorf("assessor: X has %d numbers for series of T = %d steps and D = %d features, want a positive multiple of T·D", len(p.X), p.Steps, len(p.Features))
	case n < minSeries:
		return fmt.Errorf("assessor: the data have %d series, want at least %d", n, minSeries)
	}
	for i, v := range p.X {
		if !(math.Abs(v) <= maxValue) {
			return fmt.Errorf("assessor: series %d has %g at step %d in %s, want finite numbers within ±%g in normalised units",
				i/p.dims(), v, i%p.dims()/len(p.Features), p.Features[i%len(p.Features)], float64(maxValue))
		}
	}
	return p.varies()
}

// maxValue is the maximum absolute value of normalised numbers. Its square fits in float32.
const maxValue = 1e6

// varies returns an error that names the first constant feature, if there is one.
func (p Points) varies() error {
	d := len(p.Features)
	for k, name := range p.Features {
		constant := true
		for i := k; i < len(p.X) && constant; i += d {
			constant = p.X[i] == p.X[k]
		}
		if constant {
			return fmt.Errorf("assessor: feature %s is constant, %g (remove constant features)", name, p.X[k])
		}
	}
	return nil
}

// row returns series i, T·D numbers.
func (p Points) row(i int) []float64 { return p.X[i*p.dims() : (i+1)*p.dims()] }

// with returns points with the same features and steps and other numbers.
func (p Points) with(x []float64) Points { return Points{Features: p.Features, Steps: p.Steps, X: x} }

// rows returns the selected series.
func (p Points) rows(which []int) Points {
	var x []float64
	for _, i := range which {
		x = append(x, p.row(i)...)
	}
	return p.with(x)
}

// split divides the series into training and held-out series, depending on the seed.
func (p Points) split(share float64, seed int64) (train, held Points) {
	order := rand.New(rand.NewPCG(uint64(seed), splitStream)).Perm(p.Series())
	n := min(max(int(share*float64(len(order))), minHeld), len(order)-minHeld)
	return p.rows(order[n:]), p.rows(order[:n])
}

// minHeld is the minimum number of series in each part of the split.
const minHeld = 4

// Random streams of a seed.
const (
	splitStream = 1
	batchStream = 2
	scaleStream = 4
)

// Energies returns the energy of each series in float64. It returns an error if the shape is wrong, or if a
// number or an energy is not finite.
func Energies(backend compute.Backend, a Assessor, p Points) ([]float64, error) {
	if backend == nil || a == nil {
		return nil, errors.New("assessor: computing energies: the backend and the assessor must not be nil")
	}
	steps, features := a.Shape()
	if p.Steps != steps || len(p.Features) != features {
		return nil, fmt.Errorf("assessor: computing energies: the series have T = %d steps and D = %d features, but the assessor was trained on T = %d and D = %d", p.Steps, len(p.Features), steps, features)
	}
	if n := p.Series(); n == 0 || len(p.X) != n*p.dims() {
		return nil, fmt.Errorf("assessor: computing energies: X has %d numbers, want a positive multiple of T·D = %d", len(p.X), p.dims())
	}
	if i := slices.IndexFunc(p.X, func(v float64) bool { return !(math.Abs(v) <= maxValue) }); i >= 0 {
		return nil, fmt.Errorf("assessor: series %d has the number %g, want finite numbers within ±%g in normalised units", i/p.dims(), p.X[i], float64(maxValue))
	}
	return energies(backend, a, p)
}

// energyRows is the maximum number of series per graph.
const energyRows = 512

func energies(backend compute.Backend, a Assessor, p Points) (found []float64, err error) {
	exec, err := NewExec(backend, a.Energy)
	if err != nil {
		return nil, fmt.Errorf("assessor: %w", err)
	}
	defer exec.Finalize()
	for from := 0; from < p.Series(); from += energyRows {
		to := min(from+energyRows, p.Series())
		x := tensors.FromFlatDataAndDimensions(p.X[from*p.dims():to*p.dims()], to-from, p.Steps, len(p.Features))
		var out *tensors.Tensor
		caught := exceptions.TryCatch[error](func() { out, err = exec.Call1(x) })
		if err = errors.Join(caught, err); err != nil {
			return nil, fmt.Errorf("assessor: %w", err)
		}
		values, err := tensors.CopyFlatData[float64](out)
		if err != nil {
			return nil, fmt.Errorf("assessor: %w", err)
		}
		found = append(found, values...)
	}
	if i := slices.IndexFunc(found, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); i >= 0 {
		return nil, fmt.Errorf("assessor: the energy of series %d is %g, want a finite number", i, found[i])
	}
	return found, nil
}
