package posterior

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// bands is the distribution of a test statistic for uniform ranks: the smallest two-sided binomial probability
// over all points of their distribution function (Säilynoja et al., 2022).
type bands struct {
	tails [][]float64 // by point and count
	null  []float64
}

func nullBands(n int) *bands {
	b := &bands{}
	for z := 1; z <= ranked; z++ {
		of, row := distuv.Binomial{N: float64(n), P: float64(z) / (ranked + 1)}, make([]float64, n+1)
		for k := range row {
			row[k] = 2 * min(of.CDF(float64(k)), 1-of.CDF(float64(k-1)))
		}
		b.tails = append(b.tails, row)
	}
	r := rand.New(rand.NewPCG(3, 1))
	for range 20_000 {
		ranks := make([]int, n)
		for i := range ranks {
			ranks[i] = r.IntN(ranked + 1)
		}
		b.null = append(b.null, b.least(ranks))
	}
	slices.Sort(b.null)
	return b
}

func (b *bands) least(ranks []int) float64 {
	var counts [ranked + 1]int
	for _, k := range ranks {
		counts[k]++
	}
	least, below := 1.0, 0
	for z, row := range b.tails {
		below += counts[z]
		least = min(least, row[below])
	}
	return least
}

// p returns the probability of a statistic as small as that of the given ranks.
func (b *bands) p(ranks []int) float64 {
	at, _ := slices.BinarySearch(b.null, math.Nextafter(b.least(ranks), 2))
	return float64(at+1) / float64(len(b.null)+1)
}

// chiSquare returns the p-value of ranks in ten bins.
func chiSquare(ranks []int) float64 {
	var counts [10]float64
	for _, k := range ranks {
		counts[k*10/(ranked+1)]++
	}
	sum, each := 0.0, float64(len(ranks))/10
	for _, c := range counts {
		sum += (c - each) * (c - each) / each
	}
	return distuv.ChiSquared{K: 9}.Survival(sum)
}
