package value

import (
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// mark matches the suffix that the kernel adds to names that a cell has declared again.
var mark = regexp.MustCompile(`ᵛ[0-9]+`)

// Unmarked removes the kernel's version marks from a name or a text.
func Unmarked(name string) string {
	if !strings.Contains(name, "ᵛ") {
		return name
	}
	return mark.ReplaceAllString(name, "")
}

// TypeName returns the name of a type as Go writes it, without version marks.
func TypeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	return Unmarked(strings.ReplaceAll(t.String(), "interface {}", "any"))
}

// function returns the type of a function, and its name if it has one, with the last part of its package's path.
func function(v reflect.Value) string {
	text := TypeName(v.Type())
	if f := runtime.FuncForPC(v.Pointer()); f != nil {
		name := strings.TrimSuffix(f.Name(), "-fm")
		text += " " + Unmarked(name[strings.LastIndexByte(name, '/')+1:])
	}
	return text
}
