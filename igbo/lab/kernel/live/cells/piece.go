package cells

import (
	"go/scanner"
	"go/token"
	"strings"
)

// piece is a declaration or a statement of a cell.
type piece struct {
	kind token.Token // FUNC, TYPE, CONST, VAR, IMPORT, or ILLEGAL for a statement
	text string
	line int // of the cell, the first is 1
	col  int
	mute bool // a semicolon follows
}

// split takes a cell apart. Below says that it has a line %%; what cannot be scanned is one piece, which the parser will refuse.
func split(code string) (pieces []piece, below bool) {
	head, body, main, _ := Cut(code)
	return append(pieceTogether(head, 0, false), pieceTogether(body, main, true)...), main > 0
}

// pieceTogether puts tokens together until a semicolon outside of all brackets.
func pieceTogether(text string, lines int, body bool) (pieces []piece) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	open := len(text) // where a comment begins that has no end
	s.Init(file, []byte(text), func(at token.Position, what string) {
		if what == "comment not terminated" {
			open = at.Offset
		}
	}, 0)
	from, depth := -1, 0 // where the piece begins
	var tokens []token.Token
	header, literalNext := false, false // within for …; …; … {, and there behind the word func
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
		}
		ends := t == token.EOF || t == token.SEMICOLON && depth <= 0 && !(header && literal == ";")
		if !ends {
			if len(tokens) == 0 {
				from = at
			}
			tokens = append(tokens, t)
			continue
		}
		if len(tokens) > 0 {
			p := piece{kind: kindOf(tokens), text: strings.TrimRight(text[from:at], " \t\n"), line: lines + file.PositionFor(file.Pos(from), false).Line,
				col: from - strings.LastIndex(text[:from], "\n"), mute: literal == ";"}
			if body {
				p.kind = token.ILLEGAL
			}
			pieces = append(pieces, p)
		}
		tokens, header, literalNext = nil, false, false
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

// kindOf tells a declaration by its first tokens.
func kindOf(tokens []token.Token) token.Token {
	switch first := tokens[0]; first {
	case token.TYPE, token.CONST, token.VAR, token.IMPORT:
		return first
	case token.FUNC:
		if len(tokens) > 1 && tokens[1] == token.IDENT || isMethod(tokens) {
			return token.FUNC
		}
	}
	return token.ILLEGAL
}

// isMethod tells `func (r T) name(` from a function's literal, of which a call is a statement.
func isMethod(tokens []token.Token) bool {
	depth := 0
	for i, t := range tokens[1:] {
		switch t {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			rest := tokens[1+i+1:]
			return t == token.RPAREN && len(rest) > 1 && rest[0] == token.IDENT && rest[1] == token.LPAREN
		}
	}
	return false
}
