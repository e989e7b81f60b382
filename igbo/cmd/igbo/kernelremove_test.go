package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestKernelElsewhere checks that a kernel in another place than the requested one is named.
func TestKernelElsewhere(t *testing.T) {
	dir := t.TempDir()
	for name, value := range map[string]string{"HOME": dir, "JUPYTER_DATA_DIR": filepath.Join(dir, "data"), "JUPYTER_PATH": filepath.Join(dir, "venv"), "PATH": dir} {
		t.Setenv(name, value)
	}
	folder := filepath.Join(dir, "venv", "kernels", "igbolab")
	must.Do(t, os.MkdirAll(folder, 0o755))
	spec := `{"argv": ["igbo", "kernel", "run"], "language": "go", "metadata": {"igbolab": {"home": "/gone"}}}`
	must.Do(t, os.WriteFile(filepath.Join(folder, "kernel.json"), []byte(spec), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"remove"}, "nothing to remove: no kernel is installed in " + filepath.Join(dir, "data", "kernels", "igbolab") + "\n  but one is in " + folder},
		{[]string{"list"}, "`igbo kernel install`"},
	} {
		a := performed(append([]string{"kernel"}, c.args...)...).must(t)
		if text := a.stdout; !strings.Contains(text, c.want) || strings.Count(text, "igbo kernel install") > 1 {
			t.Errorf("%s says %q, want %q", c.args, text, c.want)
		}
	}
}
