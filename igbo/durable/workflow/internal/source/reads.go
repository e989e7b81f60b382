package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// ours is the prefix of the paths of this library's packages.
const ours = "github.com/igbolab/igbolab/"

// Readers lists functions that read files or folders by name, by the path of their package.
var Readers = map[string][]string{
	"archive/zip":                        {"OpenReader"},
	"html/template":                      {"ParseFiles", "ParseGlob"},
	"io/ioutil":                          {"ReadDir", "ReadFile"},
	"os":                                 {"CopyFS", "DirFS", "Lstat", "Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadDir", "ReadFile", "Readlink", "Stat", "Stdin"},
	"path/filepath":                      {"EvalSymlinks", "Glob", "Walk", "WalkDir"},
	"text/template":                      {"ParseFiles", "ParseGlob"},
	ours + "igbo":                        {"Load", "LoadFunction"},
	ours + "igbo/durable":                {"Digest", "ReadFolder"},
	ours + "igbo/durable/ledger":         {"Foreign", "Knows", "Mine"},
	ours + "igbo/tabular/explain":        {"Open", "OpenProgram"},
	ours + "igbo/onnx":                   {"Load", "LoadTrees", "LoadWith", "OpenExported"},
	ours + "igbo/onnx/modelfile":         {"Read"},
	ours + "igbo/onnx/trees":             {"Load"},
	ours + "igbo/oracle":                 {"Load"},
	ours + "igbo/tabular/table":          {"Kinds", "Pieces", "Read"},
	ours + "igbo/tabular/table/encode":   {"File"},
	ours + "igbo/trained":                {"Load"},
	ours + "igbo/trained/modeltest":      {"ReadAll", "Reseal"},
	ours + "igbo/research/report":        {"Check", "Read"},
	ours + "igbo/tabular/explainer":      {"Open", "OpenProgram"},
	ours + "igbo/research/study/catalog": {"ReadResult"},
	ours + "igbo/research/study/saved":   {"HasResult", "Holds", "Owns", "ReadRecord"},
}

// A Reading is a place where a function, or something that it refers to in the program, reads a file.
type Reading struct {
	// Call is the function that reads, such as os.ReadFile. Line is the line of the call, and Text the text of
	// that line.
	Call string
	Line int
	Text string
	// Fixed reports whether the program itself determines the file name.
	Fixed bool
}

// Reads returns the places where a function of the program reads files by name, as far as its text shows. The
// function is selected as in [File.Digest].
func (f *File) Reads(name string, line int) ([]Reading, error) {
	w, err := f.walked(name, line)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(w.reads, func(a, b Reading) int { return a.Line - b.Line })
	return w.reads, nil
}

// read records a call of a function that reads files.
func (w *walk) read(of *ast.SelectorExpr, within ast.Node) {
	id, ok := of.X.(*ast.Ident)
	if !ok {
		return
	}
	imported, ok := w.file.uses[id].(*types.PkgName)
	if !ok || !slices.Contains(Readers[imported.Imported().Path()], of.Sel.Name) {
		return
	}
	r := Reading{Call: id.Name + "." + of.Sel.Name, Line: w.file.files.Position(of.Pos()).Line}
	r.Text = w.file.quote(r.Line)
	ast.Inspect(within, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ast.Unparen(call.Fun) == ast.Expr(of) {
			r.Fixed = slices.ContainsFunc(call.Args, w.fixed)
		}
		return true
	})
	w.reads = append(w.reads, r)
}

// fixed reports whether the program itself determines the text of an argument: a literal, a constant, a
// variable of the program, or a combination of these.
func (w *walk) fixed(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BasicLit:
		return x.Kind == token.STRING && strings.Trim(x.Value, "\"`") != ""
	case *ast.Ident:
		o := w.file.uses[x]
		_, constant := o.(*types.Const)
		return constant || o != nil && o.Parent() == w.file.scope
	case *ast.BinaryExpr:
		return w.fixed(x.X) && w.fixed(x.Y)
	case *ast.CallExpr: // such as filepath.Join("a", "b")
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args, func(a ast.Expr) bool { return !w.fixed(a) })
	}
	return false
}
