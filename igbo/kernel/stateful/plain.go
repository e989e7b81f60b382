package stateful

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// plainGo returns an error if a package contains anything that the check of modules does not cover.
func (s *Session) plainGo(ctx context.Context, paths []string, missing []*listed) error {
	if len(missing) == 0 {
		return nil
	}
	if err := s.hasC(ctx, paths); err != nil {
		return err
	}
	for _, l := range missing {
		why, err := s.directly(l)
		if err != nil {
			return err
		}
		if len(l.SysoFiles) > 0 {
			why = "has object files"
		}
		if why != "" {
			return cells.Foreign{Reason: fmt.Sprintf("package %s %s", l.ImportPath, why)}
		}
	}
	return nil
}

// hasC returns an error if a package, or one of its imports, contains C when a C compiler is available.
func (s *Session) hasC(ctx context.Context, paths []string) error {
	all, err := s.list(ctx, true, append([]string{"-mod=readonly", "-e", "-deps", "-json=ImportPath,Standard,CgoFiles,SwigFiles", "--"}, paths...)...)
	for _, l := range all {
		if !l.Standard && !s.cells.Has(l.ImportPath) && len(l.CgoFiles)+len(l.SwigFiles) > 0 {
			return cells.Foreign{Reason: fmt.Sprintf("package %s contains C code", l.ImportPath)}
		}
	}
	return err
}

// directly returns a description of how a package bypasses Go: assembly, or links to names of other packages that Go's own linker refuses.
// It is empty if the package does neither.
func (s *Session) directly(l *listed) (string, error) {
	for _, name := range l.SFiles {
		text, err := os.ReadFile(filepath.Join(l.Dir, name))
		if err != nil {
			return "", fmt.Errorf("stateful: %w", err)
		}
		if assembly.Match(comments.ReplaceAll(text, nil)) {
			return "has assembly (" + name + ")", nil
		}
	}
	if l.Standard {
		return "", nil
	}
	for _, name := range l.GoFiles {
		text, err := os.ReadFile(filepath.Join(l.Dir, name))
		if err != nil {
			return "", fmt.Errorf("stateful: %w", err)
		}
		for _, m := range linknames.FindAllStringSubmatch(string(text), -1) {
			if !s.mayLink(l, string(text), m[1], m[2]) {
				return fmt.Sprintf("links to %s (%s)", m[2], name), nil
			}
		}
	}
	return "", nil
}

var (
	comments  = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	assembly  = regexp.MustCompile(`(?m)\b(TEXT|DATA|GLOBL)\b`)
	linknames = regexp.MustCompile(`(?m)^//go:linkname\s+(\S+)\s+(\S+)`)
)

// mayLink reports whether a package may link its function to a name. It may if the name is in the package, or if the function has no body
// and the source of the standard library allows the link.
func (s *Session) mayLink(l *listed, text, local, target string) bool {
	slash := strings.LastIndexByte(target, '/') + 1
	dot := strings.IndexByte(target[slash:], '.')
	if dot < 0 {
		return false
	}
	pkg, name := target[:slash+dot], target[slash+dot+1:]
	if pkg == l.ImportPath && name == local { // it exports its function under its name
		return true
	}
	return bodyless(text, local) && s.offers(pkg, name)
}

// bodyless reports whether a file declares a function without a body.
func bodyless(text, name string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Recv == nil && f.Name.Name == name {
			return f.Body == nil
		}
	}
	return false
}

// offers reports whether the standard library allows links to a name: by a directive at its declaration, or in package runtime.
func (s *Session) offers(pkg, name string) bool {
	if pkg == "runtime" && strings.Contains(name, "coro") { // the linker allows these only for the library's iterators
		return false
	}
	directive := regexp.MustCompile(`(?m)^//go:linkname\s+(` + regexp.QuoteMeta(name) + `|\S+\s+` + regexp.QuoteMeta(pkg+"."+name) + `)\s*$`)
	for _, folder := range []string{pkg, "runtime"} {
		files, _ := filepath.Glob(filepath.Join(s.packages.root, "src", filepath.FromSlash(folder), "*.go"))
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && directive.Match(text) {
				return true
			}
		}
	}
	return false
}
