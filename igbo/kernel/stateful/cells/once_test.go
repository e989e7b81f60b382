package cells

import "testing"

// TestOnce checks that inlining is only disabled if no compiled code can run twice.
func TestOnce(t *testing.T) {
	s := after(t, "type point struct{ X int }\nfunc (p point) Get() int { return p.X }\nfunc double(n int) int { return 2 * n }\n"+
		"type box[T any] struct{ v T }\nfunc (b box[T]) Get() T { return b.v }\nfunc first[T any](all []T) T { return all[0] }\nb := box[int]{1}\nn := 1")
	for code, want := range map[string]bool{
		"fmt.Println(n, double(n))":                          true,
		"p := point{n}\np.Get()":                             true,
		"if n > 0 { n = double(n) } else { panic(n) }":       true,
		"const k = 2\nn = k":                                 false, // a declaration
		"b.Get()":                                            true,
		"%%\nfmt.Println(double(n))":                         true,
		"for range 3 { n = double(n) }":                      false,
		"for i := 0; i < 3; i++ { n += i }":                  false,
		"again: if n = double(n); n < 99 { goto again }":     false,
		"f := func() int { return double(n) }":               false,
		"slices.Sort([]int{n})":                              false,
		"first([]int{n})":                                    false,
		"box[string]{\"a\"}.Get()":                           false,
		"var p atomic.Pointer[point]\np.Load()":              false,
		"func f() int { return double(n) }\nf()":             false,
		"type T struct{ point }\nT{}.Get()":                  false,
		"struct{ point }{}.Get()":                            false,
		"var late = double(n)":                               false,
		"func double(n float64) float64 { return n }\nn":     false,
		"n := \"n\"":                                         true,
		"%%\ntype T struct{ point }\nfmt.Println(T{}.Get())": false,
	} {
		u, err := s.Prepare(9, code)
		if err != nil {
			t.Errorf("%q: %v", code, err)
		} else if u.Once != want {
			t.Errorf("%q: %v, want %v", code, u.Once, want)
		}
	}
	s = after(t, "n := 1\nfunc f() any { return n }")
	if u, err := s.Prepare(9, "n := 1.5"); err != nil || u.Once {
		t.Error("a function is compiled again and may run more often", err)
	}
}
