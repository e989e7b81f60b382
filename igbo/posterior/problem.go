package posterior

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/samples"
)

// A problem holds the data that all chains share: the columns that vary, in the prior's units, and their order.
type problem struct {
	ctx    context.Context
	cfg    Config
	rows   int
	d      int         // number of columns that vary
	own    []int       // their numbers in the data
	x      [][]float64 // by column
	y      []float64
	gram   []float64 // XᵀX, d·d
	xy     []float64 // Xᵀy
	yy     float64
	group  []int   // feature of each column
	groups [][]int // columns of each feature; empty if none varies
	sign   []int
	signs  int // number of known signs
	order  Order
	rel    *relation
	pairs  [][2]int // correlated columns, which move together
	logZ   []float64
	logS   []float64 // log Z of the directions
}

// alike is the correlation above which two columns are moved together.
const alike = 0.5

func newProblem(ctx context.Context, d samples.Data, o Order, c Config) (*problem, units, error) {
	if err := c.Validate(len(d.Features)); err != nil {
		return nil, units{}, err
	}
	if err := check(d, c.Loss); err != nil {
		return nil, units{}, err
	}
	u, err := measure(d, c)
	if err != nil {
		return nil, u, err
	}
	p := &problem{ctx: ctx, cfg: c, order: o, rows: len(d.Y)}
	columns, groups := u.inputs(d), c.groups(len(d.Features))
	at := make([]int, len(d.Features))
	for j, x := range columns {
		if x != nil {
			at[j] = p.d
			p.own, p.x = append(p.own, j), append(p.x, x)
			p.d++
		}
	}
	if p.d == 0 {
		return nil, u, fmt.Errorf("posterior: all %d columns are constant, want at least one that varies", len(d.Features))
	}
	p.group = make([]int, p.d)
	active := make([]bool, len(groups))
	for g, group := range groups {
		var kept []int
		for _, j := range group {
			if columns[j] != nil {
				kept = append(kept, at[j])
				p.group[at[j]] = g
			}
		}
		p.groups, active[g] = append(p.groups, kept), len(kept) > 0
	}
	if p.rel, err = o.relation(ctx, active); err != nil {
		return nil, u, err
	}
	if err := p.directions(o, len(d.Features)); err != nil {
		return nil, u, err
	}
	for _, y := range d.Y {
		p.y = append(p.y, (y-u.y0)/u.y1)
	}
	p.products()
	if c.Trust == Soft && !p.over() {
		p.normalize()
	}
	if err := ctx.Err(); err != nil {
		return nil, u, fmt.Errorf("posterior: preparing the chains: %w", err)
	}
	return p, u, nil
}

// directions sets the directions of the columns that vary.
func (p *problem) directions(o Order, columns int) error {
	if o.Directions != nil && len(o.Directions) != columns {
		return fmt.Errorf("posterior: Directions has %d entries, want one for each of the %d columns", len(o.Directions), columns)
	}
	p.sign = make([]int, p.d)
	for j, own := range p.own {
		if o.Directions == nil {
			continue
		}
		switch s := o.Directions[own]; s {
		case -1, 0, 1:
			p.sign[j] = s
		default:
			return fmt.Errorf("posterior: direction %d is set for column %d, want 1, −1 or 0", s, own)
		}
		if p.sign[j] != 0 {
			p.signs++
		}
	}
	return nil
}

// products computes the products of the columns with each other and with the target.
func (p *problem) products() {
	x := mat.NewDense(p.d, p.rows, nil)
	for j, column := range p.x {
		x.SetRow(j, column)
	}
	gram, ok := await(p.ctx, func() []float64 {
		var g mat.Dense
		g.Mul(x, x.T())
		return g.RawMatrix().Data
	})
	if !ok {
		return
	}
	p.gram = gram
	y := mat.NewVecDense(p.rows, p.y)
	var xy mat.VecDense
	xy.MulVec(x, y)
	p.xy, p.yy = xy.RawVector().Data, mat.Dot(y, y)
	p.match()
}

// match finds the pairs of correlated columns.
func (p *problem) match() {
	p.pairs = nil
	for j := range p.d {
		for k := range j {
			if math.Abs(p.gram[j*p.d+k]) > alike*math.Sqrt(p.gram[j*p.d+j]*p.gram[k*p.d+k]) {
				p.pairs = append(p.pairs, [2]int{j, k})
			}
		}
	}
}

// start returns a point that satisfies a hard order. It uses the weights of ridge regression; the importance of
// each feature is the mean of the largest at or below it and the smallest at or above it.
func (p *problem) start() []float64 {
	w := p.ridge()
	size := make([]float64, len(p.groups))
	for g := range size {
		size[g] = math.Sqrt(p.square(w, g))
	}
	for g, group := range p.groups {
		if len(group) == 0 {
			continue
		}
		upper, lower := size[g], size[g]
		for _, k := range p.rel.below[g] {
			upper = max(upper, size[k])
		}
		for _, k := range p.rel.above[g] {
			lower = min(lower, size[k])
		}
		middle := (upper + lower) / 2
		if middle == 0 {
			continue
		}
		for _, j := range group {
			if size[g] == 0 {
				w[j] = middle / math.Sqrt(float64(len(group)))
			} else {
				w[j] *= middle / size[g]
			}
		}
	}
	for j, s := range p.sign {
		if s != 0 {
			w[j] = float64(s) * math.Abs(w[j])
		}
	}
	return w
}

// square returns the squared importance of a feature.
func (p *problem) square(w []float64, g int) (sum float64) {
	for _, j := range p.groups[g] {
		sum += w[j] * w[j]
	}
	return sum
}

// ridge returns the weights of a ridge regression on the targets, or on the logarithms of counts. Chains start
// from them. It returns zeros if there is no solution or the context ends.
func (p *problem) ridge() []float64 {
	xy := p.xy
	if p.cfg.Loss == Poisson {
		xy = make([]float64, p.d)
		for j, x := range p.x {
			for i, y := range p.y {
				xy[j] += x[i] * math.Log(y+.5)
			}
		}
	}
	a := mat.NewSymDense(p.d, nil)
	for j := range p.d {
		for k := j; k < p.d; k++ {
			a.SetSym(j, k, p.gram[j*p.d+k])
		}
		a.SetSym(j, j, a.At(j, j)*1.1+1)
	}
	w, _ := await(p.ctx, func() []float64 {
		var chol mat.Cholesky
		var w mat.VecDense
		if !chol.Factorize(a) || chol.SolveVecTo(&w, mat.NewVecDense(p.d, xy)) != nil {
			return nil
		}
		return w.RawVector().Data
	})
	if w == nil {
		return make([]float64, p.d)
	}
	return w
}
