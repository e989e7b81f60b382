package cells

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// bind checks the compiler's input against the session: each identifier must resolve to the recorded object, and each variable and constant
// must have its recorded type and value.
func (w *writer) bind(source string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "unit", source, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("cells: checking the bindings of the cell: %w", err)
	}
	p := &pass{s: w.s, info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	p.pkg = types.NewPackage("main", "main")
	var fault error
	config := types.Config{Importer: importer{w.s}, GoVersion: w.s.language, Error: func(err error) {
		if e, is := err.(types.Error); is && fault == nil && !noFault(e.Msg) && !strings.HasPrefix(e.Msg, "\t") && !strings.HasPrefix(e.Msg, "declared and not used") {
			fault = err
		}
	}}
	_ = types.NewChecker(&config, files, p.pkg, p.info).Files([]*ast.File{file}) // the Error function has received the faults
	if fault != nil {
		return fmt.Errorf("cells: checking the bindings of the cell: %w", fault)
	}
	p.scope = p.pkg.Scope()
	b := &binding{writer: w, pass: p, at: files.File(file.FileStart)}
	for n := range ast.Preorder(file) {
		if id, is := n.(*ast.Ident); is {
			if err := b.identifier(id); err != nil {
				return err
			}
		}
	}
	if b.seen != len(w.marks) {
		return fmt.Errorf("cells: checking the bindings of the cell: found only %d of %d identifiers in the compiler's file", b.seen, len(w.marks))
	}
	return b.stubs()
}

// binding compares the compiler's input with what was recorded.
type binding struct {
	*writer
	pass *pass
	at   *token.File
	seen int
}

// identifier compares one identifier. Identifiers without a mark are names that only this package writes.
func (b *binding) identifier(id *ast.Ident) error {
	m, is := b.marks[b.at.Offset(id.Pos())]
	if !is {
		return nil
	}
	b.seen++
	if id.Name == "_" && m.want == "blank" {
		return nil
	}
	o := b.pass.info.Uses[id]
	if o == nil {
		o = b.pass.info.Defs[id]
	}
	if t, is := o.(*types.TypeName); is && t.IsAlias() && strings.HasPrefix(m.want, "main.") && m.want != "main."+t.Name() { // the plain name of an embedded type
		if a, is := t.Type().(*types.Alias); is {
			if of, is := a.Rhs().(interface{ Obj() *types.TypeName }); is {
				o = of.Obj()
			}
		}
	}
	got, _ := b.pass.key(o)
	if got == "local" {
		if by, is := b.marks[b.at.Offset(o.Pos())]; is && by.of == m.of {
			got = fmt.Sprint("local ", by.index)
		}
	}
	if got != m.want {
		return fmt.Errorf("cells: checking the bindings of the cell: %s is %q in the compiler's file; it must be %q", id.Name, got, m.want)
	}
	return nil
}

// stubs compares the variables and constants.
func (b *binding) stubs() error {
	symbols := &correspondence{seen: map[[2]types.Type]bool{}, name: func(o *types.TypeName) string {
		if o.Pkg() == b.pass.pkg {
			return o.Name()
		}
		if d := b.alive[o.Name()]; d != nil {
			return b.symbol(d)
		}
		return o.Name()
	}}
	for symbol, want := range b.writer.stubs {
		got := b.pass.scope.Lookup(symbol)
		if got == nil || !symbols.same(got.Type(), want.Type()) {
			return fmt.Errorf("cells: checking the bindings of the cell: %s is %v in the compiler's file; it must be %v", symbol, got, want)
		}
		if c, is := want.(*types.Const); is {
			if k, is := got.(*types.Const); !is || !constant.Compare(k.Val(), token.EQL, c.Val()) {
				return fmt.Errorf("cells: checking the bindings of the cell: %s is %v in the compiler's file; it must be %v", symbol, got, want)
			}
		}
	}
	return nil
}
