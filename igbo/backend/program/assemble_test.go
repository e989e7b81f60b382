package program

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSumsOfPaddedPieces checks that sums of padded slices become one concatenation in either order, and that sums with a
// gap, an overlap or another fill value do not. All results must agree with the wrapped backend.
func TestSumsOfPaddedPieces(t *testing.T) {
	const steps = 7
	rng := rand.New(rand.NewPCG(3, 4))
	for name, c := range map[string]struct {
		fill    float32
		starts  []int
		joined  bool
		swapped bool
	}{
		"backwards":  {0, []int{6, 5, 4, 3, 2, 1, 0}, true, false},
		"forwards":   {0, []int{0, 1, 2, 3, 4, 5, 6}, true, true},
		"two halves": {0, []int{3, 4, 5, 6, 2, 1, 0}, true, false},
		"gap":        {0, []int{6, 5, 4, 2, 1, 0}, false, false},
		"overlap":    {0, []int{6, 5, 4, 4, 3, 2, 1, 0}, false, false},
		"fill":       {0.5, []int{6, 5, 4, 3, 2, 1, 0}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var in []array
			for range c.starts {
				in = append(in, plain(rng, dtypes.Float32, 3, 1, 2))
			}
			g := func(f compute.Function, x []compute.Value) []compute.Value {
				fill := must.Get(f.Reshape(must.Get(f.Constant([]float32{c.fill}, 1))))
				if c.fill == 0 {
					fill = must.Get(f.Constant([]float32{0}))
				}
				var sum compute.Value
				for i, start := range c.starts {
					piece := must.Get(f.Pad(x[i], fill, compute.PadAxis{}, compute.PadAxis{Start: start, End: steps - 1 - start}))
					switch {
					case sum == nil:
						sum = piece
					case c.swapped:
						sum = must.Get(f.Add(piece, sum))
					default:
						sum = must.Get(f.Add(sum, piece))
					}
				}
				return []compute.Value{sum, must.Get(f.Neg(sum))}
			}
			agree(t, in, true, g)
			e := compiled(t, Wrap(engine(t), 1), in, g).(*executable)
			if want := 2; c.joined && len(e.tasks) != want || !c.joined && len(e.tasks) < len(c.starts) {
				t.Errorf("%d tasks of %d pieces", len(e.tasks), len(c.starts))
			}
		})
	}
}
