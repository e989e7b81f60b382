package cells

import (
	"maps"
	"testing"
)

// TestTested checks that Tested finds exactly the functions that go test runs.
func TestTested(t *testing.T) {
	const code = `x := 1
func TestA(t *testing.T) {}
func Test(t *testing.T) {}
func Testing(t *testing.T) {}
func TestB(b *testing.B) {}
func TestMain(m *testing.M) {}
func TestC(t *testing.T, n int) {}
func TestD() {}
func TestE(t *testing.T) error { return nil }
func BenchmarkA(b *testing.B) {}
func BenchmarkB(t *testing.T) {}
type T struct{}
func (T) TestF(t *testing.T) {}
func TestG[E any](t *testing.T) {}
func helper(t *testing.T) {}
`
	want := map[string]int{"TestA": 2, "Test": 3, "BenchmarkA": 10}
	if got := Tested(code); !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if got := Tested("func TestA("); len(got) > 0 {
		t.Errorf("%v", got)
	}
}
