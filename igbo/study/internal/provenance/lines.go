package provenance

import (
	"bytes"
	"regexp"
	"strconv"
)

// placing matches a comment that says where the lines below it stand: programs of cells in a browser have them.
var placing = regexp.MustCompile(`(?m)^//line (\S+):(\d+)$`)

// lineOf is the line of a program that stands at a line of a file: its own line, or by the comments that say so.
func lineOf(text []byte, file string, line int) int {
	best, at := 0, line
	for _, m := range placing.FindAllSubmatchIndex(text, -1) {
		first, _ := strconv.Atoi(string(text[m[4]:m[5]]))
		if string(text[m[2]:m[3]]) == file && first <= line && first > best {
			best = first
			at = 2 + bytes.Count(text[:m[0]], []byte("\n")) + line - first
		}
	}
	return at
}

// unplaced is a program whose lines are its own.
func unplaced(text []byte) []byte { return placing.ReplaceAll(text, nil) }
