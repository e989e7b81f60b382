package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDocumentation checks the text pages of an export: README.md is the index, links between pages work in their folder, others
// lead to the repository, and pictures stay.
func TestDocumentation(t *testing.T) {
	checkout := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                    "module github.com/igbolab/igbolab\n",
		"README.md":                 "![p](notebooks/images/a.png) [n](notebooks/01_a.ipynb) [p](notebooks/pages/b.md#part) [l](LICENSE) [w](https://example.org/x)",
		"notebooks/findings.md":     "[p](pages/b.md) [n](01_a.ipynb)",
		"notebooks/pages/b.md":      "[f](../findings.md) [n](../01_a.ipynb) [gone](../02_b.ipynb) [d](../../igbo/README.md) [r](../../README.md)",
		"notebooks/images/ignored":  "",
		"notebooks/solutions/c.txt": "",
	} {
		file := filepath.Join(checkout, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o777))
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	}
	l := must.Of(Open(Options{Checkout: checkout, Home: t.TempDir()})).In(t)
	made := must.Of(l.documentation([]source{{Name: "01_a.ipynb"}})).In(t)
	const elsewhere = "https://github.com/igbolab/igbolab/blob/main/"
	want := map[string]string{
		"findings.md": `[igbolab](index.md)\n\n[p](pages/b.md) [n](01_a.ipynb)`,
		"index.md":    `![p](notebooks/images/a.png) [n](01_a.ipynb) [p](pages/b.md#part) [l](` + elsewhere + `LICENSE) [w](https://example.org/x)`,
		"pages/b.md":  `[igbolab](../index.md)\n\n[f](../findings.md) [n](../01_a.ipynb) [gone](` + elsewhere + `notebooks/02_b.ipynb) [d](` + elsewhere + `igbo/README.md) [r](../index.md)`,
	}
	for _, s := range made {
		if !strings.Contains(s.Text, `"source":"`+want[s.Name]+`"`) {
			t.Errorf("%s: %s, want %s", s.Name, s.Text, want[s.Name])
		}
	}
	if len(made) != len(want) {
		t.Errorf("%d pages, want %d", len(made), len(want))
	}
}
