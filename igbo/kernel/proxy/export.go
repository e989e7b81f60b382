package proxy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// export writes the session as a package: FILE.go, and FILE_test.go if it has tests.
func (p *proxy) export(c *cell, words []string) {
	session, refused := requires[executor.Package](p, "%export")
	switch {
	case refused != nil:
		p.close(c, refused)
		return
	case len(words) != 1 || !strings.HasSuffix(words[0], ".go") || strings.HasSuffix(words[0], "_test.go") || filepath.Base(words[0]) == ".go":
		p.close(c, refusal("%export needs one file name such as FILE.go (it writes tests to FILE_test.go)"))
		return
	}
	path := magic.Expand(words[0])
	if !filepath.IsAbs(path) {
		path = filepath.Join(*p.dir.Load(), path)
	}
	p.apart(c, func(context.Context) (string, error) {
		source, tests, err := session.Export()
		if err != nil {
			return "", errors.New(strings.TrimPrefix(err.Error(), "cells: "))
		}
		return writeExport(path, source, tests)
	})
}

// writeExport writes the files, and returns a message about them. It replaces only files that it wrote earlier.
func writeExport(path, source, tests string) (string, error) {
	beside := strings.TrimSuffix(path, ".go") + "_test.go"
	for _, file := range []string{path, beside} {
		switch text, err := os.ReadFile(file); {
		case errors.Is(err, fs.ErrNotExist) || err == nil && strings.HasPrefix(string(text), cells.ExportedMark):
		case err != nil:
			return "", fmt.Errorf("exporting: %w", err)
		case file == path || tests != "":
			return "", fmt.Errorf("exporting: %s exists, but %%export did not write it (use another name)", file)
		}
	}
	if err := durable.WriteFile(path, []byte(source), 0o644); err != nil {
		return "", fmt.Errorf("exporting: %w", err)
	}
	if tests == "" {
		if text, err := os.ReadFile(beside); err == nil && strings.HasPrefix(string(text), cells.ExportedMark) {
			if err := os.Remove(beside); err != nil { // its tests are no longer in the session
				return "", fmt.Errorf("exporting: %w", err)
			}
		}
		return "wrote " + path + "\n", nil
	}
	if err := durable.WriteFile(beside, []byte(tests), 0o644); err != nil {
		return "", fmt.Errorf("exporting: %w", err)
	}
	return "wrote " + path + " and " + filepath.Base(beside) + "\n", nil
}
