package assessor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/gomlx/compute"
)

// Calibration says how well an assessor tells data that it was not trained on from
// noise of known sizes, and how far its numbers can be believed.
type Calibration struct {
	Kind Kind `json:"kind"`
	// Series is the number of series that it was measured on.
	Series int `json:"series"`
	// Noise has one entry for each size of noise, and one for points of chords.
	Noise []Detection `json:"noise"`
	// Reliability compares D with the share of data among points of that D, in an even
	// mixture of data and the noise and chords above; empty for a density, which has no D.
	Reliability []Bin `json:"reliability,omitempty"`
	// Exceedance compares the share of data that should lie above each quantile of the
	// energy, by the data held out in training, with the share that does.
	Exceedance []Bin `json:"exceedance,omitempty"`
	// AboveTau is the share of the data above τ; 0.1 is expected.
	AboveTau float64 `json:"above_tau"`
	// OnData and OnChords are means of e^{−energy}, which is D for a GAN or a classifier of
	// whole series: ½ for both at a GAN's equilibrium.
	OnData   float64 `json:"on_data"`
	OnChords float64 `json:"on_chords"`
}

// Detection is how well data and something else are told apart.
type Detection struct {
	// What is "noise" or "chords"; Size is the noise's deviation in deviations of the data.
	What string  `json:"what"`
	Size float64 `json:"size"`
	// AUC is the probability that the something has more energy than the data, ties counting half.
	AUC float64 `json:"auc"`
	// AboveTau is the share of it above τ.
	AboveTau float64 `json:"above_tau"`
	// False and True are the curve: the shares of data and of it above a falling threshold.
	False []float64 `json:"false"`
	True  []float64 `json:"true"`
}

// Bin compares a rate that was predicted with the one observed in so many points.
type Bin struct {
	Predicted float64 `json:"predicted"`
	Observed  float64 `json:"observed"`
	Points    int     `json:"points"`
}

// NoiseSizes are the deviations of the noise that a calibration uses.
func NoiseSizes() []float64 { return []float64{0.1, 0.2, 0.5, 1} }

// Calibrate measures an assessor on data that it was not trained on, with noise
// from the seed.
func Calibrate(backend compute.Backend, a Assessor, fresh Points, seed uint64) (*Calibration, error) {
	if err := fresh.Validate(); err != nil {
		return nil, err
	}
	on, err := Energies(backend, a, fresh)
	if err != nil {
		return nil, err
	}
	tau, _ := a.Threshold()
	c := &Calibration{Kind: a.Kind(), Series: fresh.Series(), AboveTau: above(on, tau), OnData: meanD(on)}
	rng := rand.New(rand.NewPCG(seed, noiseStream))
	var all []float64
	add := func(what string, size float64, p Points) error {
		off, err := energies(backend, a, p)
		if err == nil {
			c.Noise, all = append(c.Noise, detect(what, size, on, off, tau)), append(all, off...)
		}
		return err
	}
	for _, size := range NoiseSizes() {
		if err := add("noise", size, fresh.noisy(size, rng)); err != nil {
			return nil, err
		}
	}
	if err := add("chords", 0, fresh.chords(fresh.Series(), rng)); err != nil {
		return nil, err
	}
	c.OnChords = meanD(all[len(all)-fresh.Series():])
	if a.Kind() != Density {
		c.Reliability = reliability(on, all)
	}
	if q, ok := a.(interface{ Quantiles() []float64 }); ok {
		c.Exceedance = exceedance(on, q.Quantiles())
	}
	return c, nil
}

// above is the share of energies above a threshold.
func above(energies []float64, threshold float64) float64 {
	count := 0.0
	for _, e := range energies {
		if e > threshold {
			count++
		}
	}
	return count / float64(len(energies))
}

// meanD is the mean of e^{−E}.
func meanD(energies []float64) float64 {
	sum := 0.0
	for _, e := range energies {
		sum += math.Exp(-e)
	}
	return sum / float64(len(energies))
}

// curvePoints bounds the points of a curve.
const curvePoints = 50

// detect is the receiver operating characteristic of energies on data and off it.
func detect(what string, size float64, on, off []float64, tau float64) Detection {
	d := Detection{What: what, Size: size, AUC: area(on, off), AboveTau: above(off, tau)}
	sorted := slices.Sorted(slices.Values(slices.Concat(on, off)))
	for i := range curvePoints + 1 {
		threshold := quantile(sorted, 1-float64(i)/curvePoints)
		d.False, d.True = append(d.False, above(on, threshold)), append(d.True, above(off, threshold))
	}
	d.False, d.True = append(d.False, 1), append(d.True, 1)
	return d
}

// area is P(off > on) + ½·P(off = on), by ranks.
func area(on, off []float64) float64 {
	sorted := slices.Sorted(slices.Values(on))
	sum := 0.0
	for _, e := range off {
		below := sort.SearchFloat64s(sorted, e)
		upTo := sort.Search(len(sorted), func(i int) bool { return sorted[i] > e })
		sum += float64(below+upTo) / 2
	}
	return sum / float64(len(on)*len(off))
}

// bins is the number of bins of D.
const bins = 10

// reliability compares D = e^{−E} with the share of data, which is weighted to be half
// of all.
func reliability(on, off []float64) []Bin {
	var data, other, sum [bins]float64
	weight := float64(len(on)) / float64(len(off))
	bin := func(e float64) (int, float64) {
		d := math.Exp(-e)
		return max(0, min(int(d*bins), bins-1)), d
	}
	for _, e := range on {
		i, d := bin(e)
		data[i]++
		sum[i] += d
	}
	for _, e := range off {
		i, d := bin(e)
		other[i]++
		sum[i] += weight * d
	}
	var found []Bin
	for i := range bins {
		if total := data[i] + weight*other[i]; total > 0 {
			found = append(found, Bin{Predicted: min(sum[i]/total, 1), Observed: data[i] / total, Points: int(data[i] + other[i])})
		}
	}
	return found
}

// exceedance compares shares above the quantiles 95 %, 90 %, … 5 %.
func exceedance(on, quantiles []float64) []Bin {
	var found []Bin
	for i := len(quantiles) - 1; i >= 0; i-- {
		level := float64(i+1) / float64(len(quantiles)+1)
		found = append(found, Bin{Predicted: 1 - level, Observed: above(on, quantiles[i]), Points: len(on)})
	}
	return found
}

// String is the calibration in a line for each size of noise.
func (c *Calibration) String() string {
	if c == nil {
		return "no calibration"
	}
	text := fmt.Sprintf("%s, %d series: %.0f %% above τ (10 %% expected); e^−E is %.2f on data, %.2f on chords\n", c.Kind, c.Series, 100*c.AboveTau, c.OnData, c.OnChords)
	for _, d := range c.Noise {
		what := d.What
		if d.What == "noise" {
			what = fmt.Sprintf("noise %g", d.Size)
		}
		text += fmt.Sprintf("%-10s AUC %.3f, above τ %.2f\n", what, d.AUC, d.AboveTau)
	}
	return text
}
