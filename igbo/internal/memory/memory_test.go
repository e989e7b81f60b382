package memory

import (
	"io/fs"
	"math"
	"testing"
)

func TestAvailableIsTheLeastLimit(t *testing.T) {
	const info = "MemTotal: 2000 kB\nMemFree:  100 kB\nMemAvailable:    1000 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  float64
	}{
		{"nothing is known", nil, Assumed},
		{"no container", map[string]string{memoryInfo: info}, 1024e3},
		{"a container without a limit", map[string]string{memoryInfo: info, group2: "max\n"}, 1024e3},
		{"a container", map[string]string{memoryInfo: info, group2: "5000\n"}, 5000},
		{"a container of version 1", map[string]string{memoryInfo: info, group1: "6000\n"}, 6000},
		{"nonsense", map[string]string{memoryInfo: "MemAvailable: many kB\n", group2: ""}, Assumed},
	} {
		bytes, known := knownBy(func(path string) ([]byte, error) {
			text, found := c.files[path]
			if !found {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		})
		if got := orAssumed(bytes, known); got != c.want || known != (c.want != Assumed) {
			t.Errorf("%s: %g bytes, known %t, want %g", c.name, got, known, c.want)
		}
	}
}

func TestCheckSaysBothSizes(t *testing.T) {
	if err := check(5e9, 6e9); err != nil {
		t.Error(err)
	}
	for need, want := range map[float64]string{
		3.2e12:      "needs about 3.2 TB of memory, but only 6 GB is available",
		1e30:        "needs about 1e+12 EB of memory, but only 6 GB is available",
		math.NaN():  "needs about NaN B of memory, but only 6 GB is available",
		math.Inf(1): "needs about +Inf EB of memory, but only 6 GB is available",
	} {
		if err := check(need, 6e9); err == nil || err.Error() != want {
			t.Errorf("%g: error %v, want %q", need, err, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[float64]string{0: "0 B", 999: "999 B", 999.9: "1 kB", 1500: "1.5 kB", 2.34e10: "23.4 GB"} {
		if got := Size(n); got != want {
			t.Errorf("%g: %s, want %s", n, got, want)
		}
	}
}
