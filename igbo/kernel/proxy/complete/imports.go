package complete

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// importAt returns the unfinished import path at a position of a cell, and where it begins.
func importAt(code string, at int) (begun string, from int, within bool) {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	imports, grouped := false, false
	for {
		pos, t, literal := s.Scan()
		switch t {
		case token.EOF:
			return "", at, false
		case token.IMPORT:
			imports, grouped = true, false
		case token.LPAREN:
			grouped = imports
		case token.RPAREN:
			imports, grouped = false, false
		case token.SEMICOLON:
			imports = imports && grouped
		case token.STRING:
			begin := file.Offset(pos) + 1
			end := begin + len(strings.TrimRight(literal[1:], "\"`\r\n"))
			if imports && begin <= at && at <= end {
				return code[begin:at], begin, true
			}
		}
	}
}

// importable reports whether cells may import a package.
func importable(path string) bool {
	return path != "main" && !strings.HasPrefix(path, "vendor/") && !strings.Contains("/"+path+"/", "/internal/")
}

// paths returns the packages of a list whose paths have a prefix.
func paths(all []string, begun string) (found []string) {
	for _, path := range all {
		if strings.HasPrefix(path, begun) && importable(path) {
			found = append(found, path)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
