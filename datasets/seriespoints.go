package datasets

import (
	"fmt"
	"math/rand/v2"
)

// Points draws n of the windows without repetition, as Law.Draw draws points: inputs
// n·T·D and targets n·T. Same seed, same windows. It panics with an error where n is negative
// or more than the windows.
func (s *Series) Points(n int, seed uint64) (x, y []float64) {
	if n < 0 || n > s.Windows() {
		panic(fmt.Errorf("datasets: %d points of %d windows, want 0 or more and at most all", n, s.Windows()))
	}
	for _, i := range rand.New(rand.NewPCG(seed, 5)).Perm(s.Windows())[:n] {
		window := s.slice(i, i+1)
		x, y = append(x, window.X...), append(y, window.Y...)
	}
	return x, y
}
