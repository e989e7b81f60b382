package doctest

import (
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	load "golang.org/x/tools/go/packages"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestOutsideUsersCanNameEveryType checks that exported declarations mention no type of an internal package, except through an alias.
func TestOutsideUsersCanNameEveryType(t *testing.T) {
	config := &load.Config{Dir: root, Mode: load.NeedName | load.NeedTypes | load.NeedExportFile}
	for _, p := range must.Of(load.Load(config, "./...")).In(t) {
		for _, name := range p.Types.Scope().Names() {
			o := p.Types.Scope().Lookup(name)
			if p.Name == "main" || !o.Exported() || !forUsers(strings.TrimPrefix(p.PkgPath, module)) {
				continue
			}
			for _, line := range exposed(o) {
				if strings.Contains(line, "/internal/") {
					t.Errorf("%s.%s mentions a type of an internal package: %s", p.PkgPath, name, line)
				}
			}
		}
	}
}

// exposed returns the declarations that users see of an object: the exported fields and methods of a type.
func exposed(o types.Object) (lines []string) {
	named, ok := o.Type().(*types.Named)
	if t, is := o.(*types.TypeName); !is || !ok || t.IsAlias() {
		return []string{types.TypeString(o.Type(), nil)}
	}
	for m := range named.Methods() {
		if m.Exported() {
			lines = append(lines, types.ObjectString(m, nil))
		}
	}
	fields, ok := named.Underlying().(*types.Struct)
	if !ok {
		return append(lines, types.TypeString(named.Underlying(), nil))
	}
	for f := range fields.Fields() {
		if f.Exported() {
			lines = append(lines, types.ObjectString(f, nil))
		}
	}
	return lines
}

// TestExamplesUsePublicPackages checks that examples, which users copy, import no internal packages.
func TestExamplesUsePublicPackages(t *testing.T) {
	for _, files := range sources(t) {
		for _, file := range files {
			text := must.Of(os.ReadFile(file)).In(t)
			if !strings.HasSuffix(file, "_test.go") || !strings.Contains(string(text), "\nfunc Example") {
				continue
			}
			for _, spec := range must.Of(parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)).In(t).Imports {
				if !forUsers(strings.Trim(spec.Path.Value, `"`)) {
					t.Errorf("%s has an example and imports %s", file, spec.Path.Value)
				}
			}
		}
	}
}
