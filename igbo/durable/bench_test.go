package durable

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// BenchmarkWriteFile replaces a file of 64 KiB.
func BenchmarkWriteFile(b *testing.B) {
	path, content := filepath.Join(b.TempDir(), "file"), make([]byte, 64<<10)
	for b.Loop() {
		must.Do(b, WriteFile(path, content, 0o666))
	}
}

// BenchmarkWriteFolder replaces a folder of four files.
func BenchmarkWriteFolder(b *testing.B) {
	dir, content := filepath.Join(b.TempDir(), "folder"), make([]byte, 16<<10)
	for b.Loop() {
		must.Do(b, WriteFolder(dir, func(temp string) error {
			for _, name := range []string{"a", "b", "c", "d"} {
				if err := os.WriteFile(filepath.Join(temp, name), content, 0o666); err != nil {
					return err
				}
			}
			return nil
		}))
	}
}
