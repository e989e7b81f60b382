package explain

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/onnx"
	"github.com/igbolab/igbolab/igbo/shapley"
	"github.com/igbolab/igbolab/igbo/tabular/explainer"
	"github.com/igbolab/igbolab/igbo/tabular/explainer/subprocess"
)

// population is a model with the distribution of its rows of three columns.
type population struct {
	draw func(r *rand.Rand, row []float64)
	phi  func(row, phi []float64) // values against the whole population
	over func(t *testing.T, d igbo.Data) *run
	mean []float64 // means of the columns
}

// values returns the means of H(a) − H(b), H(c), H(a) − H(c) and R(a) over the given number of
// population rows.
func (p population) values(rows int) (mean [4]float64) {
	r := rand.New(rand.NewPCG(77, 1))
	row, phi := make([]float64, 3), make([]float64, 3)
	for range rows {
		p.draw(r, row)
		p.phi(row, phi)
		size := math.Abs(phi[0]) + math.Abs(phi[1]) + math.Abs(phi[2])
		if size == 0 {
			continue
		}
		h := func(k int) float64 { return math.Abs(phi[k]) / size }
		for i, v := range []float64{h(0) - h(1), h(2), h(0) - h(2), phi[0] / size * sign(row[0]-p.mean[0])} {
			mean[i] += v / float64(rows)
		}
	}
	return mean
}

// ensembleBox is a box of trees in memory.
type ensembleBox struct {
	trees
	e *shapley.Ensemble
}

func (b ensembleBox) outputs() int         { return 1 }
func (b ensembleBox) method(Config) string { return "exact" }
func numbersOf(rows [][]onnx.Cell) (x []float64) {
	for _, row := range rows {
		for _, c := range row {
			x = append(x, c.Number)
		}
	}
	return x
}

func (b ensembleBox) parts(ctx context.Context, _ int, rows, background [][]onnx.Cell, _ Config, progress func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error) {
	phi, err = b.e.Against(ctx, numbersOf(rows), numbersOf(background), []int{0, 1, 2}, 3, progress, take)
	return phi, make([]float64, len(rows)), nil, err
}

// cellBox is a box of the same trees with precomputed contributions, parts [cells·cells·3], of a
// cell against another. It is fast for many rows.
type cellBox struct {
	trees
	cell  func(row []float64) int
	known [][]float64
}

func (b cellBox) parts(_ context.Context, _ int, rows, background [][]onnx.Cell, _ Config, _ func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error) {
	var at []int
	for z := range slices.Chunk(numbersOf(background), 3) {
		at = append(at, b.cell(z))
	}
	phi, parts := make([]float64, 3*len(rows)), make([]float64, 3*len(at))
	for i, x := range slices.Collect(slices.Chunk(numbersOf(rows), 3)) {
		from, own := b.known[b.cell(x)], phi[i*3:i*3+3]
		for j, z := range at {
			part := from[z*3 : z*3+3]
			copy(parts[j*3:], part)
			for k, v := range part {
				own[k] += v / float64(len(at))
			}
		}
		take(i, own, parts)
	}
	return phi, make([]float64, len(rows)), nil, nil
}

func (b cellBox) outputs() int         { return 1 }
func (b cellBox) method(Config) string { return "exact" }

// functionBox is a program in memory.
type functionBox struct {
	command
	f func(row []float64) float64
}

func (b *functionBox) predict(_ context.Context, rows [][]onnx.Cell) (y []float64, err error) {
	row := make([]float64, 3)
	for _, cells := range rows {
		for k, c := range cells {
			row[k] = c.Number
		}
		y = append(y, b.f(row))
	}
	return y, nil
}

func (b *functionBox) parts(ctx context.Context, _ int, rows, background [][]onnx.Cell, c Config, progress func(done, total int), take shapley.Stepper) (phi, gaps, errors []float64, err error) {
	o := shapley.DefaultSampling()
	o.Pairs, o.Seed, o.Take = c.Pairs, c.Seed, take
	e, err := shapley.Sampled(ctx, b.predict, rows, background, [][]int{{0}, {1}, {2}}, o, progress)
	if err != nil {
		return nil, nil, nil, err
	}
	return e.Values, make([]float64, len(rows)), e.Errors, nil
}

// boxed returns a run over rows with a box.
func boxed(t *testing.T, d igbo.Data, b box) *run {
	t.Helper()
	return &run{Explainer: &Explainer{&explainer.Explainer{Data: d, Names: d.Features, Program: must.Of(subprocess.New("true", d.Features)).In(t)}}, box: b}
}

// gradient returns a run over rows with a function that has a gradient.
func gradient(t *testing.T, d igbo.Data, f func(x *Node) *Node) *run {
	t.Helper()
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.DType = models.CustomSpec("mine"), "float64"
	cfg.Function = func(_ *model.Scope, x, _ *Node) *Node { return f(x) }
	m := must.Of(igbo.New(backendtest.Open(t), cfg, d.Features, 1)).In(t)
	return newRun(&Explainer{&explainer.Explainer{Model: m, Data: d, Names: d.Features}})
}

func normals(r *rand.Rand, row []float64) {
	for k := range row {
		row[k] = r.NormFloat64()
	}
}

// symmetric returns trees in which the columns a and b contribute equally, with an interaction. The
// contribution of c is small.
func symmetric() *shapley.Ensemble {
	leaf := func(v float64) shapley.Split {
		return shapley.Split{Mode: shapley.Leaf, Value: v, Outputs: []float64{v}}
	}
	tree := func(u, v int32) shapley.Tree {
		at := func(c int32, x float64, yes, no int32) shapley.Split {
			return shapley.Split{Mode: shapley.LessOrEqual, Column: c, Value: x, True: yes, False: no}
		}
		return shapley.Tree{at(u, 0, 1, 4), at(v, 0.5, 2, 3), leaf(1), leaf(3), at(v, -0.5, 5, 6), leaf(2), leaf(5)}
	}
	e := &shapley.Ensemble{Columns: 3, Base: []float64{0}, Trees: []shapley.Tree{tree(0, 1), tree(1, 0), {{Mode: shapley.LessOrEqual, Column: 2, Value: 0.3, True: 1, False: 2}, leaf(0), leaf(0.7)}}}
	return e.Combined([]float64{1}, 0)
}

// treePopulation has normal rows. Its values are a sum over the cells of the trees.
func treePopulation(t *testing.T) population {
	e := symmetric()
	cuts := [][]float64{{-0.5, 0, 0.5}, {-0.5, 0, 0.5}, {0.3}}
	inside := [][]float64{{-1, -0.2, 0.2, 1}, {-1, -0.2, 0.2, 1}, {0, 1}}
	var cells, weights []float64
	for a, x := range inside[0] {
		for b, y := range inside[1] {
			for c, z := range inside[2] {
				cells = append(cells, x, y, z)
				weights = append(weights, share(cuts[0], a)*share(cuts[1], b)*share(cuts[2], c))
			}
		}
	}
	number := map[[3]int]int{}
	for i := range weights {
		number[cellOf(cuts, cells[i*3:i*3+3])] = i
	}
	cell := func(row []float64) int { return number[cellOf(cuts, row)] }
	known, values := make([][]float64, len(weights)), make([]float64, len(cells))
	must.Of(e.Against(context.Background(), cells, cells, []int{0, 1, 2}, 3, nil, func(i int, _, parts []float64) {
		known[i] = slices.Clone(parts)
		for j, v := range parts {
			values[i*3+j%3] += weights[j/3] * v
		}
	})).In(t)
	return population{
		draw: normals, mean: make([]float64, 3),
		phi: func(row, phi []float64) { copy(phi, values[cell(row)*3:]) },
		over: func(t *testing.T, d igbo.Data) *run {
			if d.Samples() > 1000 {
				return boxed(t, d, cellBox{cell: cell, known: known})
			}
			return boxed(t, d, ensembleBox{e: e})
		},
	}
}

// share returns the probability that a normal number is in the given interval between cuts.
func share(cuts []float64, at int) float64 {
	below := func(i int) float64 {
		switch {
		case i < 0:
			return 0
		case i == len(cuts):
			return 1
		}
		return 0.5 * math.Erfc(-cuts[i]/math.Sqrt2)
	}
	return below(at) - below(at-1)
}

func cellOf(cuts [][]float64, row []float64) (cell [3]int) {
	for k, v := range row {
		for _, cut := range cuts[k] {
			if v > cut {
				cell[k]++
			}
		}
	}
	return cell
}

// linearPopulation is a linear model of two normal columns and a skewed one, with attributions from
// the mean.
func linearPopulation(*testing.T) population {
	w := []float64{1, 1, 0.6}
	return population{
		draw: func(r *rand.Rand, row []float64) {
			row[0], row[1] = r.NormFloat64(), r.ExpFloat64()
			row[2] = 0.7*row[0] + r.NormFloat64()
		},
		mean: []float64{0, 1, 0},
		phi: func(row, phi []float64) {
			for k, v := range []float64{0, 1, 0} {
				phi[k] = w[k] * (row[k] - v)
			}
		},
		over: func(t *testing.T, d igbo.Data) *run {
			return gradient(t, d, func(x *Node) *Node { return ReduceSum(Mul(x, Const(x.Graph(), [][][]float64{{w}})), -1) })
		},
	}
}

// networkPopulation is a small network with integrated gradients from the mean, which is 0.
func networkPopulation(*testing.T) population {
	in := [][]float64{{1.2, -0.7, 0.3}, {-0.7, 1.2, 0.3}, {0.8, 0.8, -0.9}} // hidden × input: symmetric in a and b
	out := []float64{1, 1, 0.7}
	return population{
		draw: normals, mean: make([]float64, 3),
		phi: func(row, phi []float64) {
			clear(phi)
			const points = 20
			for q := range points {
				alpha := (float64(q) + 0.5) / points
				for u, weights := range in {
					z := 0.4
					for k, v := range weights {
						z += v * alpha * row[k]
					}
					th := math.Tanh(z)
					for k, v := range weights {
						phi[k] += out[u] * (1 - th*th) * v * row[k] / points
					}
				}
			}
		},
		over: func(t *testing.T, d igbo.Data) *run {
			return gradient(t, d, func(x *Node) *Node {
				hidden := Tanh(AddScalar(Einsum("btd,hd->bth", x, Const(x.Graph(), in)), 0.4))
				return ReduceSum(Mul(hidden, Const(x.Graph(), [][][]float64{{out}})), -1)
			})
		},
	}
}

// programPopulation is ab + a + b + sin c, with known values: half of the product belongs to a and
// half to b.
func programPopulation(*testing.T) population {
	return population{
		draw: normals, mean: make([]float64, 3),
		phi: func(row, phi []float64) {
			half := row[0] * row[1] / 2
			phi[0], phi[1], phi[2] = row[0]+half, row[1]+half, math.Sin(row[2])
		},
		over: func(t *testing.T, d igbo.Data) *run {
			return boxed(t, d, &functionBox{f: func(x []float64) float64 { return x[0]*x[1] + x[0] + x[1] + math.Sin(x[2]) }})
		},
	}
}
