package vector

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Number is a type of which there are arithmetic and comparisons in plain Go.
type Number interface {
	float32 | float64 | int32 | int64
}

// Binary is an operation on two values in its forms: of two slices, of a slice and a number, of a number and a
// slice. Slices have the length of y; y may be one of them.
type Binary[T, R any] struct {
	Both  func(y []R, a, b []T)
	Right func(y []R, a []T, b T)
	Left  func(y []R, a T, b []T)
}

// Forms makes an operation of its forms.
func Forms[T, R any](both func(y []R, a, b []T), right func(y []R, a []T, b T), left func(y []R, a T, b []T)) Binary[T, R] {
	return Binary[T, R]{both, right, left}
}

// Commuting makes an operation of which a∘b is b∘a.
func Commuting[T, R any](both func(y []R, a, b []T), right func(y []R, a []T, b T)) Binary[T, R] {
	return Binary[T, R]{both, right, func(y []R, a T, b []T) { right(y, b, a) }}
}

// Mirrored is b∘a.
func (o Binary[T, R]) Mirrored() Binary[T, R] {
	return Binary[T, R]{
		func(y []R, a, b []T) { o.Both(y, b, a) },
		func(y []R, a []T, b T) { o.Left(y, b, a) },
		func(y []R, a T, b []T) { o.Right(y, b, a) },
	}
}

// Selection picks elements of a where c holds and of b elsewhere: of two slices, with a number for b, with a
// number for a. The numbers are moved bit by bit, so that any type of four bytes may pass as float32.
type Selection struct {
	Both  func(y []float32, c []bool, a, b []float32)
	Right func(y []float32, c []bool, a []float32, b float32)
	Left  func(y []float32, c []bool, a float32, b []float32)
}

// Tile computes a tile of a matrix product, c = a·b or, where more is set, c += a·b: every element a chain of k fused
// multiplications and additions in order, from 0 or from what c holds. ldc, lda and ldb are the lengths
// of their rows in bytes, sta is the way from an element of a to the next in its row: with lda and sta exchanged a is read as its
// transpose. width is the number of columns of a part of a vector.
type Tile = func(c, a, b unsafe.Pointer, ldc, lda, sta, ldb, k int, more bool, width int)

// Tiles are those of a type: of so many rows or of one, of two vectors of columns or of a part of one. A set
// without masks has no parts.
type Tiles struct {
	Rows, Lanes               int
	Whole, Part, Row, RowPart Tile
}

// Set is the kernels of an instruction set. Functions, arithmetic and comparisons have the names of GoMLX's operations.
type Set struct {
	Name  string
	Lanes int // float32 in a vector; 1 in plain Go

	Unary      map[string]func(y, x []float32)
	Arithmetic map[string]Binary[float32, float32]
	Comparison map[string]Binary[float32, bool]
	Where      Selection
	Ones       func(y []float32, c []bool) // 1 where c holds, else 0

	Tiles32, Tiles64 Tiles
}

// Variable is the environment variable that names the set of [Default].
const Variable = "IGBO_VECTOR"

// Sets lists the sets that run on this machine, the fastest first; the last is plain Go.
func Sets() []*Set { return append(found(), plain) }

// Named is the set of a name; of the empty one the fastest.
//
// Errors: no such set runs on this machine.
func Named(name string) (*Set, error) {
	all := Sets()
	if name == "" {
		return all[0], nil
	}
	if i := slices.IndexFunc(all, func(s *Set) bool { return s.Name == name }); i >= 0 {
		return all[i], nil
	}
	return nil, fmt.Errorf("vector: %s is %q, want kernels that this machine can run (%s)", Variable, name, names())
}

// names lists the sets that run on this machine.
func names() string {
	var list []string
	for _, s := range Sets() {
		list = append(list, s.Name)
	}
	return strings.Join(list, ", ")
}

var fromEnvironment = sync.OnceValues(func() (*Set, error) { return Named(os.Getenv(Variable)) })

// Default is the set that the environment names, read once, or the fastest.
//
// Errors: those of [Named].
func Default() (*Set, error) { return fromEnvironment() }

// Description says in a line which set runs, and which others could.
func Description() string {
	chosen, err := Default()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s, of %s; %s names another", chosen.Name, names(), Variable)
}
