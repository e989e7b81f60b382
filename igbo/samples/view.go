package samples

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// A View selects rows and columns of [Data] without copying them. A row is a valid step of a sample. The zero
// View has no rows. Methods panic if a number is out of range.
type View struct {
	data    Data
	rows    []int // numbers of steps in N·T; nil means all
	columns []int // nil means all
}

// View returns the valid steps of the samples with the given numbers, in this order. nil selects all samples.
// The view keeps the list.
func (d Data) View(numbers []int) View {
	switch {
	case d.Mask == nil && (d.Steps == 1 || numbers == nil):
		return View{data: d, rows: numbers}
	case numbers == nil:
		numbers = make([]int, d.Samples())
		for i := range numbers {
			numbers[i] = i
		}
	}
	rows := make([]int, 0, len(numbers)*d.Steps)
	for _, n := range numbers {
		for i := n * d.Steps; i < (n+1)*d.Steps; i++ {
			if d.Valid(i) {
				rows = append(rows, i)
			}
		}
	}
	return View{data: d, rows: rows}
}

// Columns returns a view of the given columns of v, in this order.
func (v View) Columns(numbers []int) View {
	columns := make([]int, len(numbers))
	for k, j := range numbers {
		columns[k] = v.column(j)
	}
	v.columns = columns
	return v
}

// Late returns a view of the rows at steps t ≥ burnIn.
func (v View) Late(burnIn int) View {
	if burnIn <= 0 {
		return v
	}
	rows := make([]int, 0, v.Rows())
	for i := range v.Rows() {
		if row := v.row(i); row%v.data.Steps >= burnIn {
			rows = append(rows, row)
		}
	}
	v.rows = rows
	return v
}

// row returns the number of row i in N·T.
func (v View) row(i int) int {
	if v.rows == nil {
		return i
	}
	return v.rows[i]
}

// column returns the number of column j in the Data.
func (v View) column(j int) int {
	if v.columns == nil {
		return j
	}
	return v.columns[j]
}

// Rows returns the number of rows.
func (v View) Rows() int {
	if v.rows == nil {
		return v.data.Rows()
	}
	return len(v.rows)
}

// Width returns the number of columns.
func (v View) Width() int {
	if v.columns == nil {
		return len(v.data.Features)
	}
	return len(v.columns)
}

// Features returns the names of the columns.
func (v View) Features() []string {
	if v.columns == nil {
		return v.data.Features
	}
	names := make([]string, len(v.columns))
	for k, j := range v.columns {
		names[k] = v.data.Features[j]
	}
	return names
}

// Row returns the inputs of row i. If the view has all columns, the result shares memory with the Data.
// Otherwise it is written to buffer, which grows if necessary.
func (v View) Row(i int, buffer []float64) []float64 {
	d := len(v.data.Features)
	all := v.data.X[v.row(i)*d : (v.row(i)+1)*d : (v.row(i)+1)*d]
	if v.columns == nil {
		return all
	}
	buffer = slices.Grow(buffer[:0], len(v.columns))
	for _, j := range v.columns {
		buffer = append(buffer, all[j])
	}
	return buffer
}

// Column appends the values of column j to a list.
func (v View) Column(to []float64, j int) []float64 {
	d, j := len(v.data.Features), v.column(j)
	to = slices.Grow(to, v.Rows())
	for i := range v.Rows() {
		to = append(to, v.data.X[v.row(i)*d+j])
	}
	return to
}

// Inputs returns the inputs of all rows, row by row. The result shares memory with the Data if the view has all
// rows and columns.
func (v View) Inputs() []float64 {
	if v.rows == nil && v.columns == nil {
		return v.data.X
	}
	x := make([]float64, 0, v.Rows()*v.Width())
	var buffer []float64
	for i := range v.Rows() {
		buffer = v.Row(i, buffer)
		x = append(x, buffer...)
	}
	return x
}

// Outputs returns K, the number of targets per row.
func (v View) Outputs() int { return v.data.Targets() }

// Target returns target k of row i.
func (v View) Target(i, k int) float64 { return v.data.Y[v.row(i)*v.Outputs()+k] }

// Targets returns the K targets of each row, row by row. The result shares memory with the Data if the view has
// all rows.
func (v View) Targets() []float64 { return v.Of(v.data.Y, v.Outputs()) }

// Of selects the numbers for the view's rows from a list, such as the outputs of a model. The list has `each`
// numbers for each of the N·T steps of the Data. It returns the list itself if the view has all rows.
func (v View) Of(list []float64, each int) []float64 { return v.OfIn(nil, list, each) }

// OfIn is like [View.Of] but allocates a copy in the given space, or on the heap if it is nil.
func (v View) OfIn(space *spool.Space, list []float64, each int) []float64 {
	if v.rows == nil || list == nil {
		return list
	}
	return fold.TakeTo(spool.Scratch[float64](space, len(v.rows)*each)[:0], list, each, v.rows)
}

// Scratch returns an empty space for temporary lists; see [Scratch]. Close it after use.
func (v View) Scratch() *spool.Space { return Scratch(v.data) }

// Sample returns the number of the sample to which row i belongs.
func (v View) Sample(i int) int { return v.row(i) / v.data.Steps }

// Weight returns the weight of row i: the weight of its sample, or 1 if the Data have no weights.
func (v View) Weight(i int) float64 {
	if v.data.Weights == nil {
		return 1
	}
	return v.data.Weights[v.Sample(i)]
}

// Weights returns the weight of each row, or nil if the Data have no weights. The result shares memory with the
// Data if the view has all rows and T is 1.
func (v View) Weights() []float64 { return v.WeightsIn(nil) }

// TargetsIn is like [View.Targets] but allocates a copy in the given space, or on the heap if it is nil.
func (v View) TargetsIn(space *spool.Space) []float64 { return v.OfIn(space, v.data.Y, v.Outputs()) }

// WeightsIn is like [View.Weights] but allocates a copy in the given space, or on the heap if it is nil.
func (v View) WeightsIn(space *spool.Space) []float64 {
	if v.data.Weights == nil || v.rows == nil && v.data.Steps == 1 {
		return v.data.Weights
	}
	w := spool.Scratch[float64](space, v.Rows())
	for i := range w {
		w[i] = v.Weight(i)
	}
	return w
}

// Data returns the rows as samples with one step. Inputs, targets and weights are those of [View.Inputs],
// [View.Targets] and [View.Weights].
func (v View) Data() Data {
	return Data{Features: v.Features(), Steps: 1, X: v.Inputs(), Y: v.Targets(), Outputs: v.data.Outputs, Weights: v.Weights()}
}
