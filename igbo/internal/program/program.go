// Package program builds programs of this module and of its dependencies for tests. A program is built once on a machine, and again only
// when its source changes.
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

// Built returns the path of the program of a package, which the go command builds in the current folder, without debug information. Do not
// modify the file: it is in Go's build cache, which stores the programs of go run.
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
	for range 3 { // a program that was just linked is in a temporary folder; the next run finds it in the cache
		file := strings.TrimSpace(command(tb, run))
		if _, err := os.Stat(file); err == nil {
			built.Store(what, file)
			return file
		}
	}
	tb.Fatalf("program: go run keeps nothing of %s", pkg)
	return ""
}

// built caches the programs that this process has requested, because the go command takes as long as for a small build.
var built sync.Map

// command runs the go command and returns its output.
func command(tb testing.TB, args []string) string {
	tb.Helper()
	cmd := exec.Command("go", args...)
	var reported strings.Builder
	cmd.Stderr = &reported
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("program: go %s: %v\n%s", strings.Join(args, " "), err, &reported)
	}
	return string(out)
}
