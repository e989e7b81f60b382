package vector

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Number is the constraint of the types with arithmetic and comparisons in plain Go.
type Number interface {
	float32 | float64 | int32 | int64
}

// A Binary is an operation with two operands in three forms: two slices (Both), a slice and a number (Right), or a number
// and a slice (Left). All slices have the length of y. y may be one of the operands.
type Binary[T, R any] struct {
	Both  func(y []R, a, b []T)
	Right func(y []R, a []T, b T)
	Left  func(y []R, a T, b []T)
}

// Forms returns the Binary with the given forms.
func Forms[T, R any](both func(y []R, a, b []T), right func(y []R, a []T, b T), left func(y []R, a T, b []T)) Binary[T, R] {
	return Binary[T, R]{both, right, left}
}

// Commuting returns the Binary of a commutative operation. It derives the form Left from right.
func Commuting[T, R any](both func(y []R, a, b []T), right func(y []R, a []T, b T)) Binary[T, R] {
	return Binary[T, R]{both, right, func(y []R, a T, b []T) { right(y, b, a) }}
}

// Mirrored returns the operation with its operands exchanged.
func (o Binary[T, R]) Mirrored() Binary[T, R] {
	return Binary[T, R]{
		func(y []R, a, b []T) { o.Both(y, b, a) },
		func(y []R, a []T, b T) { o.Left(y, b, a) },
		func(y []R, a T, b []T) { o.Right(y, b, a) },
	}
}

// A Selection selects elements of a where c is true and elements of b elsewhere. In the form Right, b is a number; in the
// form Left, a is one. Values are copied bit by bit, so values of any four-byte type can be passed as float32.
type Selection struct {
	Both  func(y []float32, c []bool, a, b []float32)
	Right func(y []float32, c []bool, a []float32, b float32)
	Left  func(y []float32, c []bool, a float32, b []float32)
}

// A Tile computes a tile of a matrix product: c = a·b, or c += a·b if more is set. Each element is summed by k fused
// multiply-adds in order. All strides are in bytes: ldc, lda and ldb between the rows of c, a and b, and sta between the
// columns of a. If you exchange lda and sta, a is read as its transpose. width is the number of columns for the tiles
// Part and RowPart; other tiles ignore it.
type Tile = func(c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int)

// Tiles holds the tiles of an element type. Whole and Part have Rows rows, Row and RowPart have one. Whole and Row have
// two vectors of Lanes columns. Part and RowPart have up to one vector; they are nil in the NEON set, which has no masked
// instructions.
type Tiles struct {
	Rows, Lanes               int
	Whole, Part, Row, RowPart Tile
}

// A Set holds the kernels of an instruction set. The keys of the maps are the names of GoMLX's operations.
type Set struct {
	Name  string
	Lanes int // number of float32 values in a vector; 1 in plain Go

	Unary      map[string]func(y, x []float32)
	Arithmetic map[string]Binary[float32, float32]
	Comparison map[string]Binary[float32, bool]
	Where      Selection
	Ones       func(y []float32, c []bool) // 1 where c is true, 0 elsewhere

	Tiles32, Tiles64 Tiles
}

// Variable is the environment variable that selects the set returned by [Default].
const Variable = "IGBO_VECTOR"

// Sets returns the sets that this machine supports, fastest first. The last one is plain Go.
func Sets() []*Set { return append(found(), plain) }

// Named returns the set with the given name, or the fastest set if name is empty. It returns an error if this machine
// does not support the set.
func Named(name string) (*Set, error) {
	all := Sets()
	if name == "" {
		return all[0], nil
	}
	if i := slices.IndexFunc(all, func(s *Set) bool { return s.Name == name }); i >= 0 {
		return all[i], nil
	}
	return nil, fmt.Errorf("vector: this machine does not support %s=%q (use one of %s)", Variable, name, names())
}

// names returns the names of the sets that this machine supports.
func names() string {
	var list []string
	for _, s := range Sets() {
		list = append(list, s.Name)
	}
	return strings.Join(list, ", ")
}

var fromEnvironment = sync.OnceValues(func() (*Set, error) { return Named(os.Getenv(Variable)) })

// Default returns the set that the environment variable [Variable] selects, or the fastest set. It reads the variable
// only once. It returns the errors of [Named].
func Default() (*Set, error) { return fromEnvironment() }

// Description returns a line of text with the selected set and the available ones.
func Description() string {
	chosen, err := Default()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s (this machine supports %s; choose with %s)", chosen.Name, names(), Variable)
}
