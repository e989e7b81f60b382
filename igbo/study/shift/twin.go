package shift

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// twin is a made-up table in the place of a shift's own: twelve groups whose columns have means and deviations of their own, and a linear
// law that obeys order and directions, its weights changed a little in each group.
func (s Shift) twin() (*table, error) {
	features, err := s.features()
	if err != nil {
		return nil, err
	}
	h := fnv.New64a()
	h.Write([]byte(s.Name))
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	t := &table{}
	for g := range 12 {
		name := fmt.Sprintf("made up %d", g)
		if g < len(s.Train) {
			name = s.Train[g]
		}
		level := rng.NormFloat64()
		var mean, scale, weight []float64
		for _, f := range features {
			mean, scale = append(mean, rng.NormFloat64()), append(scale, math.Exp(rng.NormFloat64()/4))
			weight = append(weight, float64(f.sign)*math.Pow(0.6, float64(f.level))*math.Exp(rng.NormFloat64()/4))
		}
		for range 40 {
			y, row := level+rng.NormFloat64()/2, []float64{}
			for j := range features {
				x := mean[j] + scale[j]*rng.NormFloat64()
				row, y = append(row, x), y+weight[j]*x
			}
			t.rows, t.groups = append(t.rows, append(row, y)), append(t.groups, name)
		}
	}
	return t, nil
}
