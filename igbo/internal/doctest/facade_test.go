package doctest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// borrowedType is a type of package igbo that another package declares.
type borrowedType struct {
	file, name string            // its place and name in igbo
	at, source string            // folder of the declaring package, and the name there
	alias      bool              // go doc shows no methods of an alias
	comment    *ast.CommentGroup // in the lines from … to of the file
	from, to   int
}

// borrowedTypes returns the types of package igbo that other packages declare, and the names in igbo by original name: samples.Data is
// Data.
func borrowedTypes(t *testing.T) (types []borrowedType, names map[string]string) {
	t.Helper()
	names = map[string]string{}
	for _, file := range sources(t)["igbo"] {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		parsed := must.Of(parser.ParseFile(set, file, nil, parser.ParseComments)).In(t)
		for _, d := range parsed.Decls {
			group, _ := d.(*ast.GenDecl)
			if group == nil || group.Tok != token.TYPE {
				continue
			}
			for _, s := range group.Specs {
				spec := s.(*ast.TypeSpec)
				from, is := spec.Type.(*ast.SelectorExpr)
				if !is {
					continue
				}
				b := borrowedType{file: file, name: spec.Name.Name, source: from.Sel.Name, alias: spec.Assign.IsValid(), comment: spec.Doc}
				if !group.Lparen.IsValid() {
					b.comment = group.Doc
				}
				b.from, b.to = set.Position(b.comment.Pos()).Line, set.Position(b.comment.End()).Line
				own := from.X.(*ast.Ident).Name
				for _, spec := range parsed.Imports {
					if of := strings.Trim(spec.Path.Value, `"`); path.Base(of) == own {
						b.at = strings.TrimPrefix(of, module)
					}
				}
				types, names[own+"."+b.source] = append(types, b), b.name
			}
		}
	}
	return types, names
}

// members lists the fields and, for an alias, the methods of a type.
func (b borrowedType) members(t *testing.T, names map[string]string) (lines []string) {
	t.Helper()
	set, files := token.NewFileSet(), []*ast.File{}
	for _, file := range sources(t)[b.at] {
		if !strings.HasSuffix(file, "_test.go") {
			files = append(files, must.Of(parser.ParseFile(set, file, nil, parser.ParseComments)).In(t))
		}
	}
	p := must.Of(doc.NewFromFiles(set, files, module+b.at)).In(t)
	i := slices.IndexFunc(p.Types, func(d *doc.Type) bool { return d.Name == b.source })
	if i < 0 {
		t.Fatalf("%s: igbo.%s is %s of %s, which has no such type", b.file, b.name, b.source, b.at)
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			lines = append(append(lines, "", title+":"), items...)
		}
	}
	w := typeWriter{p.Name, names}
	var fields, methods []string
	if s, is := p.Types[i].Decl.Specs[0].(*ast.TypeSpec).Type.(*ast.StructType); is {
		for _, f := range s.Fields.List {
			var all []string
			for _, name := range f.Names {
				if name.IsExported() {
					all = append(all, name.Name)
				}
			}
			if len(all) > 0 {
				fields = append(fields, member(all, " "+w.text(f.Type), p.Synopsis(f.Doc.Text()+f.Comment.Text())))
			}
		}
	}
	for _, m := range p.Types[i].Methods {
		methods = append(methods, member([]string{m.Name}, w.signature(m.Decl.Type), p.Synopsis(m.Doc)))
	}
	if list("Fields", fields); b.alias {
		list("Methods", methods)
	}
	return lines
}

// member returns the line for fields or a method. If there is only one name, the comment does not repeat it.
func member(names []string, kind, reports string) string {
	if len(names) == 1 {
		reports = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(reports, names[0]+" "), "is "), "are ")
	}
	return "  - " + strings.TrimSuffix(strings.Join(names, ", ")+kind+": "+reports, ": ")
}

// typeWriter writes types of a package with the names of package igbo.
type typeWriter struct {
	own   string
	names map[string]string
}

func (w typeWriter) text(e ast.Expr) string {
	named := func(full string) string {
		if short, known := w.names[full]; known {
			return short
		}
		return full
	}
	switch e := e.(type) {
	case *ast.Ident:
		if e.IsExported() {
			return named(w.own + "." + e.Name)
		}
		return e.Name
	case *ast.SelectorExpr:
		return named(e.X.(*ast.Ident).Name + "." + e.Sel.Name)
	case *ast.StarExpr:
		return "*" + w.text(e.X)
	case *ast.ArrayType:
		return "[]" + w.text(e.Elt)
	case *ast.MapType:
		return "map[" + w.text(e.Key) + "]" + w.text(e.Value)
	case *ast.FuncType:
		return "func" + w.signature(e)
	case *ast.Ellipsis:
		return "..." + w.text(e.Elt)
	}
	return "any"
}

func (w typeWriter) signature(f *ast.FuncType) string {
	list := func(fields *ast.FieldList) (text string, several bool) {
		var all []string
		if fields != nil {
			for _, f := range fields.List {
				var own []string
				for _, name := range f.Names {
					own, several = append(own, name.Name), true
				}
				all = append(all, strings.TrimSpace(strings.Join(own, ", ")+" "+w.text(f.Type)))
			}
		}
		return strings.Join(all, ", "), several || len(all) > 1
	}
	text, _ := list(f.Params)
	results, several := list(f.Results)
	if several {
		results = "(" + results + ")"
	}
	return strings.TrimSuffix("("+text+") "+results, " ")
}

// TestFacade checks that the comments of types that package igbo takes from other packages list the fields with their descriptions, and the
// methods that go doc does not show. With -update it writes the comments.
func TestFacade(t *testing.T) {
	types, names := borrowedTypes(t)
	slices.SortFunc(types, func(a, b borrowedType) int { return b.from - a.from }) // a change must not move lines that are still to be written
	listed := 0
	for _, b := range types {
		all := strings.Split(string(must.Of(os.ReadFile(b.file)).In(t)), "\n")
		indent, _, _ := strings.Cut(all[b.from-1], "//")
		reported, _ := strings.CutSuffix(b.comment.Text(), "\n")
		for _, title := range []string{"Fields:", "Methods:"} {
			reported, _, _ = strings.Cut(reported, "\n\n"+title+"\n")
		}
		var want []string
		for _, line := range append(strings.Split(reported, "\n"), b.members(t, names)...) {
			want = append(want, strings.TrimRight(indent+"// "+line, " "))
			if strings.HasPrefix(line, "  - ") {
				listed++
			}
			if strings.HasPrefix(line, "  - ") && !strings.Contains(line, ": ") {
				t.Errorf("igbo.%s: %s has no comment in %s", b.name, line, b.at)
			}
		}
		if has := all[b.from-1 : b.to]; !slices.Equal(has, want) {
			if !*update {
				t.Errorf("%s: igbo.%s is documented as\n%s\nwant, with go test ./igbo/internal/doctest -run TestFacade -update,\n%s", b.file, b.name, strings.Join(has, "\n"), strings.Join(want, "\n"))
				continue
			}
			must.Do(t, os.WriteFile(b.file, []byte(strings.Join(slices.Concat(all[:b.from-1], want, all[b.to:]), "\n")), 0o666))
		}
	}
	if len(types) < 10 || listed < 60 {
		t.Errorf("%d types with %d fields and methods, so the test looks past them", len(types), listed)
	}
}
