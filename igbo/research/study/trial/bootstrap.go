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

// memo remembers what was found last; where it is full, all of it is forgotten.
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
	v = find() // outside of the lock: two who ask at once find the same
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.found == nil || len(m.found) >= m.most {
		m.found = map[K]V{}
	}
	m.found[key] = v
	return v
}

var (
	// bootstraps have the draws of each resample, one after the other, by what they depend on: the cells of a table's line ask for some in turn.
	bootstraps = memo[string, []int32]{most: 6}
	// intervals are ends by what they are of. Tables, figures, goals and the paper's claims ask for the same ones.
	intervals = memo[[sha256.Size]byte, [2]float64]{most: 1 << 14}
)

// largestBootstrap is the number of draws beyond which none is kept.
const largestBootstrap = 1 << 22

// resampled returns a function that returns the draws of resample i, to be called for i = 0, 1, 2, …: of samples
// of some sizes, by the options' seed and another number.
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

// once returns the ends that draw finds for pairs of errors, which is asked once for the same numbers.
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
