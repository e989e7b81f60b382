package shapley

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// Mode is the comparison of a split.
type Mode uint8

// The comparisons of a cell with the value of a split. If the result is true, the path continues at Split.True.
const (
	LessOrEqual Mode = iota
	Less
	GreaterOrEqual
	Greater
	Equal
	NotEqual
	Leaf
)

// A Split is a node of a tree: a comparison with a column, or a leaf.
type Split struct {
	Mode        Mode
	MissingTrue bool // NaN goes to True; if not set, NaN goes to False, or to True for NotEqual
	Column      int32
	True, False int32 // indices of the next nodes, which must be greater than that of this node
	Value       float64
	// Outputs holds the values of a leaf.
	Outputs []float64
}

// A Tree is a list of nodes that starts with the root.
type Tree []Split

// An Ensemble is a sum of trees and of Base [outputs].
type Ensemble struct {
	Trees   []Tree
	Columns int
	Base    []float64
}

// Validate checks that every path through a tree ends at a leaf. Nodes must come after their parents.
func (e *Ensemble) Validate() error {
	if e == nil {
		return errors.New("shapley: the ensemble must not be nil")
	}
	if e.Columns < 1 {
		return fmt.Errorf("shapley: the ensemble has %d columns, want at least 1", e.Columns)
	}
	if len(e.Base) < 1 {
		return errors.New("shapley: the ensemble has no outputs, want at least 1 number in Base")
	}
	for t, tree := range e.Trees {
		if len(tree) == 0 {
			return fmt.Errorf("shapley: tree %d has no nodes, want at least 1", t)
		}
		for i, n := range tree {
			switch {
			case n.Mode > Leaf:
				return fmt.Errorf("shapley: node %d of tree %d has the unknown mode %d", i, t, n.Mode)
			case n.Mode == Leaf && len(n.Outputs) != len(e.Base):
				return fmt.Errorf("shapley: leaf %d of tree %d has %d values, want %d", i, t, len(n.Outputs), len(e.Base))
			case n.Mode != Leaf && (n.Column < 0 || int(n.Column) >= e.Columns):
				return fmt.Errorf("shapley: node %d of tree %d splits column %d, want 0 to %d", i, t, n.Column, e.Columns-1)
			case n.Mode != Leaf && (int(n.True) <= i || int(n.False) <= i || int(n.True) >= len(tree) || int(n.False) >= len(tree)):
				return fmt.Errorf("shapley: node %d of tree %d leads to nodes %d and %d, want nodes after it, up to %d", i, t, n.True, n.False, len(tree)-1)
			}
		}
	}
	return nil
}

// next returns the index of the next node for a cell.
func (n *Split) next(v float64) int32 {
	if v != v {
		if n.MissingTrue || n.Mode == NotEqual {
			return n.True
		}
		return n.False
	}
	var yes bool
	switch n.Mode {
	case LessOrEqual:
		yes = v <= n.Value
	case Less:
		yes = v < n.Value
	case GreaterOrEqual:
		yes = v >= n.Value
	case Greater:
		yes = v > n.Value
	case Equal:
		yes = v == n.Value
	default:
		yes = v != n.Value
	}
	if yes {
		return n.True
	}
	return n.False
}

// Predict appends the ensemble's outputs for a row to a list.
func (e *Ensemble) Predict(to, row []float64) []float64 {
	at := len(to)
	to = append(to, e.Base...)
	for _, tree := range e.Trees {
		i := int32(0)
		for tree[i].Mode != Leaf {
			i = tree[i].next(row[tree[i].Column])
		}
		for k, v := range tree[i].Outputs {
			to[at+k] += v
		}
	}
	return to
}

// Combined returns the ensemble with the single output Σ_k weights_k · output k + shift. It drops trees whose
// leaves are all 0.
func (e *Ensemble) Combined(weights []float64, shift float64) *Ensemble {
	one := &Ensemble{Columns: e.Columns, Base: []float64{shift}}
	for k, w := range weights {
		one.Base[0] += w * e.Base[k]
	}
	for _, tree := range e.Trees {
		made, counts := make(Tree, len(tree)), false
		for i, n := range tree {
			if n.Mode == Leaf {
				sum := 0.0
				for k, w := range weights {
					sum += w * n.Outputs[k]
				}
				n.Outputs, n.Value, counts = []float64{sum}, sum, counts || sum != 0
			}
			made[i] = n
		}
		if counts {
			one.Trees = append(one.Trees, made)
		}
	}
	return one
}

// Values returns the exact Shapley values φ [N·players] of the first output, at rows [N·columns] relative to
// background rows. Use [Ensemble.Combined] to get an ensemble with one output. owner[c] is the player of column
// c, from 0 to players−1.
//
// It implements the interventional algorithm for trees (Lundberg et al., 2020). For each pair of a row and a
// background row, it visits the nodes that some mixture of both reaches. If progress is not nil, it is called
// with the number of finished rows. Values returns an error if sizes are invalid or ctx is cancelled.
func (e *Ensemble) Values(ctx context.Context, rows, background []float64, owner []int, players int, progress func(done, total int)) ([]float64, error) {
	phi := make([]float64, len(rows)/max(e.Columns, 1)*players)
	err := e.each(ctx, rows, background, owner, players, progress, func(w *walker, i int) {
		w.to = phi[i*players : (i+1)*players]
	})
	return phi, err
}

// A Stepper receives the Shapley values φ [K] of a row and their parts [M·K], one for each of the M background
// rows. φ is the mean of the parts. A Stepper must not keep the slices.
type Stepper func(row int, phi, parts []float64)

// mostParts is the number of parts that Against holds at once, unless one row has more.
const mostParts = 1 << 20

// Against is like [Ensemble.Values] and also calls take for each row in order. It passes the row's values and
// its Shapley values relative to each single background row.
func (e *Ensemble) Against(ctx context.Context, rows, background []float64, owner []int, players int, progress func(done, total int), take Stepper) ([]float64, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	n, size := len(rows)/e.Columns, len(background)/e.Columns*players
	block := max(1, mostParts/max(size, 1))
	all, parts := make([]float64, 0, n*players), make([]float64, min(block, n)*size)
	for some := range slices.Chunk(rows, block*e.Columns) {
		from := len(all) / players
		phi := make([]float64, len(some)/e.Columns*players)
		err := e.each(ctx, some, background, owner, players, func(done, _ int) {
			if progress != nil {
				progress(from+done, n)
			}
		}, func(w *walker, i int) {
			w.to, w.parts = phi[i*players:(i+1)*players], parts[i*size:(i+1)*size]
		})
		if err != nil {
			return nil, err
		}
		for i := range len(phi) / players {
			take(from+i, phi[i*players:(i+1)*players], parts[i*size:(i+1)*size])
		}
		all = append(all, phi...)
	}
	return all, nil
}

// each walks every tree with every pair of a row and a background row. start tells a walker where to store the
// values of a row.
func (e *Ensemble) each(ctx context.Context, rows, background []float64, owner []int, players int, progress func(done, total int), start func(w *walker, i int)) error {
	if err := e.Validate(); err != nil {
		return err
	}
	n, m := len(rows)/e.Columns, len(background)/e.Columns
	switch {
	case n*e.Columns != len(rows):
		return fmt.Errorf("shapley: the rows have %d numbers, want a multiple of the %d columns", len(rows), e.Columns)
	case m == 0 || m*e.Columns != len(background):
		return fmt.Errorf("shapley: the background has %d numbers, want a positive multiple of the %d columns", len(background), e.Columns)
	case len(owner) != e.Columns:
		return fmt.Errorf("shapley: %d columns have a player, want one for each of the %d columns", len(owner), e.Columns)
	}
	for k, p := range owner {
		if p < 0 || p >= players {
			return fmt.Errorf("shapley: column %d belongs to player %d, want 0 to %d", k, p, players-1)
		}
	}
	var reported sync.Mutex
	var done atomic.Int64
	weights := newWeights(players)
	parallel.For(n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		w := walker{owner: owner, weights: weights, side: make([]int8, players), players: players, x: rows[i*e.Columns : (i+1)*e.Columns]}
		start(&w, i)
		for j := range m {
			w.z = background[j*e.Columns : (j+1)*e.Columns]
			w.part(j, func() {
				for _, w.tree = range e.Trees {
					w.walk(0, 0, 0)
				}
			})
		}
		for k := range w.to {
			w.to[k] /= float64(m)
		}
		if progress != nil {
			reported.Lock()
			defer reported.Unlock()
			progress(int(done.Add(1)), n)
		}
	})
	return ctx.Err()
}
