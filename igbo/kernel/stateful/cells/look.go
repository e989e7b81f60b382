package cells

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// gap is a placeholder for the name at the cursor. It is exported, because only exported names lead to an import of the package before it.
const gap = "Xˣgapˣ"

// look is a cell that is being written, as the checker sees it.
type look struct {
	s    *Session
	file *ast.File
	info *types.Info
	pkg  *types.Package
	path []ast.Node // from the name at the cursor outwards
}

// lookAt checks a cell up to the name at the cursor, and closes all open brackets after it. It ignores faults elsewhere in the cell and
// never fails. Name is the text at the cursor for the checker, and rest is what follows it.
func (s *Session) lookAt(before, name, rest string) *look {
	text := before + name + rest
	d := newSource(s, 0, text+closing(text))
	l := &look{s: s, info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	d.file, _ = parser.ParseFile(s.files, "look", d.text, 0)
	if d.file == nil {
		return l
	}
	d.compose(d.written() + d.guessed())
	if d.file, _ = parser.ParseFile(s.files, "look", d.text, 0); d.file == nil {
		return l
	}
	l.file, l.pkg = d.file, s.scope()
	for _, o := range s.declarations {
		if o.object != nil && d.file.Scope.Lookup(o.name) == nil {
			l.pkg.Scope().Insert(o.object)
		}
	}
	config := types.Config{Importer: s, Error: func(error) {}}
	_ = types.NewChecker(&config, s.files, l.pkg, l.info).Files([]*ast.File{l.file}) // faults are normal in an unfinished cell
	l.find(name)
	return l
}

// written returns import lines for the packages that the cell itself imports and that are known.
func (d *source) written() string {
	var b strings.Builder
	for _, p := range d.pieces {
		specs, _ := p.imports()
		for _, spec := range specs {
			if d.s.Has(strings.Trim(spec.Path.Value, "`\"")) {
				b.WriteString("import " + nameOf(spec) + spec.Path.Value + "\n")
			}
		}
	}
	return b.String()
}

func nameOf(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return ""
	}
	return spec.Name.Name + " "
}

// guessed returns import lines for the known packages that the cell uses by name.
func (d *source) guessed() string {
	var b strings.Builder
	own := map[string]bool{}
	for _, p := range d.pieces {
		specs, _ := p.imports()
		for _, spec := range specs {
			own[strings.TrimSpace(nameOf(spec))] = true
		}
	}
	names, symbols := prelude.Uses(d.file)
	for _, name := range names {
		if path := d.s.importPath(name, symbols[name]); path != "" && path != "embed" && d.s.Has(path) && !own[name] {
			b.WriteString("import " + name + " \"" + path + "\"\n")
		}
	}
	return b.String()
}

// find finds the last identifier with a name, and the nodes around it.
func (l *look) find(name string) {
	ast.PreorderStack(l.file, nil, func(n ast.Node, around []ast.Node) bool {
		if id, is := n.(*ast.Ident); is && id.Name == name {
			l.path = append(slices.Clone(around), n)
			slices.Reverse(l.path)
		}
		return true
	})
}

// closing returns the closing brackets that a text lacks.
func closing(text string) string {
	var stack []byte
	files := token.NewFileSet()
	var s scanner.Scanner
	s.Init(files.AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	for {
		_, t, _ := s.Scan()
		switch t {
		case token.LPAREN:
			stack = append(stack, ')')
		case token.LBRACK:
			stack = append(stack, ']')
		case token.LBRACE:
			stack = append(stack, '}')
		case token.RPAREN, token.RBRACK, token.RBRACE:
			stack = stack[:max(0, len(stack)-1)]
		case token.EOF:
			var b strings.Builder
			for _, closes := range slices.Backward(stack) {
				if closes == '}' {
					b.WriteByte('\n')
				}
				b.WriteByte(closes)
			}
			return b.String()
		}
	}
}

// nameAround returns the start and the end of the name at a place.
func nameAround(code string, at int) (from, to int) {
	letter := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for from = at; from > 0; {
		r, n := utf8.DecodeLastRuneInString(code[:from])
		if !letter(r) {
			break
		}
		from -= n
	}
	for to = at; to < len(code); {
		r, n := utf8.DecodeRuneInString(code[to:])
		if !letter(r) {
			break
		}
		to += n
	}
	return from, to
}

// inText reports whether a place is in a comment or a string.
func inText(code string, at int) bool {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, t, literal := s.Scan()
		from := 0
		if pos.IsValid() {
			from = file.Offset(pos)
		}
		switch {
		case t == token.EOF || from >= at:
			return false
		case t == token.COMMENT && strings.HasPrefix(literal, "//"), t == token.FLOAT, t == token.INT, t == token.IMAG:
			if at <= from+len(literal) {
				return true
			}
		case t == token.COMMENT || t == token.STRING || t == token.CHAR:
			if at < from+len(literal) {
				return true
			}
		}
	}
}
