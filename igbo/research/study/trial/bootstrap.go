package trial

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
)

// memo is a cache that is cleared when it is full.
type memo[K comparable, V any] struct {
	lock  sync.Mutex
	found map[K]V
	most  int
}

// of returns the cached value of a key. On the first call it calls find.
func (m *memo[K, V]) of(key K, find func() V) V {
	m.lock.Lock()
	v, ok := m.found[key]
	m.lock.Unlock()
	if ok {
		return v
	}
	v = find() // outside the lock: concurrent callers compute the same value
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.found == nil || len(m.found) >= m.most {
		m.found = map[K]V{}
	}
	m.found[key] = v
	return v
}

var (
	// bootstraps caches the draws of all resamples by their inputs, because the cells of a table line use the same ones.
	bootstraps = memo[string, []int32]{most: 6}
	// intervals caches the ends of intervals by their inputs. Tables, figures, goals and claims use the same ones.
	intervals = memo[[sha256.Size]byte, [2]float64]{most: 1 << 14}
)

// largestBootstrap is the largest number of draws that is cached.
const largestBootstrap = 1 << 22

// resampled returns a function that returns the draws of resample i. It must be called for i = 0, 1, 2, …. The samples have the
// given sizes and are drawn with the options' seed and another number.
func resampled(o CompareOptions, also uint64, sizes ...int) func(i int) []int32 {
	rng, total := rand.New(rand.NewPCG(o.Seed, also)), 0
	for _, n := range sizes {
		total += n
	}
	fill := func(taken []int32) []int32 {
		for at := 0; at < len(taken); {
			for _, n := range sizes {
				for range n {
					taken[at] = int32(rng.IntN(n))
					at++
				}
			}
		}
		return taken
	}
	if total > 0 && o.Resamples > largestBootstrap/total {
		taken := make([]int32, total)
		return func(int) []int32 { return fill(taken) }
	}
	taken := bootstraps.of(fmt.Sprint(o.Seed, also, o.Resamples, sizes), func() []int32 { return fill(make([]int32, total*o.Resamples)) })
	return func(i int) []int32 { return taken[i*total : (i+1)*total] }
}

// once returns the ends that draw computes for pairs of errors. It computes them once for the same inputs.
func once(what string, pairs [][2][]float64, o CompareOptions, also uint64, draw func() (low, high float64)) (low, high float64) {
	text := fmt.Append(nil, what, o, also)
	for _, p := range pairs {
		for _, errors := range p {
			text = binary.LittleEndian.AppendUint64(text, uint64(len(errors)))
			for _, e := range errors {
				text = binary.LittleEndian.AppendUint64(text, math.Float64bits(e))
			}
		}
	}
	found := intervals.of(sha256.Sum256(text), func() [2]float64 {
		low, high := draw()
		return [2]float64{low, high}
	})
	return found[0], found[1]
}

// ends returns the ends of the percentile interval of numbers, which it sorts.
func ends(numbers []float64, level float64) (low, high float64) {
	slices.Sort(numbers)
	return stat.Quantile((1-level)/2, stat.LinInterp, numbers, nil), stat.Quantile((1+level)/2, stat.LinInterp, numbers, nil)
}
