package contest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
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
