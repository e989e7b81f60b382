package course

import "math"

// shape describes the answer to an exercise: a value of its type, and for a function the arguments of each call.
type shape struct {
	like   any
	points [][]any
}

// shapes holds the shapes of all exercises. They reveal no answers, so programs that are being graded contain them.
var shapes = map[string]shape{
	"go 1": {[]float64(nil), nil},
	"go 2": {(func(x, baseline []float64) []float64)(nil), [][]any{{[]float64{1.5, 1}, []float64{0.5, -1}}, {[]float64{32, 21}, []float64{20, 25}}, {[]float64{-1, 4}, []float64{3, 4}}}},
	"go 3": {(func(m int) []float64)(nil), [][]any{{5}, {2}, {8}}},
	"go 4": {(func(f func(float64) float64, m int) float64)(nil), [][]any{
		{func(x float64) float64 { return x * x }, 4}, {func(x float64) float64 { return 3 - x }, 2}, {func(x float64) float64 { return 1 / (1 + x) }, 10},
	}},
	"path 1":        {[]float64(nil), nil},
	"path 2":        {0.0, nil},
	"path 3":        {[]float64(nil), nil},
	"path 4":        {0.0, nil},
	"graph 1":       {(func(n int) float64)(nil), [][]any{{3}, {4}, {10}}},
	"graph 2":       {[]float64(nil), nil},
	"graph 3":       {(func(alpha, sigma float64) float64)(nil), [][]any{{0.7, 0.02}, {0.95, 0.02}, {0.9, 0.5}}},
	"graph 4":       {(func(mu, sigma float64) (low, high float64))(nil), [][]any{{0.018, 0.02}, {0.05, 0.02}, {0.03, 0.04}}},
	"noise 1":       {[]float64(nil), nil},
	"noise 2":       {(func(n, m, features int) float64)(nil), [][]any{{27, 25, 10}, {45, 45, 10}, {4, 3, 5}}},
	"noise 3":       {(func(alpha, rate float64) float64)(nil), [][]any{{0.7, 0.05}, {0.6, 0.05}, {0.9, 0.01}}},
	"noise 4":       {(func(p []float64, level float64) float64)(nil), [][]any{{[]float64{0.001, 0.2, 0.012, 0.045, 0.02}, 0.05}, {[]float64{0.04, 0.01}, 0.05}, {[]float64{0.001, 0.002, 0.3}, 0.01}}},
	"step 1":        {(func(g1, g2, v []float64) (lambda, eta float64))(nil), inConflict},
	"step 2":        {[]float64(nil), nil},
	"rules 1":       {(func(g1, g2 []float64) float64)(nil), [][]any{{[]float64{1, 0}, []float64{-1, 2}}, {[]float64{2, 1}, []float64{-3, 1}}}},
	"rules 2":       {[]float64(nil), nil},
	"rules 3":       {[]bool(nil), nil},
	"student 1":     {(func(w, b, x, x0 float64) float64)(nil), [][]any{{2.0, 5.0, 1.0, -3.0}, {-1.5, 1.0, 0.5, 0.0}, {0.7, -2.0, -4.0, 1.0}}},
	"student 2":     {0.0, nil},
	"series 1":      {(func(x1, x2 float64) []float64)(nil), [][]any{{0.5, 0.5}, {-0.2, 0.3}, {1.0, -0.1}}},
	"series 2":      {[]float64(nil), nil},
	"route 2":       {(func(phase float64) (float64, float64))(nil), [][]any{{2.4}, {1.0}, {3.0}}},
	"claims 1":      {(func(g1, g2 []float64, a1, a2 float64) (float64, float64))(nil), [][]any{{[]float64{1, 0}, []float64{-1, 2}, 2.0, 1.0}, {[]float64{2, 1}, []float64{-3, 1}, 1.0, 0.7}}},
	"prior 1":       {(func(w1, w2 float64) float64)(nil), [][]any{{2.0, 1.0}, {1.0, 0.2}, {5.0, 4.5}}},
	"compression 1": {[]bool(nil), nil},
	"data 1":        {(func(w1, w2, rho float64) float64)(nil), [][]any{{2.0, 1.0, 0.5}, {-1.0, 0.3, 0.87}, {0.4, 0.9, 0.0}}},
	"by-hand 1":     {0.0, nil},
	"by-hand 2": {(func(g1, g2 []float64, lambda float64) []float64)(nil), [][]any{
		{[]float64{1, 0}, []float64{0, 1}, 0.25}, {[]float64{1, 2}, []float64{-3, 0.5}, 0.9}, {[]float64{-1, 1}, []float64{2, -2}, 0.5},
	}},
	"by-hand 3":     {[]float64(nil), nil},
	"data 5":        {(func(j int, ratio float64) float64)(nil), [][]any{{25, 0.25}, {10, 1.0 / 9}, {5, 0.25}}},
	"data 6":        {(func(tig []float64) []float64)(nil), [][]any{{[]float64{3, -1, 0.5}}, {[]float64{-2, 2, 4}}}},
	"data 7":        {(func(percent float64) float64)(nil), [][]any{{5.0}, {-50.0}, {30.0}}},
	"step 4":        {(func(g1, g2 []float64) []float64)(nil), [][]any{{[]float64{1, 0}, []float64{-1, 2}}, {[]float64{1, 1, 0}, []float64{-1, 0, 2}}}},
	"step 5":        {(func(lambda float64) float64)(nil), [][]any{{0.9}, {0.2}, {0.7}}},
	"arrival 1":     {(func(g1, g2 []float64) float64)(nil), [][]any{{[]float64{1, 0}, []float64{-1, 2}}, {[]float64{1, 0}, []float64{3, 0.5}}, {[]float64{1, 1, 0}, []float64{-1, 0, 2}}}},
	"arrival 2":     {(func(lambda float64) float64)(nil), [][]any{{0.7}, {0.9}, {0.2}}},
	"arrival 3":     {(func(factor, share float64) float64)(nil), [][]any{{0.55, 1e-5}, {0.979, 1e-5}, {0.9, 0.01}}},
	"arrival 4":     {(func(after func(step float64) float64, slope float64) float64)(nil), backtracked},
	"by-hand 5":     {(func(d, low, high float64) float64)(nil), [][]any{{0.1, 0.2, 1.0}, {-0.5, 0.2, 1.0}, {0.7, 0.2, 0.4}, {0.5, 0.2, 1.0}}},
	"student 6":     {(func(way, rate float64) float64)(nil), [][]any{{36.0, 0.001}, {36.0, 0.01}, {3.84, 0.002}}},
	"student 7":     {0.0, nil},
	"series 6":      {(func(x float64, i, t int) float64)(nil), [][]any{{1.0, 2, 5}, {-2.0, 0, 10}, {0.5, 4, 4}}},
	"series 7":      {(func(x []float64) float64)(nil), [][]any{{[]float64{1, 2, 3}}, {[]float64{-1, 0, 0, 4}}}},
	"route 6":       {(func(i, k int) float64)(nil), [][]any{{1, 3}, {3, 3}, {2, 8}}},
	"route 7":       {(func(path []float64) float64)(nil), [][]any{{[]float64{0, 1, 2}}, {[]float64{0, 3, 4}}, {[]float64{1, 0, 2, 5}}}},
	"route 8":       {(func(a, b float64) float64)(nil), [][]any{{-1.4, 0.6}, {0.0, 1.0}, {2.0, 2.5}}},
	"claims 5":      {(func(alpha float64, n int) float64)(nil), [][]any{{0.7, 6}, {0.9, 6}, {0.7, 25}}},
	"claims 6":      {0.0, nil},
	"claims 7":      {(func(q float64) float64)(nil), [][]any{{0.1}, {0.5}, {0.9}}},
	"prior 4":       {(func(sigma, b float64) float64)(nil), [][]any{{1.0, 0.05}, {2.0, 0.1}, {0.5, 0.02}}},
	"prior 5":       {(func(n int) float64)(nil), [][]any{{8}, {3}, {10}}},
	"prior 6":       {(func(sizes []int) float64)(nil), [][]any{{[]int{2, 3, 3}}, {[]int{3, 2, 2}}, {[]int{1, 1, 1, 1}}}},
	"compression 4": {(func(h [][]float64, j int) float64)(nil), [][]any{{[][]float64{{1, -3}, {2, 2}}, 0}, {[][]float64{{1, -3}, {2, 2}}, 1}, {[][]float64{{0.5, 1, -0.5}, {4, 0, 0}}, 2}}},
	"compression 5": {(func(inputs, units int) float64)(nil), [][]any{{10, 64}, {10, 2}, {1, 4}}},
	"compression 6": {(func(v []float64) float64)(nil), [][]any{{[]float64{0.5, -0.25}}, {[]float64{-2, 1, 1}}}},
	"rules 5":       {(func(g1, g2 []float64) []float64)(nil), [][]any{{[]float64{1, 0}, []float64{-1, 2}}, {[]float64{1, 1, 0}, []float64{-1, 0, 2}}}},
}

// backtracked holds functions of the step with their slopes: the larger loss after a step along −v,
// and its rate of decrease at step 0.
var backtracked = [][]any{
	{func(step float64) float64 { return (1 - 10*step) * (1 - 10*step) }, 20.0},
	{func(step float64) float64 { return (1 - step) * (1 - step) }, 2.0},
	{func(step float64) float64 { return math.Pow(1-3*step, 4) }, 12.0},
}

// inConflict holds pairs of conflicting gradients, with a vector inside their cone.
var inConflict = [][]any{
	{[]float64{1, 0}, []float64{-1, 2}, []float64{1, 2}}, {[]float64{2, 1}, []float64{-3, 1}, []float64{0, 3}}, {[]float64{1, 1, 0}, []float64{-1, 0, 2}, []float64{0.2, 1, 1}},
}
