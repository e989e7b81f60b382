package contest

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

// bootstrap has the draws of each resample, one after the other. They depend on its name alone.
type bootstrap struct {
	name  string
	taken []int32
}

// The bootstraps that were made last, the latest first: the cells of a table's line ask for some in turn.
var (
	lately     []bootstrap
	latelyLock sync.Mutex
)

const (
	// largestBootstrap is the number of draws beyond which none is kept.
	largestBootstrap = 1 << 22
	// keptBootstraps is how many are.
	keptBootstraps = 6
)

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
	b := kept(fmt.Sprint(o.Seed, also, o.Resamples, sizes), func() []int32 { return fill(make([]int32, total*o.Resamples)) })
	return func(i int) []int32 { return b.taken[i*total : (i+1)*total] }
}

// kept is the bootstrap of a name, drawn where it is not one of the last.
func kept(name string, draw func() []int32) bootstrap {
	latelyLock.Lock()
	defer latelyLock.Unlock()
	at := slices.IndexFunc(lately, func(b bootstrap) bool { return b.name == name })
	if at < 0 {
		at, lately = 0, slices.Insert(lately[:min(len(lately), keptBootstraps-1)], 0, bootstrap{name, draw()})
	}
	b := lately[at]
	lately = slices.Insert(slices.Delete(lately, at, at+1), 0, b)
	return b
}

// The ends of intervals by what they are of. Tables, figures, goals and the paper's claims ask for the same ones.
var (
	intervals     = map[[sha256.Size]byte][2]float64{}
	intervalsLock sync.Mutex
)

// mostIntervals is how many ends are remembered, all of which are forgotten then.
const mostIntervals = 1 << 14

// once are the ends that draw finds for pairs of errors, which is asked once for the same numbers.
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
	key := sha256.Sum256(text)
	intervalsLock.Lock()
	found, ok := intervals[key]
	intervalsLock.Unlock()
	if ok {
		return found[0], found[1]
	}
	low, high = draw() // outside of the lock: two who ask at once find the same
	intervalsLock.Lock()
	defer intervalsLock.Unlock()
	if len(intervals) >= mostIntervals {
		clear(intervals)
	}
	intervals[key] = [2]float64{low, high}
	return low, high
}

// ends are those of the percentile interval of numbers, which it sorts.
func ends(numbers []float64, level float64) (low, high float64) {
	slices.Sort(numbers)
	return stat.Quantile((1-level)/2, stat.LinInterp, numbers, nil), stat.Quantile((1+level)/2, stat.LinInterp, numbers, nil)
}
