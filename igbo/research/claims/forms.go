package claims

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/igbolab/igbolab/datasets"
)

// intransitive returns the share of intransitive triples of features: the plug-in rule at α = 0.7 draws u→v and v→w, but not
// u→w. Each feature has ten batches of scores with its own mean.
func intransitive() float64 {
	const triples, batches = 20000, 10
	rng, z := rand.New(rand.NewPCG(1, 2)), distuv.UnitNormal.Quantile(0.7)
	premises, broken := 0, 0
	for range triples {
		var scores [3][batches]float64
		for k := range scores {
			mean := rng.NormFloat64()
			for i := range scores[k] {
				scores[k][i] = mean + rng.NormFloat64()
			}
		}
		edge := func(u, v int) bool {
			mean, square := 0.0, 0.0
			for i := range batches {
				mean += (scores[u][i] - scores[v][i]) / batches
			}
			for i := range batches {
				square += math.Pow(scores[u][i]-scores[v][i]-mean, 2) / (batches - 1)
			}
			return mean > z*math.Sqrt(square)
		}
		if edge(0, 1) && edge(1, 2) {
			premises++
			if !edge(0, 2) {
				broken++
			}
		}
	}
	return float64(broken) / float64(premises)
}

// ring returns the smallest of the frequencies of s_1 > s_2, s_2 > s_3, s_3 > s_4 and s_4 > s_1. The scores are uniform over
// the four rotations of (4, 3, 2, 1).
func ring() float64 {
	least := 1.0
	for k := range 4 {
		greater := 0.0
		for rotation := range 4 {
			if (k+rotation)%4 < (k+1+rotation)%4 {
				greater += 0.25
			}
		}
		least = min(least, greater)
	}
	return least
}

// batchLoss returns the expected batch loss of one edge. Its expected difference, 0.05, satisfies its bound, ε = 0.02. The
// differences are normal with standard deviation 0.3, and batches have b samples:
//
//	E max(ε − d, 0) = s·(z·Φ(z) + φ(z)),  s = 0.3/√b,  z = (ε − 0.05)/s
func batchLoss(b float64) float64 {
	s := 0.3 / math.Sqrt(b)
	const missing = 0.02 - 0.05
	z := missing / s
	return s * (z*distuv.UnitNormal.CDF(z) + distuv.UnitNormal.Prob(z))
}

// kink returns the jump of the derivative of max(ε − d, 0) with respect to d at d = ε.
func kink() float64 {
	hinge := func(d float64) float64 { return max(0.5-d, 0) }
	const step = 1.0 / 1024
	return math.Abs((hinge(0.5+step)-hinge(0.5))/step - (hinge(0.5)-hinge(0.5-step))/step)
}

// symmetricMean returns the largest mean score of a linear model at baseline 0, over its features and 200 random
// weights, on 500 normal points and their reflections.
func symmetricMean() float64 {
	const width = 10
	rng, largest := rand.New(rand.NewPCG(1, 8)), 0.0
	for range 200 {
		w, mean := make([]float64, width), make([]float64, width)
		for i := range w {
			w[i] = rng.NormFloat64()
		}
		for range 500 {
			x := make([]float64, width)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			floats.Mul(x, w) // h of a linear model
			total := floats.Norm(x, 1)
			floats.AddScaled(mean, 1/total, x)
			floats.AddScaled(mean, -1/total, x) // the reflection
		}
		largest = max(largest, floats.Norm(mean, math.Inf(1))/1000)
	}
	return largest
}

// gap returns the completeness gap of F = tanh 3x from 0 to 1 with m points. Each point has this offset within its interval: 0
// is the left rule, and ½ the midpoint rule.
func gap(m int, offset float64) float64 {
	sum := 0.0
	for j := range m {
		t := math.Tanh(3 * (float64(j) + offset) / float64(m))
		sum += 3 * (1 - t*t) / float64(m)
	}
	return math.Abs(sum - math.Tanh(3))
}

// betweenAnchors returns the largest distance of the midpoints between k anchors on the curve from the curve. The unit is the
// 95 % quantile of the data's distance.
func betweenAnchors(k int) float64 {
	var law datasets.Curve
	deepest, last := 0.0, []float64{-1.4, 0.96}
	for i := 1; i <= k+1; i++ {
		x := -1.4 + 2*float64(i)/float64(k+1)
		next := []float64{x, x*x - 1}
		deepest = max(deepest, law.Distance([]float64{(last[0] + next[0]) / 2, (last[1] + next[1]) / 2})[0])
		last = next
	}
	return deepest
}

// hole returns the distance of the zero baseline from the data of the ring, in the same unit.
func hole() float64 { return datasets.Ring{}.Distance([]float64{0, 0, 0, 0})[0] }

// pathScale returns the ratio of the paper's L_path of the straight line with one anchor to that with nine.
func pathScale() float64 {
	straight := func(k float64) float64 { return (k + 1) * math.Pow(1/(k+1), 2) / (k + 1) }
	return straight(1) / straight(9)
}
