package cells

import (
	"go/token"
	"testing"
)

// TestPieces checks that methods, including generic ones, are declarations, and that calls of function literals are statements.
func TestPieces(t *testing.T) {
	for code, want := range map[string]token.Token{
		"func f() {}":                                              token.FUNC,
		"func f[T any](x T) {}":                                    token.FUNC,
		"func (b box) Get() int { return b.n }":                    token.FUNC,
		"func (b *box[T]) Get() T { return b.n }":                  token.FUNC,
		"func (b box) Add[T ~int](k T) T { return k }":             token.FUNC,
		"func (b box) Map[K, V any](m map[K]V) []K { return nil }": token.FUNC,
		"func() {}()":                            token.ILLEGAL,
		"func(x int) int { return x }(1)":        token.ILLEGAL,
		"func(x int) box[int] { return nil }(1)": token.ILLEGAL,
		"func(x int) (y int) { return }(1)":      token.ILLEGAL,
		"func(x [3]int) p.T { return nil }(a)":   token.ILLEGAL,
	} {
		if pieces, _ := split(code); len(pieces) != 1 || pieces[0].kind != want {
			t.Errorf("%s: %+v, want one of kind %v", code, pieces, want)
		}
	}
}
