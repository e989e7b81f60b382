package cells

import (
	"cmp"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// piece is a declaration or a statement of a cell.
type piece struct {
	kind   token.Token // FUNC, TYPE, CONST, VAR, IMPORT, PACKAGE, or ILLEGAL for a statement
	text   string
	size   int // length of the text without a trailing comment
	line   int // line in the cell, counted from 1
	col    int
	mute   bool     // a semicolon follows
	listed int      // the number of expressions in a list such as `x, y`, which is not a statement of Go; 0 in other pieces
	inside bool     // it belongs to the cell's function
	pragma []string // the //go:… lines before it
	doc    string   // the comment lines before it
}

// split returns the pieces of a cell. Below reports whether it has a line %%. Text that cannot be scanned becomes one piece, which the
// parser rejects.
func split(code string) (pieces []piece, below bool) {
	head, body, main, _ := Cut(code)
	pieces, below = append(pieceTogether(head, 0, false), pieceTogether(body, main, true)...), main > 0
	begun := false
	for i := range pieces { // variables after a statement are set in order
		p := &pieces[i]
		begun = begun || p.kind == token.ILLEGAL
		p.inside = p.kind == token.ILLEGAL || p.kind == token.VAR && begun && !below
	}
	return pieces, below
}

// pieceTogether joins tokens up to a semicolon outside of all brackets.
func pieceTogether(text string, lines int, body bool) (pieces []piece) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	open := len(text) // start of an unterminated comment
	s.Init(file, []byte(text), func(at token.Position, what string) {
		if what == "comment not terminated" {
			open = at.Offset
		}
	}, 0)
	from, depth, end := -1, 0, 0 // the start of the piece, and the end of the previous one
	last := 0                    // the end of its last token
	var tokens []token.Token
	header, literalNext := false, false // within for …; …; … {, and after the word func in it
	commas, assigns := 0, false         // outside of brackets
	for {
		pos, t, literal := s.Scan()
		at := file.Offset(pos)
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
		switch {
		case depth == 0 && (t == token.FOR || t == token.IF || t == token.SWITCH):
			header = true
		case depth == 0 && t == token.FUNC:
			literalNext = true
		case depth == 1 && t == token.LBRACE && literalNext:
			literalNext = false
		case depth == 1 && t == token.LBRACE:
			header = false
		case depth == 0 && t == token.COMMA:
			commas++
		case depth == 0 && (t == token.ASSIGN || t == token.DEFINE || t >= token.ADD_ASSIGN && t <= token.AND_NOT_ASSIGN):
			assigns = true
		}
		ends := t == token.EOF || t == token.SEMICOLON && depth <= 0 && !(header && literal == ";")
		if !ends {
			if len(tokens) == 0 {
				from = at
			}
			tokens = append(tokens, t)
			last = at + len(cmp.Or(literal, t.String()))
			continue
		}
		if len(tokens) > 0 {
			p := piece{kind: kindOf(tokens), text: strings.TrimRight(text[from:at], " \t\n"), line: lines + file.PositionFor(file.Pos(from), false).Line,
				col: from - strings.LastIndex(text[:from], "\n"), mute: literal == ";", size: last - from, pragma: pragmas(text[end:from]), doc: docOf(strings.Repeat("\n", 1-min(end, 1)) + text[end:from])}
			if body {
				p.kind = token.ILLEGAL
			}
			if p.kind == token.ILLEGAL && commas > 0 && !assigns && (!tokens[0].IsKeyword() || tokens[0] == token.FUNC) {
				p.listed = commas + 1
			}
			pieces = append(pieces, p)
			end = at
		}
		tokens, header, literalNext, commas, assigns = nil, false, false, 0, false
		if t == token.EOF {
			break
		}
	}
	if open < len(text) {
		pieces = append(pieces, piece{kind: token.ILLEGAL, text: strings.TrimSpace(text[open:]), line: lines + 1 + strings.Count(text[:open], "\n"),
			col: open - strings.LastIndex(text[:open], "\n")})
	}
	return pieces
}

// pragmas returns the //go:… comments between two pieces that the compiler needs. It drops //go:nosplit, because nothing checks chains of
// such functions across the modules of a session.
func pragmas(between string) (all []string) {
	if !strings.Contains(between, "//go:") {
		return nil
	}
	files := token.NewFileSet()
	var s scanner.Scanner
	file := files.AddFile("", -1, len(between))
	s.Init(file, []byte(between), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, t, literal := s.Scan()
		if t == token.EOF {
			return all
		}
		word, _, _ := strings.Cut(strings.TrimSpace(literal), " ")
		at := file.Offset(pos)
		starts := at == 0 || between[at-1] == '\n' // only comments at the start of a line count
		if t == token.COMMENT && starts && slices.Contains(pragmaWords, word) {
			all = append(all, strings.TrimSpace(literal))
		}
	}
}

// pragmaWords lists the comments that the compiler accepts before functions of ordinary packages.
var pragmaWords = []string{"//go:noinline", "//go:norace", "//go:nocheckptr", "//go:noescape", "//go:uintptrescapes"}

// kindOf finds the kind of a piece by its first tokens.
func kindOf(tokens []token.Token) token.Token {
	switch first := tokens[0]; first {
	case token.TYPE, token.CONST, token.VAR, token.IMPORT, token.PACKAGE:
		return first
	case token.FUNC:
		if len(tokens) > 1 && tokens[1] == token.IDENT || isMethod(tokens) {
			return token.FUNC
		}
	}
	return token.ILLEGAL
}

// isMethod reports whether tokens start with `func (r T) name(` or, since go1.27, `func (r T) name[P any](`. Otherwise they may be a call
// of a function literal, which is a statement.
func isMethod(tokens []token.Token) bool {
	rest := behindBrackets(tokens[1:])
	if len(rest) < 2 || rest[0] != token.IDENT {
		return false
	}
	if rest = rest[1:]; rest[0] == token.LBRACK { // otherwise they are arguments of the literal's result type
		rest = behindBrackets(rest)
	}
	return len(rest) > 0 && rest[0] == token.LPAREN
}

// behindBrackets returns the tokens after the leading pair of brackets.
func behindBrackets(tokens []token.Token) []token.Token {
	depth := 0
	for i, t := range tokens {
		switch t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
		if depth == 0 {
			return tokens[i+1:]
		}
	}
	return nil
}
