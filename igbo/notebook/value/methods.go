package value

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// Method returns v as an I if its type implements I, or else a pointer to v if the pointer type
// does. It returns false for a nil pointer.
func Method[I any](v reflect.Value) (method I, ok bool) {
	if !v.IsValid() || Nil(v) {
		return method, false
	}
	if v.Type().Implements(reflect.TypeFor[I]()) {
		method, ok = v.Interface().(I)
		return method, ok
	}
	if v.Kind() != reflect.Interface && reflect.PointerTo(v.Type()).Implements(reflect.TypeFor[I]()) {
		method, ok = Addressable(v).Addr().Interface().(I)
	}
	return method, ok
}

// Panic reports that a method which describes a value panicked.
type Panic struct {
	// Method is the method's name, and Of the type of its receiver.
	Method, Of string
	// Value is the value of the panic.
	Value any
}

// Error describes the panic in one line.
func (p *Panic) Error() string {
	return fmt.Sprintf("the method %s of %s panicked: %s", p.Method, p.Of, cut(strings.Join(strings.Fields(Unmarked(fmt.Sprint(p.Value))), " "), 200))
}

// Call calls f, which calls the named method of v. It returns a *Panic if f panics.
func Call(v reflect.Value, method string, f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Panic{method, TypeName(v.Type()), r}
		}
	}()
	f()
	return nil
}

// Reported returns the result of the method Error, String or Format of a value. It returns
// ok = false if there is none, or if a struct with several fields inherits String from one of them.
// If the method panics, Reported returns an error.
func Reported(v reflect.Value) (text string, ok bool, err error) {
	if t, is := v.Interface().(time.Time); is {
		v = reflect.ValueOf(t.Round(0)) // without the monotonic clock reading
	}
	if m, is := Method[error](v); is {
		err = Call(v, "Error", func() { text = m.Error() })
		return text, err == nil, err
	}
	if m, is := Method[fmt.Stringer](v); is {
		err = Call(v, "String", func() { text, ok = m.String(), true })
		return text, ok && (v.Kind() != reflect.Struct || !promoted(v, text)), err
	}
	if m, is := Method[fmt.Formatter](v); is {
		return fmt.Sprint(m), true, nil
	}
	return "", false, nil
}

// promoted reports whether a struct with several fields inherits its text from an embedded one.
func promoted(v reflect.Value, text string) bool {
	fields := Fields(v.Type())
	for _, f := range fields {
		if !f.Anonymous || len(fields) == 1 {
			continue
		}
		if m, is := Method[fmt.Stringer](Field(v, f.Index[0])); is {
			same := false
			if Call(v, "String", func() { same = m.String() == text }) == nil && same {
				return true
			}
		}
	}
	return false
}

// cut returns at most n characters of a text. If some are omitted, the last one is an ellipsis.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	if s := []rune(text[:min(len(text), 4*n)]); len(s) > n {
		return string(s[:n-1]) + "…"
	}
	return text
}
