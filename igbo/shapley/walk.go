package shapley

import "math"

// mostTabled is up to how many players on one way their weights are tabled.
const mostTabled = 64

// weights are, of a leaf that a players of x reach and b of z are kept from, what each of the a gets,
// (a−1)!·b!/(a+b)!, and what each of the b loses, a!·(b−1)!/(a+b)!.
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

// share is (a−1)!·b!/(a+b)!, 0 for a = 0.
func share(a, b int) float64 {
	if a == 0 {
		return 0
	}
	return math.Exp(factorial(a-1) + factorial(b) - factorial(a+b))
}

// factorial is the logarithm of n!.
func factorial(n int) float64 {
	v, _ := math.Lgamma(float64(n + 1))
	return v
}

// of is what each of the a gets; what each of the b loses is of(b, a).
func (w weights) of(a, b int) float64 {
	if a < len(w.gain) && b < len(w.gain) {
		return w.gain[a][b]
	}
	return share(a, b)
}

// walker goes through a tree with x and z at once.
type walker struct {
	tree    Tree
	x, z    []float64
	owner   []int
	weights weights
	side    []int8 // of each player: 1 follows x, −1 z, 0 is not asked yet
	to      []float64
	players int

	pairs   bool  // to is [players,players], of interactions
	with    []int // players that follow x, and z
	without []int
	parts   []float64 // by background row, nil where nobody asks for them
}

// part calls a function and notes what it adds to the values as the part of a background row.
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

// walk adds what the leaves below a node give, and returns the sums of its gains and losses; a players follow x so far, b follow z.
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
