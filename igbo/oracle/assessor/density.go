package assessor

import (
	"fmt"
	"math"
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph"
)

// density is a Gaussian kernel density of bandwidth h around S of the data's points.
type density struct {
	frozen
	Bandwidth float64 `json:"bandwidth"`
	// centres are S·n numbers.
	centres []float64
}

const (
	// maxDensityDims is the largest T·D for which a density is estimated. Silverman
	// (1986, table 4.2) needs 2790 points for a relative mean squared error of 0.1 in
	// six dimensions, 10 700 in seven.
	maxDensityDims = 6
	// maxCentres bounds the kernels: each costs time at every point of a path.
	maxCentres = 512
)

// estimate makes a density; where the settings have no bandwidth it is the one of a
// grid with the largest leave-one-out likelihood.
func estimate(cfg Config, data Points) (*density, error) {
	if data.dims() > maxDensityDims {
		return nil, fmt.Errorf("assessor: a kernel density in %d dimensions (T = %d, D = %d), expected at most %d; take the kind %q",
			data.dims(), data.Steps, len(data.Features), maxDensityDims, Contrastive)
	}
	d := &density{Bandwidth: cfg.Bandwidth}
	d.Features, d.Steps = data.Features, data.Steps
	order := rand.New(rand.NewPCG(uint64(cfg.Seed), centreStream)).Perm(data.Series())
	d.centres = data.rows(order[:min(len(order), maxCentres)]).X
	if d.Bandwidth == 0 {
		d.Bandwidth = d.likeliest()
	}
	return d, nil
}

// The grid of bandwidths, in deviations of the data.
const (
	minBandwidth, maxBandwidth = 0.02, 1.0
	bandwidths                 = 24
)

// likeliest is the bandwidth of the largest leave-one-out likelihood, Σ_i log f_{−i}(x_i).
func (d *density) likeliest() float64 {
	n := d.Steps * len(d.Features)
	squares := distances(d.centres, n)
	best, at := math.Inf(-1), maxBandwidth
	for i := range bandwidths {
		h := minBandwidth * math.Pow(maxBandwidth/minBandwidth, float64(i)/(bandwidths-1))
		sum := 0.0
		for _, row := range squares {
			sum += logSum(row, h) - float64(n)*math.Log(h)
		}
		if sum > best {
			best, at = sum, h
		}
	}
	return at
}

// distances are the squared distances of each point to every other.
func distances(x []float64, n int) [][]float64 {
	count := len(x) / n
	all := make([][]float64, count)
	for i := range all {
		for j := range count {
			if i == j {
				continue
			}
			sum := 0.0
			for k := range n {
				diff := x[i*n+k] - x[j*n+k]
				sum += diff * diff
			}
			all[i] = append(all[i], sum)
		}
	}
	return all
}

// logSum is log Σ exp(−r²/2h²).
func logSum(squares []float64, h float64) float64 {
	least := math.Inf(1)
	for _, s := range squares {
		least = min(least, s)
	}
	sum := 0.0
	for _, s := range squares {
		sum += math.Exp((least - s) / (2 * h * h))
	}
	return math.Log(sum) - least/(2*h*h)
}

// Energy implements Assessor:
//
//	−log f(p) = −log (1/S)·Σ_s exp(−‖p − c_s‖²/2h²) + n·log(h·√2π)
func (d *density) Energy(points *Node) *Node {
	x := d.flat(points)
	n := x.Shape().Dim(1)
	centres := ConvertDType(Const(x.Graph(), square(d.centres, n)), x.DType())
	cross := Dot(x, Transpose(centres, 0, 1)).Product()
	own, theirs := InsertAxes(ReduceSum(Square(x), -1), -1), InsertAxes(ReduceSum(Square(centres), -1), 0)
	a := MulScalar(Sub(Add(own, theirs), MulScalar(cross, 2)), -1/(2*d.Bandwidth*d.Bandwidth))
	top := StopGradient(ReduceAndKeep(a, ReduceMax, -1))
	logSum := Add(Log(ReduceSum(Exp(Sub(a, top)), -1)), Squeeze(top, -1))
	constant := math.Log(float64(len(d.centres)/n)) + float64(n)*math.Log(d.Bandwidth*math.Sqrt(2*math.Pi))
	return AddScalar(Neg(logSum), constant)
}

// square makes rows of n.
func square(flat []float64, n int) [][]float64 {
	var rows [][]float64
	for i := 0; i < len(flat); i += n {
		rows = append(rows, flat[i:i+n])
	}
	return rows
}
