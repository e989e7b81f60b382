package study

import "context"

// Grid adds the cells of a table of factors: a row for each of so many settings, with as many draws as the row has.
// Of gives a cell and its settings by row and draw.
func Grid[S, T any](p *Plan, do func(ctx context.Context, w *Work, s S) (T, error), rows int, draws func(row int) int, of func(row, draw int) (Cell, S)) [][]Part[T] {
	found := make([][]Part[T], rows)
	for i := range found {
		for j := range draws(i) {
			c, s := of(i, j)
			found[i] = append(found[i], Add(p, c, do, s))
		}
	}
	return found
}

// All are the parts of several cells, in their order.
func All[T any](parts *Parts, promised []Part[T]) []T {
	all := make([]T, len(promised))
	for i, p := range promised {
		all[i] = p.Of(parts)
	}
	return all
}

// Each reads a number of every item, say of every draw.
func Each[T any](items []T, read func(T) float64) []float64 {
	values := make([]float64, len(items))
	for i, item := range items {
		values[i] = read(item)
	}
	return values
}

// Over is the estimate of a number that is read of every item.
func Over[T any](items []T, level float64, read func(T) float64) Estimate {
	return NewEstimate(Each(items, read), level)
}
