package shapley

import "math"

// mostTabled is the maximum number of players on a path for which the weights are tabulated.
const mostTabled = 64

// weights holds the Shapley weights of a leaf on whose path a players follow x and b players follow z. Each of
// the a players gains (a−1)!·b!/(a+b)!, and each of the b players loses a!·(b−1)!/(a+b)!.
type weights struct{ gain [][]float64 }

func newWeights(players int) weights {
	size := min(players, mostTabled) + 1
	w := weights{make([][]float64, size)}
	for a := range w.gain {
		for b := range size {
			w.gain[a] = append(w.gain[a], share(a, b))
		}
	}
	return w
}

// share returns (a−1)!·b!/(a+b)!, or 0 if a = 0.
func share(a, b int) float64 {
	if a == 0 {
		return 0
	}
	return math.Exp(factorial(a-1) + factorial(b) - factorial(a+b))
}

// factorial returns the logarithm of n!.
func factorial(n int) float64 {
	v, _ := math.Lgamma(float64(n + 1))
	return v
}

// of returns the gain of each of the a players. The loss of each of the b players is of(b, a).
func (w weights) of(a, b int) float64 {
	if a < len(w.gain) && b < len(w.gain) {
		return w.gain[a][b]
	}
	return share(a, b)
}

// A walker visits a tree with x and z at once.
type walker struct {
	tree    Tree
	x, z    []float64
	owner   []int
	weights weights
	side    []int8 // of each player: 1 follows x, −1 follows z, 0 is undecided
	to      []float64
	players int

	pairs   bool  // to is [players,players], for interactions
	with    []int // players that follow x; without: those that follow z
	without []int
	parts   []float64 // by background row; nil if not requested
}

// part calls add and records the change of the values as the part of a background row.
func (w *walker) part(row int, add func()) {
	if w.parts == nil {
		add()
		return
	}
	part := w.parts[row*w.players : (row+1)*w.players]
	for k, v := range w.to {
		part[k] = -v
	}
	add()
	for k, v := range w.to {
		part[k] += v
	}
}

// walk adds the contributions of the leaves below a node and returns the sums of their gains and losses. So
// far, a players follow x and b players follow z.
func (w *walker) walk(i int32, a, b int) (gain, loss float64) {
	for {
		n := &w.tree[i]
		if n.Mode == Leaf {
			if w.pairs {
				w.interact(n.Value)
				return 0, 0
			}
			return n.Value * w.weights.of(a, b), n.Value * w.weights.of(b, a)
		}
		toX, toZ := n.next(w.x[n.Column]), n.next(w.z[n.Column])
		p := w.owner[n.Column]
		switch {
		case toX == toZ || w.side[p] > 0:
			i = toX
			continue
		case w.side[p] < 0:
			i = toZ
			continue
		}
		w.side[p] = 1
		if w.pairs {
			w.with = append(w.with, p)
		}
		gx, lx := w.walk(toX, a+1, b)
		w.side[p] = -1
		if w.pairs {
			w.with, w.without = w.with[:len(w.with)-1], append(w.without, p)
		}
		gz, lz := w.walk(toZ, a, b+1)
		w.side[p] = 0
		if w.pairs {
			w.without = w.without[:len(w.without)-1]
			return 0, 0
		}
		w.to[p] += gx - lz
		return gx + gz, lx + lz
	}
}
