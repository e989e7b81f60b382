package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

func consecutive(rows, size int) [][]int {
	batches := make([][]int, 0, rows/size)
	for start := 0; start+size <= rows; start += size {
		b := make([]int, size)
		for i := range b {
			b[i] = start + i
		}
		batches = append(batches, b)
	}
	return batches
}

// DrawBatches draws n batches of size rows each, with replacement. A Sample with [Config].Batches
// and the same seed uses the same batches. It panics with an error if rows is less than one, n or
// size is negative, or the batches need more than MaxMemory.
func DrawBatches(rows, n, size int, seed uint64) [][]int {
	if err := limit.Check([]limit.Int{
		{Name: "rows", Value: rows, Min: 1, Max: math.MaxInt}, {Name: "n", Value: n, Max: math.MaxInt}, {Name: "size", Value: size, Max: math.MaxInt},
	}); err != nil {
		panic(fmt.Errorf("estimate: drawing batches: %w", err))
	}
	if bytes := 8 * float64(n) * float64(size); bytes > MaxMemory {
		panic(fmt.Errorf("estimate: drawing batches: %d batches of %d rows need %s of memory, which is too much (max %s)", n, size, memory.Size(bytes), memory.Size(MaxMemory)))
	}
	rng := rand.New(rand.NewPCG(seed, 0xba7c4))
	batches := make([][]int, n)
	for i := range batches {
		batches[i] = drawRows(rng, rows, size)
	}
	return batches
}

func drawRows(rng *rand.Rand, rows, size int) []int {
	b := make([]int, size)
	for i := range b {
		b[i] = rng.IntN(rows)
	}
	return b
}

func drawSigns(rng *rand.Rand, n int) []float64 {
	signs := make([]float64, n)
	for i := range signs {
		signs[i] = float64(2*rng.IntN(2) - 1)
	}
	return signs
}
