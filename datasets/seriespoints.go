package datasets

import (
	"fmt"
	"math/rand/v2"
)

// Points draws n windows without replacement, like [Distribution].Draw: n·T·D inputs and n·T targets. The same
// seed gives the same windows. It panics with an error if n is negative or exceeds the number of windows.
func (s *Series) Points(n int, seed uint64) (x, y []float64) {
	if n < 0 || n > s.Windows() {
		panic(fmt.Errorf("datasets: cannot draw %d points from %d windows without replacement, want at least 0 and at most the number of windows", n, s.Windows()))
	}
	for _, i := range rand.New(rand.NewPCG(seed, 5)).Perm(s.Windows())[:n] {
		window := s.slice(i, i+1)
		x, y = append(x, window.X...), append(y, window.Y...)
	}
	return x, y
}
