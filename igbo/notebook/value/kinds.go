package value

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// value writes a value without calling its methods.
func (p *printer) value(v reflect.Value, depth int) {
	switch k := v.Kind(); k {
	case reflect.Invalid:
		p.put("nil")
	case reflect.Bool:
		p.put(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.put(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.put(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		p.put(number(v.Float(), v.Type().Bits()))
	case reflect.Complex64, reflect.Complex128:
		p.put(complexNumber(v.Complex(), v.Type().Bits()/2))
	case reflect.String:
		p.word(v.String())
	case reflect.UnsafePointer:
		p.put(fmt.Sprintf("%s %#x", TypeName(v.Type()), v.Pointer()))
	default:
		if Nil(v) {
			p.put("nil")
			return
		}
		p.composite(v, k, depth)
	}
}

// number writes a float as fmt does.
func number(f float64, bits int) string {
	if bits == 32 {
		return fmt.Sprint(float32(f))
	}
	return fmt.Sprint(f)
}

// complexNumber writes a complex number as fmt does.
func complexNumber(c complex128, bits int) string {
	if bits == 32 {
		return fmt.Sprint(complex64(c))
	}
	return fmt.Sprint(c)
}

// word writes a string in quotes.
func (p *printer) word(s string) {
	if len(s) <= longestWord {
		p.put(strconv.Quote(s))
		return
	}
	p.put(strconv.Quote(short(s, longestWord)) + fmt.Sprintf(" (%d bytes)", len(s)))
}

// composite writes a value that is not nil and may contain others.
func (p *printer) composite(v reflect.Value, k reflect.Kind, depth int) {
	switch k {
	case reflect.Interface:
		p.write(v.Elem(), depth)
		return
	case reflect.Func:
		p.put(function(v))
		return
	case reflect.Chan:
		p.put(fmt.Sprintf("%s, %d of %d elements", TypeName(v.Type()), v.Len(), v.Cap()))
		return
	case reflect.Slice, reflect.Map, reflect.Pointer:
		here := visit{v.Pointer(), 0, v.Type()}
		if k == reflect.Slice {
			here.n = v.Len()
		}
		if slices.Contains(p.path, here) {
			p.put("(contains itself: " + TypeName(v.Type()) + ")")
			return
		}
		p.path = append(p.path, here)
		defer func() { p.path = p.path[:len(p.path)-1] }()
	}
	switch k {
	case reflect.Pointer:
		p.pointer(v, depth)
	case reflect.Struct:
		p.fields(v, depth)
	case reflect.Map:
		p.entries(v, depth)
	default:
		p.elements(v, depth)
	}
}

// pointer writes a pointer with what it points to, if this is a composite value.
func (p *printer) pointer(v reflect.Value, depth int) {
	switch v.Type().Elem().Kind() {
	case reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
		p.put("&")
		p.value(v.Elem(), depth)
	default:
		p.put(fmt.Sprintf("%s %#x", TypeName(v.Type()), v.Pointer()))
	}
}

// fields writes a struct.
func (p *printer) fields(v reflect.Value, depth int) {
	list := Fields(v.Type())
	if len(list) > 0 && depth >= deepest {
		p.put("{…}")
		return
	}
	v = Addressable(v)
	p.put("{")
	for i, f := range list {
		if i > 0 {
			p.put(" ")
		}
		if i == mostFields {
			p.put(fmt.Sprintf("… %d more", len(list)-i))
			break
		}
		p.put(f.Name + ":")
		p.write(Field(v, f.Index[0]), depth+1)
	}
	p.put("}")
}

// bound returns the maximum number of list elements, or map entries, that are written.
func (p *printer) bound(depth int) int {
	switch {
	case p.short:
		return 8
	case depth == 0:
		return mostElements
	}
	return mostParts
}

// entries writes a map.
func (p *printer) entries(v reflect.Value, depth int) {
	if v.Len() > 0 && depth >= deepest {
		p.put("map[…]")
		return
	}
	if !p.methods { // another goroutine may write to it
		p.put(fmt.Sprintf("map[… %d entries]", v.Len()))
		return
	}
	p.put("map[")
	keys := Keys(v, p.sorted())
	for i, key := range keys[:min(len(keys), p.bound(depth))] {
		if i > 0 {
			p.put(" ")
		}
		p.write(key, depth+1)
		p.put(":")
		p.write(v.MapIndex(key), depth+1)
	}
	p.more(v.Len()-p.bound(depth), "]")
}

// sorted returns the maximum number of keys of a map that are read.
func (p *printer) sorted() int {
	if p.short {
		return 100
	}
	return 10_000
}

// more ends a list, with the number of omitted elements.
func (p *printer) more(n int, end string) {
	if n > 0 {
		end = fmt.Sprintf(" … %d more", n) + end
	}
	p.put(end)
}

// elements writes a slice or an array.
func (p *printer) elements(v reflect.Value, depth int) {
	n := v.Len()
	if v.Type().Elem().Kind() == reflect.Uint8 && n > 0 && !(p.methods && named(v.Type().Elem())) {
		p.bytes(v)
		return
	}
	if n > 0 && depth >= deepest {
		p.put("[…]")
		return
	}
	p.put("[")
	for i := range min(n, p.bound(depth)) {
		if i > 0 {
			p.put(" ")
		}
		p.write(v.Index(i), depth+1)
	}
	p.more(n-p.bound(depth), "]")
}

// named reports whether a type may have methods.
func named(t reflect.Type) bool { return t.PkgPath() != "" }

// bytes writes bytes within another value: in quotes if they are text, otherwise in hexadecimal digits.
func (p *printer) bytes(v reflect.Value) {
	b := Addressable(v).Bytes()
	if v.Kind() == reflect.Slice && readable(b) {
		p.word(string(b))
		return
	}
	most := 64
	if p.short {
		most = 16
	}
	p.put(fmt.Sprintf("0x%x", b[:min(len(b), most)]))
	if v.Len() > most {
		p.put(fmt.Sprintf("… (%d bytes)", v.Len()))
	}
}
