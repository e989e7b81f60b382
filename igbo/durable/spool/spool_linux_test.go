package spool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestSpace checks that arrays keep their values, without overlap, while pages are returned to the system, that
// the process does not grow with them, and that no file is left.
func TestSpace(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	const n, arrays = 2 << 20, 20
	s := &Space{}
	var all [][]float64
	most := 0
	for k := range arrays {
		a := must.Of(Make[float64](s, n)).In(t)
		for i := range a {
			if a[i] != 0 {
				t.Fatalf("array %d begins with %g at %d", k, a[i], i)
			}
			a[i] = float64(k*n + i)
			if i%(n/4) == 0 {
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
	if again, err := Make[int](s, n); err != nil || again[n-1] != 0 {
		t.Error("a closed space does not begin anew:", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	cache := must.Of(os.UserCacheDir()).In(t)
	if left, _ := filepath.Glob(filepath.Join(cache, "igbolab", "scratch", "*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	if heap, err := Make[int](nil, n); err != nil || len(heap) != n {
		t.Errorf("%d of %d of the heap: %v", len(heap), n, err)
	}
}

// TestNoSpace checks that a lack of disk space is reported in one line, before the work or when the space is
// needed, and that no file is left.
func TestNoSpace(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := &Space{}
	if a, err := Make[float64](s, 1<<56); a != nil || err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "GB") {
		t.Errorf("an array of 2⁵⁹ bytes: %v, %v", len(a), err)
	}
	refusal.Check(t, Check(1e18), "GB left", "10¹⁸ bytes")
	if err := Check(1); err != nil {
		t.Error(err)
	}
	if a, err := Make[float64](s, 1<<20); err != nil || a[1<<20-1] != 0 {
		t.Errorf("after a refusal: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
