// Package program has programs of this module and of those that it needs built for tests: once
// on a machine, and again only when their source changes.
package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
)

// Built returns the file of the program of a package, built without debug information by the go
// command in the current folder. It lies in Go's build cache, which keeps the programs of go run: leave it as it is.
func Built(tb testing.TB, pkg string, flags ...string) string {
	tb.Helper()
	inputs.Module(tb)
	echo, err := exec.LookPath("echo")
	if err != nil { // as on Windows
		file := filepath.Join(tb.TempDir(), "program.exe")
		command(tb, slices.Concat([]string{"build", "-ldflags=-s -w", "-o", file}, flags, []string{pkg}))
		return file
	}
	run := slices.Concat([]string{"run", "-exec", echo}, flags, []string{pkg})
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	what := strings.Join(slices.Concat(run, []string{folder}), "\x00")
	if file, ok := built.Load(what); ok {
		return file.(string)
	}
	for range 3 { // what was linked just now lies in a folder that ends with the command, and in the cache
		file := strings.TrimSpace(command(tb, run))
		if _, err := os.Stat(file); err == nil {
			built.Store(what, file)
			return file
		}
	}
	tb.Fatalf("program: go run keeps nothing of %s", pkg)
	return ""
}

// built has the programs that this process has asked for: to ask the go command takes as long as a small build.
var built sync.Map

// command runs the go command and returns what it prints.
func command(tb testing.TB, args []string) string {
	tb.Helper()
	cmd := exec.Command("go", args...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("program: go %s: %v\n%s", strings.Join(args, " "), err, &said)
	}
	return string(out)
}
