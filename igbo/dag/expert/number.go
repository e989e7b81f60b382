package expert

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// numberForm matches numbers of the YAML 1.2 core schema, which include those of JSON: 12, 010
// (ten), 0.5, .5, 5., 1e-3, 1e-05, -1E+5.
var numberForm = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// wholeForm matches octal and hexadecimal numbers of YAML 1.2, such as 0o17 and 0x1F.
var wholeForm = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)

// plain returns the text of an unquoted scalar.
func plain(n ast.Node) (string, bool) {
	t := n.GetToken()
	if _, ok := n.(ast.ScalarNode); !ok || t == nil {
		return "", false
	}
	switch t.Type {
	case token.SingleQuoteType, token.DoubleQuoteType, token.LiteralType, token.FoldedType:
		return "", false
	}
	return t.Value, true
}

// isNumber reports whether a scalar is a number in YAML 1.2, even if the parser read it as
// something else.
func isNumber(n ast.Node) bool {
	text, ok := plain(n)
	return ok && (numberForm.MatchString(text) || wholeForm.MatchString(text))
}

// number reads a number in any form that YAML 1.2 or JSON allows.
func (r *reader) number(n ast.Node, to **float64) error {
	if !isNumber(n) {
		return r.errorf(n, "found %s, want a finite number", kindOf(n))
	}
	text, _ := plain(n)
	var x float64
	var err error
	if wholeForm.MatchString(text) {
		var whole uint64
		whole, err = strconv.ParseUint(text, 0, 64)
		x = float64(whole)
	} else {
		x, err = strconv.ParseFloat(strings.TrimPrefix(text, "+"), 64)
	}
	if err != nil {
		return r.errorf(n, "found the number %s, want a finite number", text)
	}
	*to = &x
	return nil
}
