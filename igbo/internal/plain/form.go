package plain

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

var forms sync.Map // reflect.Type → string

// Form describes a type: names with package paths, and the structure of the data. Neither the name nor the bytes would show that the fields
// of a type were reordered.
func Form(t reflect.Type) string {
	if known, ok := forms.Load(t); ok {
		return known.(string)
	}
	var b strings.Builder
	form(&b, t, map[reflect.Type]bool{})
	forms.Store(t, b.String())
	return b.String()
}

func form(b *strings.Builder, t reflect.Type, above map[reflect.Type]bool) {
	if t.Name() != "" {
		fmt.Fprintf(b, "%q.%s", t.PkgPath(), t.Name())
	}
	own := t.Kind() == reflect.Struct && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
	if above[t] || own || t.Implements(reflect.TypeFor[Promised]()) {
		return
	}
	above[t] = true
	defer delete(above, t)
	b.WriteByte(' ')
	b.WriteString(t.Kind().String())
	switch t.Kind() {
	case reflect.Map:
		b.WriteByte('[')
		form(b, t.Key(), above)
		b.WriteByte(']')
		form(b, t.Elem(), above)
	case reflect.Array:
		fmt.Fprintf(b, "[%d]", t.Len())
		form(b, t.Elem(), above)
	case reflect.Pointer, reflect.Slice:
		form(b, t.Elem(), above)
	case reflect.Struct:
		b.WriteByte('{')
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				b.WriteString(f.Name)
				form(b, f.Type, above)
				b.WriteByte(';')
			}
		}
		b.WriteByte('}')
	}
}

// leftOut reports whether an unexported field is tagged `plain:"-"`: it controls how a value is stored, and is not part of the value.
func leftOut(f reflect.StructField) bool { return !f.IsExported() && f.Tag.Get("plain") == "-" }

// Codec encodes and decodes the values of a type that is not plain data. Equal values must have equal bytes.
type Codec struct {
	Type   reflect.Type
	Encode func(value any) ([]byte, error)
	Decode func(text []byte) (value any, err error)
}

// Codecs holds the codecs of several types.
type Codecs []Codec

// of returns the codec of a type.
func (c Codecs) of(t reflect.Type) (Codec, bool) {
	i := slices.IndexFunc(c, func(c Codec) bool { return c.Type == t })
	if i < 0 {
		return Codec{}, false
	}
	return c[i], true
}
