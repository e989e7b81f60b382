//go:build linux

package pressure

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestStartedSince checks that a new process is noticed while it runs, and that a thread is not.
func TestStartedSince(t *testing.T) {
	for range 20 { // other processes may start
		last := Newest()
		if err := exec.Command("true").Run(); err != nil {
			t.Fatal(err)
		}
		if StartedSince(last) {
			continue
		}
		child := exec.Command("sleep", "1000")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		seen := StartedSince(last)
		_ = child.Process.Kill()
		_ = child.Wait() // killed
		if !seen {
			t.Error("a process that runs is not seen")
		}
		return
	}
	t.Skip("the machine starts processes all the time")
}

func TestMemoryUnder(t *testing.T) {
	const gb = 1 << 30
	for _, c := range []struct {
		name        string
		files       map[string]string
		left, total float64
	}{
		{"machine", nil, 6 * gb, 8 * gb},
		{"version 2", map[string]string{"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/memory.max": fmt.Sprint(4 * gb), "sys/fs/cgroup/a/memory.current": fmt.Sprint(3 * gb),
			"sys/fs/cgroup/a/memory.stat": fmt.Sprintf("anon 1\ninactive_file %d\n", gb), "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "1"}, 2 * gb, 4 * gb},
		{"version 1 of a container", map[string]string{"proc/self/cgroup": "4:memory:/docker/x\n3:cpu:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": fmt.Sprint(gb),
			"sys/fs/cgroup/memory/memory.usage_in_bytes": fmt.Sprint(gb / 2)}, gb / 2, gb},
		{"no limit", map[string]string{"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712", "sys/fs/cgroup/memory/memory.usage_in_bytes": "5"}, 6 * gb, 8 * gb},
	} {
		root := t.TempDir()
		files := map[string]string{"proc/meminfo": fmt.Sprintf("MemTotal: %d kB\nMemFree: 1 kB\nMemAvailable: %d kB\n", 8*gb/1024, 6*gb/1024)}
		maps.Copy(files, c.files)
		for name, text := range files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		left, total, known := memoryUnder(root)
		if !known || left != c.left || total != c.total {
			t.Errorf("%s: %v of %v left, expected %v of %v", c.name, left, total, c.left, c.total)
		}
	}
}
