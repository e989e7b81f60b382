package expert

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// numberForm is the number of YAML 1.2's core schema, which holds those of JSON: 12, 010
// (ten), 0.5, .5, 5., 1e-3, 1e-05, −1E+5.
var numberForm = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)

// wholeForm is an octal or hexadecimal number of YAML 1.2: 0o17, 0x1F.
var wholeForm = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)

// plain returns the text of a scalar without quotes.
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

// isNumber says whether a scalar is a number to YAML 1.2, whatever the parser took it for.
func isNumber(n ast.Node) bool {
	text, ok := plain(n)
	return ok && (numberForm.MatchString(text) || wholeForm.MatchString(text))
}

// number reads a number in any form of YAML 1.2 or JSON.
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
