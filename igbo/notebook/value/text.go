package value

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a text.
const (
	mostElements = 200     // elements of a top-level list
	mostParts    = 20      // elements of a list, or entries of a map, within another value
	mostFields   = 100     // fields of a struct
	deepest      = 8       // nesting depth
	longestWord  = 400     // bytes of a string within another value
	longestText  = 32_000  // bytes of the whole text
	longestLone  = 200_000 // bytes of a top-level string
	longestDump  = 512     // bytes that are shown in hexadecimal digits
)

// Text returns a value in one or more lines. It writes a non-empty string and printable bytes
// unchanged, a nil value with its type, and any other value like fmt's %+v, with quoted strings.
// The text marks omissions. If a method of the value panicked, Text returns an error that names it,
// together with a valid text.
func Text(v reflect.Value) (string, error) {
	p := printer{methods: true, left: longestText}
	text := p.lone(v)
	return text, p.failed
}

// Plain is like Text, but does not call methods of the value itself. It calls those of its parts.
func Plain(v reflect.Value) (string, error) {
	p := printer{methods: true, left: longestText}
	text := p.plain(v)
	return text, p.failed
}

// Line returns a value in one line of at most n characters.
func Line(v reflect.Value, n int) string {
	p := printer{methods: true, left: 8 * n, short: true}
	return cut(strings.Join(strings.Fields(p.lone(v)), " "), n)
}

// Brief returns a value in one line of at most 80 characters. It calls no methods except those of
// package time, and it does not read maps.
func Brief(v reflect.Value) string {
	p := printer{left: 400, short: true}
	p.write(v, 0)
	return cut(strings.Join(strings.Fields(p.String()), " "), 80)
}

// printer writes one value.
type printer struct {
	strings.Builder
	left    int  // bytes left before the text is truncated
	methods bool // whether to call Error and String
	short   bool // whether to write few elements
	cut     bool
	path    []visit // values that contain the current one
	failed  error   // error of a method that panicked
}

// visit is a pointer, a map or a slice.
type visit struct {
	at  uintptr
	n   int
	typ reflect.Type
}

// lone writes a top-level value.
func (p *printer) lone(v reflect.Value) string {
	if v.IsValid() && v.Type() == reflect.TypeFor[reflect.Value]() {
		if held := v.Interface().(reflect.Value); held.IsValid() && held.CanInterface() {
			v = held
		}
	}
	text, ok, err := p.reported(v)
	if p.failed = err; ok {
		return lone(text)
	}
	return p.plain(v)
}

// plain is like lone, but does not call methods of the value itself.
func (p *printer) plain(v reflect.Value) string {
	if text, ok := p.special(v); ok {
		return text
	}
	p.value(v, 0)
	return p.String()
}

// special returns the text of a value that has another form at the top level than within another value.
func (p *printer) special(v reflect.Value) (string, bool) {
	switch {
	case !v.IsValid():
		return "nil", true
	case Nil(v):
		name := TypeName(v.Type())
		if strings.ContainsAny(name, "* (<") {
			name = "(" + name + ")"
		}
		return name + "(nil)", true
	case v.Kind() == reflect.String && v.Len() > 0:
		return lone(v.String()), true
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		if b := v.Bytes(); !readable(b) {
			return dump(b), true
		} else if len(b) > 0 {
			return lone(string(b)), true
		}
	}
	return "", false
}

// lone returns a string unchanged, up to a limit.
func lone(s string) string {
	if len(s) <= longestLone {
		return s
	}
	at := longestLone
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	return fmt.Sprintf("%s…\n(%d of %d bytes left out)", s[:at], len(s)-at, len(s))
}

// readable reports whether bytes are human-readable text.
func readable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b[:min(len(b), longestLone)]) {
		if r == utf8.RuneError && len(b) > longestLone { // the limit may split a character
			continue
		}
		if !unicode.IsPrint(r) && r != '\n' && r != '\r' && r != '\t' {
			return false
		}
	}
	return true
}

// dump returns bytes in hexadecimal digits, with their characters next to them.
func dump(b []byte) string {
	text := strings.TrimSuffix(hex.Dump(b[:min(len(b), longestDump)]), "\n")
	if left := len(b) - longestDump; left > 0 {
		text += fmt.Sprintf("\n… (%d of %d bytes left out)", left, len(b))
	}
	return text
}

// reported returns the result of Reported if methods may be called.
func (p *printer) reported(v reflect.Value) (text string, ok bool, err error) {
	if Nil(v) || v.Kind() == reflect.Interface { // the method is called on the content of an interface
		return "", false, nil
	}
	if !p.methods && v.Type().PkgPath() != "time" {
		return "", false, nil
	}
	return Reported(v)
}

// put writes a part of the text, and records whether the text is truncated.
func (p *printer) put(text string) {
	if p.cut {
		return
	}
	if p.left -= len(text); p.left < 0 {
		p.cut = true
		text = fmt.Sprintf(" … (cut after %d kB)", longestText/1000)
	}
	p.WriteString(text)
}

// write writes a value and what it contains.
func (p *printer) write(v reflect.Value, depth int) {
	if p.cut {
		return
	}
	text, ok, err := p.reported(v)
	if err != nil && p.failed == nil {
		p.failed = err
	}
	if ok {
		p.put(short(text, longestText/2))
		return
	}
	p.value(v, depth)
}

// short truncates a text to a number of bytes.
func short(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
