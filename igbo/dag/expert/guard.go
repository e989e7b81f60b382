package expert

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Limits on expert files, checked before parsing, because parsing time grows with the square of the
// depth and of the number of keys.
const (
	MaxFile  = 4 << 20   // bytes
	MaxMarks = 1_000_000 // punctuation marks and line ends
	MaxDepth = 20        // nested lists and mappings; valid files need 5
	MaxKeys  = 512       // keys of one mapping, approximately: as many features can have directions; other mappings need 9
)

// tokens checks the text and its nesting and returns its tokens. It removes a byte order mark.
func (r *reader) tokens(data []byte) (token.Tokens, error) {
	if len(data) > MaxFile {
		return nil, r.errorAt(1, 0, "the file is too large: %d bytes or more (max %d)", len(data), MaxFile)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := r.characters(data); err != nil {
		return nil, err
	}
	if json.Valid(data) { // YAML forbids tabs between tokens; JSON strings contain none
		data = bytes.ReplaceAll(data, []byte("\t"), []byte(" "))
	}
	list := lexer.Tokenize(string(data))
	marks(list)
	n := nesting{r: r}
	for i, t := range list {
		if t == nil || t.Position == nil {
			return nil, r.errorAt(1, 0, "cannot be read as YAML")
		}
		if err := n.enter(t, list[max(0, i-1)]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// characters checks that the file is text, and limits its punctuation marks.
func (r *reader) characters(data []byte) error {
	line, column, marks := 1, 0, 0
	for i := 0; i < len(data); {
		c, size := utf8.DecodeRune(data[i:])
		column++
		switch {
		case c == utf8.RuneError && size == 1:
			return r.errorAt(line, column, "found the byte 0x%02x, want text in UTF-8", data[i])
		case c == 0x7f, c < ' ' && c != '\t' && c != '\n' && c != '\r':
			return r.errorAt(line, column, "found the control character U+%04X, want text", c)
		case strings.ContainsRune("\n\r\t[]{},:-?&*!|>'\"#%@`", c):
			marks++
		}
		if c == '\n' {
			line, column = line+1, 0
		}
		i += size
	}
	if marks > MaxMarks {
		return r.errorAt(1, 0, "the file has too many punctuation marks and line ends, %d (max %d)", marks, MaxMarks)
	}
	return nil
}

// nesting tracks lists and mappings through the tokens: block style by columns, flow style by
// brackets.
type nesting struct {
	r     *reader
	block []level
	flow  []level
}

type level struct {
	column  int
	mapping bool // inside braces
	marks   int  // colons, and commas in braces
}

func (n *nesting) enter(t, before *token.Token) error {
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		n.flow = append(n.flow, level{mapping: t.Type == token.MappingStartType})
	case token.SequenceEndType, token.MappingEndType:
		n.flow = n.flow[:max(0, len(n.flow)-1)]
	case token.SequenceEntryType, token.MappingKeyType:
		if len(n.flow) == 0 {
			n.open(t.Position.Column)
		}
	case token.CollectEntryType: // a list may be long
		if len(n.flow) > 0 && n.flow[len(n.flow)-1].mapping {
			n.flow[len(n.flow)-1].marks++
		}
	case token.MappingValueType:
		if len(n.flow) > 0 {
			n.flow[len(n.flow)-1].marks++
		} else {
			n.open(min(t.Position.Column, before.Position.Column)).marks++
		}
	}
	return n.limits(t)
}

// open closes the levels to the right of a column and returns the level at it.
func (n *nesting) open(column int) *level {
	for len(n.block) > 0 && n.block[len(n.block)-1].column > column {
		n.block = n.block[:len(n.block)-1]
	}
	if len(n.block) == 0 || n.block[len(n.block)-1].column < column {
		n.block = append(n.block, level{column: column})
	}
	return &n.block[len(n.block)-1]
}

func (n *nesting) limits(t *token.Token) error {
	at := t.Position
	if len(n.block)+len(n.flow) > MaxDepth {
		return n.r.errorAt(at.Line, at.Column, "lists and mappings are nested too deeply (max %d levels)", MaxDepth)
	}
	for _, levels := range [][]level{n.block, n.flow} {
		if len(levels) > 0 && levels[len(levels)-1].marks > 2*MaxKeys {
			return n.r.errorAt(at.Line, at.Column, "a mapping has too many keys (want fewer than about %d)", MaxKeys)
		}
	}
	return nil
}
