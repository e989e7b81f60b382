package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// exportsFile lists the compiler's files of the packages that cells may import: path=file, a line each.
func (k *Kernel) exportsFile() string { return filepath.Join(k.Home, "exports") }

// exports are these files, by path. Where Go's cache has dropped one they are compiled again.
func (k *Kernel) exports(ctx context.Context) (map[string]string, error) {
	text, err := os.ReadFile(k.exportsFile())
	all := cells.Exports(text)
	for _, file := range all {
		if _, gone := os.Stat(file); gone != nil {
			err = gone
			break
		}
	}
	if err == nil && len(all) > 0 {
		return all, nil
	}
	s, err := k.settings()
	if err != nil {
		return nil, err
	}
	return k.listExports(ctx, s)
}

// listExports asks the go command for these files, and keeps the list.
func (k *Kernel) listExports(ctx context.Context, s Settings) (map[string]string, error) {
	args := append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"}, prelude.Paths()...)
	text, err := k.goCommand(ctx, s, args...)
	if err != nil {
		return nil, err
	}
	if err := durable.WriteFile(k.exportsFile(), text, 0o600); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	return cells.Exports(text), nil
}

// document is what go doc says of a name; empty where it says nothing.
func (k *Kernel) document(ctx context.Context, path, symbol string) string {
	s, err := k.settings()
	if err != nil {
		return ""
	}
	args := []string{"doc", path}
	if symbol != "" {
		args = append(args, symbol)
	}
	text, err := k.goCommand(ctx, s, args...)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// goCommand runs the go command in the source, as cells are built.
func (k *Kernel) goCommand(ctx context.Context, s Settings, args ...string) ([]byte, error) {
	return goSays(ctx, k.Source, s.Go, k.Environment(os.Environ(), false), args...)
}
