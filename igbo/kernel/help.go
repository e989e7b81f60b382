package kernel

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// exportsFile returns the path of the list of compiled packages that cells can import. Each line is path=file.
func (k *Kernel) exportsFile() string { return filepath.Join(k.own(), "exports") }

// exports returns these files by package path. It compiles packages again if Go's cache has dropped their files.
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

// listExports asks the go command for these files, and caches the list.
func (k *Kernel) listExports(ctx context.Context, s Settings) (map[string]string, error) {
	args := append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"}, prelude.Paths()...)
	text, err := k.goCommand(ctx, s, args...)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(k.own(), 0o700); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	if err := durable.WriteFile(k.exportsFile(), text, 0o600); err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	return cells.Exports(text), nil
}

// document returns the output of go doc for a name, or "" if there is none.
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
	return goReports(ctx, k.Source, s.Go, k.Environment(os.Environ(), false), args...)
}
