package distribution

import (
	"math"
	"slices"
	"testing"
)

// eachDistribution runs a test for every distribution.
func eachDistribution(t *testing.T, f func(t *testing.T, l Distribution)) {
	for _, l := range Distributions() {
		t.Run(l.Name(), func(t *testing.T) { f(t, l) })
	}
}

// points splits flat numbers into points.
func points(l Distribution, x []float64) [][]float64 {
	return slices.Collect(slices.Chunk(x, l.Steps()*len(l.Features())))
}

// TestLawsDrawTheSameForASeed checks that a seed gives the same points and another seed other points, and
// checks the shapes.
func TestLawsDrawTheSameForASeed(t *testing.T) {
	eachDistribution(t, func(t *testing.T, l Distribution) {
		x, y := l.Draw(7, 3)
		again, same := l.Draw(7, 3)
		other, _ := l.Draw(7, 4)
		if len(x) != 7*l.Steps()*len(l.Features()) || len(y) != 7*l.Steps() || len(l.Output(x)) != len(y) {
			t.Errorf("%d inputs, %d targets, %d outputs", len(x), len(y), len(l.Output(x)))
		}
		if !slices.Equal(x, again) || !slices.Equal(y, same) || slices.Equal(x, other) {
			t.Error("seed 3 twice and seed 4: not the same twice, or the same for both")
		}
		if b := l.Baseline(3); !slices.Equal(b, l.Baseline(3)) || slices.Equal(b, l.Baseline(4)) {
			t.Error("baselines of seed 3 twice and seed 4: not the same twice, or the same for both")
		}
	})
}

// TestUnitsAreTheirQuantile checks that 95 % of new data have a distance of at most 1 and that the support has
// distance 0. The noise in the targets must be small.
func TestUnitsAreTheirQuantile(t *testing.T) {
	eachDistribution(t, func(t *testing.T, l Distribution) {
		const n = 20_000
		x, y := l.Draw(n, 77)
		valid := 0
		for _, d := range l.Distance(x) {
			if d <= 1 {
				valid++
			}
		}
		// four standard deviations of both samples: √(0.05·0.95·(1/20000 + 1/40000)) = 0.0019
		if share := float64(valid) / n; math.Abs(share-0.95) > 0.0076 {
			t.Errorf("%.4f of data within 1, want 0.95", share)
		}
		for seed := range uint64(20) {
			if d := l.Distance(l.Baseline(seed))[0]; d > 1e-6 {
				t.Errorf("baseline %d at %g", seed, d)
			}
		}
		square := 0.0
		for i, f := range l.Output(x) {
			square += (y[i] - f) * (y[i] - f)
		}
		if rms := math.Sqrt(square / float64(len(y))); math.Abs(rms-0.05) > 0.001 {
			t.Errorf("targets are %.4f off the outputs, want 0.05", rms)
		}
	})
}

// TestDistancesMatchBruteForce compares distances with the smallest distance to a fine grid on the support.
func TestDistancesMatchBruteForce(t *testing.T) {
	grids := map[string]func(i int) []float64{ // point i of 20000 on the curve of the support
		"curve": func(i int) []float64 { return curvePoint(-1.5 + 3*float64(i)/20_000) },
		"ring": func(i int) []float64 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 20_000)
			return []float64{cos, sin}
		},
		"moons": func(i int) []float64 { return moonPoint(i%2, math.Pi*float64(i/2)/10_000) },
	}
	for _, l := range []interface {
		Distribution
		raw([]float64) float64
	}{Curve{}, Ring{}, Moons{}} {
		x, _ := l.Draw(60, 5)
		for i := range x {
			x[i] *= 1.7 // also test points far off the data
		}
		for _, p := range points(l, x) {
			nearest := math.Inf(1)
			for i := range 20_001 {
				g := grids[l.Name()](i)
				nearest = min(nearest, math.Hypot(p[0]-g[0], p[1]-g[1]))
			}
			outside := 0.0
			for _, v := range p[2:] {
				outside = math.Hypot(outside, v-max(-1, min(1, v)))
			}
			want := math.Hypot(nearest, outside)
			if got := l.raw(p); math.Abs(got-want) > 2e-4 {
				t.Errorf("%s at %.3g: %.6f, over a grid %.6f", l.Name(), p, got, want)
			}
		}
	}
}

// TestWaveDistanceMatchesBruteForce computes innovations by filtering x − wave over a grid of phases. For the
// wave that generated x, the distance must be at most the norm of the known innovations.
func TestWaveDistanceMatchesBruteForce(t *testing.T) {
	l := AR{}
	x, _ := l.Draw(20, 5)
	for i := range x {
		x[i] *= 1 - 0.04*float64(i/48)
	}
	for _, p := range points(l, x) {
		want := math.Inf(1)
		for i := range 5000 {
			w, sum := wave(2*math.Pi*float64(i)/5000), 0.0
			for j := range p {
				z := (p[j] - w[j]) / 0.08
				if j >= 3 {
					z = (z - 0.5*(p[j-3]-w[j-3])/0.08) / math.Sqrt(0.75)
				}
				sum += z * z
			}
			want = min(want, math.Sqrt(sum))
		}
		if got := l.raw(p); got > want+1e-9 || got < want-1e-3 {
			t.Errorf("distance %.6f, over a grid %.6f", got, want)
		}
	}
}

// TestTruthIsTheLineIntegral compares the truth with the integral of the output's gradient, by finite
// differences and the midpoint rule, along two paths with the same ends.
func TestTruthIsTheLineIntegral(t *testing.T) {
	eachDistribution(t, func(t *testing.T, l Distribution) {
		x, _ := l.Draw(1, 9)
		b := l.Baseline(9)
		truth, _ := l.Truth(x, b)
		for _, bend := range []float64{0, 0.8} {
			got := lineIntegral(l, x, b, bend)
			for i := range truth {
				if math.Abs(got[i]-truth[i]) > 1e-5 {
					t.Errorf("bend %g, input %d: integral %.7f, truth %.7f", bend, i, got[i], truth[i])
				}
			}
		}
		rise := 0.0
		for _, v := range truth {
			rise += v
		}
		out := l.Output(append(slices.Clone(x), b...))
		if want := out[l.Steps()-1] - out[2*l.Steps()-1]; math.Abs(rise-want) > 1e-12 {
			t.Errorf("truth sums to %g, output rises by %g", rise, want)
		}
		for i, salient := range l.Salient(x, b) {
			if !salient && truth[i] != 0 {
				t.Errorf("input %d is not salient, truth %g", i, truth[i])
			}
		}
	})
}

// TestTruthAlongTheRing integrates along the ring itself, in both directions.
func TestTruthAlongTheRing(t *testing.T) {
	l, n := Ring{}, 4000
	at := func(angle float64) []float64 { return []float64{math.Cos(angle), math.Sin(angle), 0, 0} }
	truth, _ := l.Truth(at(2.5), at(0.3))
	for _, end := range []float64{2.5, 2.5 - 2*math.Pi} {
		path := func(a float64) []float64 { return at(0.3 + a*(end-0.3)) }
		got := integral(l, path, n)
		for i := range truth {
			if math.Abs(got[i]-truth[i]) > 1e-4 {
				t.Errorf("to %.2f, input %d: %.6f, want %.6f", end, i, got[i], truth[i])
			}
		}
	}
}

// TestMoonsAreApart checks that no path within the data connects the moons.
func TestMoonsAreApart(t *testing.T) {
	l := Moons{}
	one, two := []float64{0, 1, 0, 0}, []float64{1, -0.5, 0, 0}
	if _, ok := l.Truth(one, two); ok {
		t.Error("a truth from one moon to the other")
	}
	if _, ok := l.Truth(one, []float64{1, 0, 0, 0}); !ok {
		t.Error("no truth within a moon")
	}
}

// lineIntegral integrates along the line from b to x, bent sideways.
func lineIntegral(l Distribution, x, b []float64, bend float64) []float64 {
	return integral(l, func(a float64) []float64 {
		p := make([]float64, len(x))
		for i := range p {
			p[i] = b[i] + a*(x[i]-b[i]) + bend*math.Sin(math.Pi*a)*math.Cos(float64(i))
		}
		return p
	}, 1000)
}

// integral returns Σ_j ∂F/∂x_i at the midpoints times the step, where F is the last output.
func integral(l Distribution, path func(a float64) []float64, n int) []float64 {
	last := func(p []float64) float64 { return l.Output(p)[l.Steps()-1] }
	total := make([]float64, len(path(0)))
	for j := range n {
		from, to, p := path(float64(j)/float64(n)), path(float64(j+1)/float64(n)), path((float64(j)+0.5)/float64(n))
		for i, v := range p {
			p[i] = v + 1e-5
			up := last(p)
			p[i] = v - 1e-5
			down := last(p)
			p[i] = v
			total[i] += (up - down) / 2e-5 * (to[i] - from[i])
		}
	}
	return total
}

// TestLawsRefuseHalfPoints checks that incomplete points panic with an error.
func TestLawsRefuseHalfPoints(t *testing.T) {
	eachDistribution(t, func(t *testing.T, l Distribution) {
		whole := l.Baseline(1)
		for name, f := range map[string]func(){
			"distance": func() { l.Distance(whole[1:]) },
			"output":   func() { l.Output(whole[1:]) },
			"truth":    func() { l.Truth(whole, whole[1:]) },
			"salient":  func() { l.Salient(whole[1:], whole) },
			"draw":     func() { l.Draw(-1, 1) },
		} {
			func() {
				defer func() {
					if _, is := recover().(error); !is {
						t.Errorf("%s does not panic with an error", name)
					}
				}()
				f()
			}()
		}
		x, y := l.Draw(0, 1)
		if len(x)+len(y)+len(l.Distance(nil)) != 0 {
			t.Error("no points are not nothing")
		}
		nan := slices.Clone(whole)
		nan[0] = math.NaN()
		if d := l.Distance(nan)[0]; !math.IsNaN(d) {
			t.Errorf("distance %g of NaN", d)
		}
	})
}

// TestStraightLinesLeaveTheLaws checks which fraction of the line between two data points is valid.
func TestStraightLinesLeaveTheLaws(t *testing.T) {
	eachDistribution(t, func(t *testing.T, l Distribution) {
		x, _ := l.Draw(400, 21)
		all := points(l, x)
		inside, count := 0, 0
		for i := 0; i < len(all); i += 2 {
			for j := range 21 {
				p := make([]float64, len(all[i]))
				for k := range p {
					p[k] = all[i][k] + float64(j)/20*(all[i+1][k]-all[i][k])
				}
				if l.Distance(p)[0] <= 1 {
					inside++
				}
				count++
			}
		}
		share := float64(inside) / float64(count)
		t.Logf("%.3f of straight lines is valid", share)
		if share < 0.3 || share > 0.75 {
			t.Errorf("%.3f of straight lines is valid, want a law that they leave", share)
		}
	})
}
