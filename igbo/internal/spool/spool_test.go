package spool

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestSpace: arrays hold what is written, apart from each other, while pages are handed back; the process does not grow with them, and
// no file is left.
func TestSpace(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	const n, arrays = 4 << 20, 12
	s := &Space{}
	var all [][]float64
	most := 0
	for k := range arrays {
		a := Make[float64](s, n)
		for i := range a {
			if a[i] != 0 {
				t.Fatalf("array %d begins with %g at %d", k, a[i], i)
			}
			a[i] = float64(k*n + i)
			if i%(n/4) == 0 && runtime.GOOS == "linux" {
				most = max(most, shared())
			}
		}
		all = append(all, a)
	}
	for k, a := range all {
		for i, v := range a {
			if v != float64(k*n+i) {
				t.Fatalf("array %d is %g at %d", k, v, i)
			}
		}
	}
	if most > arrays*n*8*3/4 {
		t.Errorf("%d MB of %d are in memory at once", most>>20, arrays*n*8>>20)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if again := Make[int](s, n); again[n-1] != 0 {
		t.Error("a closed space does not begin anew")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "igbolab", "scratch", "*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	if heap := Make[int](nil, n); len(heap) != n {
		t.Errorf("%d of %d of the heap", len(heap), n)
	}
}
