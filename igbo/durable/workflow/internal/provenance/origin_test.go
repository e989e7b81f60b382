package provenance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// described is a backend with a given description.
type described struct {
	compute.Backend
	text string
}

func (d described) Name() string        { return "xla" }
func (d described) Description() string { return d.text }

// TestPluginIsKnownByItsFile checks that a plugin that replaces another one is a different backend.
func TestPluginIsKnownByItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my plugins", "cpu.so")
	b := described{text: "xla:" + path + " - PJRT plugin (" + path + ") v0.1"}
	seen := map[string]bool{Engine(b): true}
	must.Do(t, os.Mkdir(filepath.Dir(path), 0o755))
	for _, text := range []string{"one", "other"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		for _, age := range []time.Duration{0, time.Hour} {
			must.Do(t, os.Chtimes(path, time.Time{}, time.Unix(1e9, 0).Add(age)))
			name := Engine(b)
			if seen[name] || name != Engine(b) || !strings.Contains(name, "bytes of 2001-") {
				t.Errorf("%q, known before %t", name, seen[name])
			}
			seen[name] = true
		}
	}
	if Engine(nil) != "" || Engine(described{text: "embedded"}) != "xla: embedded" {
		t.Errorf("%q", Engine(described{text: "embedded"}))
	}
}

// TestApart checks that every difference is named.
func TestApart(t *testing.T) {
	here := Origin{"a", "go", "amd64"}
	for want, other := range map[string]Origin{
		"": here, "another build": {"b", "go", "amd64"}, "backend none": {"a", "", "amd64"}, "processor arm64": {"a", "go", "arm64"},
		"backend xla, processor arm64, another build": {"b", "xla", "arm64"},
	} {
		if got := here.Apart(other); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
