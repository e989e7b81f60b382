package assessor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"
)

// frozen holds what an assessor stores besides its weights.
type frozen struct {
	Features []string `json:"features"`
	Steps    int      `json:"steps"`
	Tau      float64  `json:"tau"`
	Scale    float64  `json:"scale"`
	// Levels are the quantiles of the energy on held-out data at 5 %, 10 %, …, 95 %.
	Levels []float64 `json:"levels"`
}

// Shape implements Assessor.
func (f *frozen) Shape() (steps, features int) { return f.Steps, len(f.Features) }

// Threshold implements Assessor.
func (f *frozen) Threshold() (tau, scale float64) { return f.Tau, f.Scale }

// Quantiles returns the quantiles of the energy on held-out data at 5 %, 10 %, …, 95 %.
func (f *frozen) Quantiles() []float64 { return slices.Clone(f.Levels) }

// levelsPer is the number of quantile steps from 0 to 1.
const levelsPer = 20

// flat checks points [N,T,D] and reshapes them to [N, T·D].
func (f *frozen) flat(points *Node) *Node {
	if points == nil {
		panic(errors.New("assessor: the points are nil (want [N,T,D])"))
	}
	s := points.Shape()
	if !s.DType.IsFloat() || s.Rank() != 3 || s.Dim(1) != f.Steps || s.Dim(2) != len(f.Features) {
		panic(fmt.Errorf("assessor: the points are %s, want numbers [N, %d, %d]", s, f.Steps, len(f.Features)))
	}
	return Reshape(points, s.Dim(0), f.Steps*len(f.Features))
}

// calibrate determines τ, s and the quantiles on held-out data:
//
//	τ = the 90 % quantile of the energy E
//	s = max(mean of max(0, E − τ) over points of chords between the data, τ − median of E)
//
// So the mean hinge along straight lines between data points is at most 1. It is less than 1 if those lines
// hardly differ from the data.
func (f *frozen) calibrate(backend compute.Backend, a Assessor, held Points, seed int64) error {
	on, err := energies(backend, a, held)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), scaleStream))
	off, err := energies(backend, a, held.chords(chordsPer*held.Series(), rng))
	if err != nil {
		return err
	}
	slices.Sort(on)
	f.Levels = nil
	for i := 1; i < levelsPer; i++ {
		f.Levels = append(f.Levels, quantile(on, float64(i)/levelsPer))
	}
	f.Tau = quantile(on, 0.9)
	excess := 0.0
	for _, e := range off {
		excess += max(0, e-f.Tau) / float64(len(off))
	}
	f.Scale = max(excess, f.Tau-quantile(on, 0.5))
	if !(f.Scale > 0) {
		return fmt.Errorf("assessor: training failed: the energy does not separate points between the data from held-out data, whose 90 %% quantile is %g (use more data or steps)", f.Tau)
	}
	return nil
}

// chordsPer is the number of chord points per held-out series.
const chordsPer = 4

// chords returns points x + u·(x′ − x) for pairs of different series, with u uniform in (0, 1).
func (p Points) chords(n int, rng *rand.Rand) Points {
	var x []float64
	for range n {
		i, j := rng.IntN(p.Series()), rng.IntN(p.Series()-1)
		if j >= i {
			j++
		}
		u, to := rng.Float64(), p.row(j)
		for k, v := range p.row(i) {
			x = append(x, v+u*(to[k]-v))
		}
	}
	return p.with(x)
}

// quantile interpolates linearly between sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-2)
	if i < 0 {
		return sorted[0]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
