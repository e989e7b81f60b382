// Platforms checks the types of every package and its tests for other platforms, against what they stand on there, without
// compiling anything: the code of what is not run needs not be made.
//
//	go run .ci/platforms.go windows/amd64 darwin/arm64
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

// needsProcesses matches the packages that start processes, which a browser does not have.
var needsProcesses = regexp.MustCompile(`/igbo/(kernel|lab|cmd|internal/procgroup|internal/setup)(/|$|[ .])`)

func main() {
	for _, platform := range os.Args[1:] {
		start := time.Now()
		n, err := check(platform)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", platform, err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d packages, %.0f s\n", platform, n, time.Since(start).Seconds())
	}
}

// check types all packages for a platform, and says how many these are.
func check(platform string) (int, error) {
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return 0, errors.New("expected SYSTEM/PROCESSOR")
	}
	loaded, err := packages.Load(&packages.Config{
		Mode:      packages.LoadAllSyntax | packages.NeedModule,
		Tests:     true,
		Env:       append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		ParseFile: parse, BuildFlags: flags(system),
	}, "./...")
	if err != nil {
		return 0, err
	}
	var wrong []error
	n := 0
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if p.Module == nil || !p.Module.Main || strings.HasSuffix(p.ID, ".test") {
			return // not ours, or made by Go, where a function without a body is an error
		}
		if system == "js" && needsProcesses.MatchString(p.PkgPath) {
			return // a browser has no processes
		}
		n++
		for _, e := range p.Errors {
			wrong = append(wrong, e)
		}
	})
	if n < 100 {
		wrong = append(wrong, fmt.Errorf("%d packages, expected at least 100", n))
	}
	return n, errors.Join(wrong...)
}

// flags are those of a build for a system: XLA is no library of a browser.
func flags(system string) []string {
	if system == "js" {
		return []string{"-tags=noxla"}
	}
	return nil
}

// parse reads a file, of other modules and the standard library without the bodies of functions.
func parse(files *token.FileSet, name string, source []byte) (*ast.File, error) {
	f, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution|parser.AllErrors)
	if here, _ := os.Getwd(); err == nil && !strings.HasPrefix(name, here+"/") {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				fn.Body = nil
			}
		}
	}
	return f, err
}
