package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/imports"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

func main() {
	err := missing(needs())
	if err == nil {
		err = run(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) != 2 || args[0] != "-w" {
		return fmt.Errorf("goimports: unsupported arguments %q (must be -w FILE)", args)
	}
	path := args[1]
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("goimports: %w", err)
	}
	out, elsewhere, err := prelude.Rewrite(path, text, siblings(path))
	if err == nil && elsewhere {
		out, err = imports.Process(path, out, nil)
	}
	if err != nil || string(out) == string(text) {
		return err
	}
	if err := os.WriteFile(path, out, 0o600); err != nil {
		return fmt.Errorf("goimports: %w", err)
	}
	return nil
}

// needs is the file of the kernel's folder that lists what cells need.
func needs() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	return filepath.Join(filepath.Dir(filepath.Dir(self)), "needs")
}

// missing returns an error if something is missing that cells need. Outside of a kernel's folder it returns nil.
func missing(list string) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return nil
	}
	for need := range strings.Lines(string(text)) {
		need = strings.TrimSpace(need)
		if _, err := os.Stat(need); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("igbolab: %s is missing, and cells cannot be built without it (run `igbo kernel install`, then restart the kernel)", need)
		}
	}
	return nil
}

// siblings lists the names that the other files in a file's folder declare.
func siblings(path string) map[string]bool {
	names := map[string]bool{}
	others, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.go"))
	for _, other := range others {
		if filepath.Base(other) == filepath.Base(path) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), other, nil, 0)
		if err != nil {
			continue // the compiler reports what is wrong with it
		}
		for name, object := range file.Scope.Objects {
			if object.Kind != ast.Pkg {
				names[name] = true
			}
		}
	}
	return names
}
