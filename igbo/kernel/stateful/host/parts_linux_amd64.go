package host

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/notebook/value"
)

// clean returns a value without the restrictions of unexported fields, marked as addressable.
func clean(v reflect.Value) reflect.Value {
	words := (*[3]uintptr)(unsafe.Pointer(&v)) // see addressable
	const kinds, indirect = 1<<5 - 1, 1 << 7
	if words[2]&indirect != 0 {
		return addressable(v.Type(), *(*unsafe.Pointer)(unsafe.Pointer(&words[1])))
	}
	words[2] &= kinds
	return v
}

// within returns the value that contains the parts of v: the content of an interface, or the target of a pointer.
func within(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = clean(v.Elem())
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Array, reflect.Slice, reflect.Map:
			return addressable(v.Type().Elem(), v.UnsafePointer())
		}
	}
	return v
}

// dense returns the elements of a dense matrix of gonum, and its size.
func dense(v reflect.Value) (data reflect.Value, rows, columns, stride int, ok bool) {
	if v.Kind() != reflect.Struct || v.Type().PkgPath() != "gonum.org/v1/gonum/mat" || v.Type().Name() != "Dense" {
		return data, 0, 0, 0, false
	}
	m := v.FieldByName("mat")
	number := func(name string) int { return int(m.FieldByName(name).Int()) }
	data, rows, columns, stride = clean(m.FieldByName("Data")), number("Rows"), number("Cols"), number("Stride")
	return data, rows, columns, stride, rows > 0 && columns > 0 && data.Len() >= (rows-1)*stride+columns
}

// count returns the number of parts of a value.
func count(v reflect.Value) int {
	if _, rows, _, _, is := dense(v); is {
		return rows
	}
	switch v.Kind() {
	case reflect.Struct:
		return len(value.Fields(v.Type()))
	case reflect.Slice, reflect.Array, reflect.Map:
		return v.Len()
	case reflect.Pointer:
		if !v.IsNil() {
			return 1
		}
	}
	return 0
}

// shapeOf returns the number of elements of a value, or its rows and columns.
func shapeOf(v reflect.Value) string {
	v = within(v)
	if _, rows, columns, _, is := dense(v); is {
		return fmt.Sprintf("%d × %d", rows, columns)
	}
	switch v.Kind() {
	case reflect.Map, reflect.Chan:
		return strconv.Itoa(v.Len())
	case reflect.Slice, reflect.Array:
	default:
		return ""
	}
	shape := strconv.Itoa(v.Len())
	if k := v.Type().Elem().Kind(); v.Len() == 0 || k != reflect.Slice && k != reflect.Array {
		return shape
	}
	columns := v.Index(0).Len()
	for i := range min(v.Len(), lookWalk) {
		if v.Index(i).Len() != columns {
			return shape
		}
	}
	return fmt.Sprintf("%s × %d", shape, columns)
}

// parter splits a value into parts.
type parter struct {
	of     reflect.Value
	fields []reflect.StructField
	keys   []reflect.Value
}

func newParter(v reflect.Value) *parter {
	p := &parter{of: v}
	switch v.Kind() {
	case reflect.Struct:
		p.fields = value.Fields(v.Type())
	case reflect.Map:
		p.keys = keysOf(v)
	}
	return p
}

// part returns a part of a value and its name. It reports false beyond the last part that is shown.
func (p *parter) part(i int) (name string, part reflect.Value, ok bool) {
	if data, _, columns, stride, is := dense(p.of); is {
		return fmt.Sprintf("row %d", i), clean(data.Slice(i*stride, i*stride+columns)), true
	}
	switch p.of.Kind() {
	case reflect.Struct:
		f := p.fields[i]
		return f.Name, clean(p.of.Field(f.Index[0])), true
	case reflect.Slice, reflect.Array:
		return fmt.Sprintf("[%d]", i), clean(p.of.Index(i)), true
	case reflect.Pointer:
		return "*", addressable(p.of.Type().Elem(), p.of.UnsafePointer()), true
	case reflect.Map:
		if i < len(p.keys) {
			if found := p.of.MapIndex(p.keys[i]); found.IsValid() {
				return "[" + value.Brief(clean(p.keys[i])) + "]", clean(found), true
			}
		}
	}
	return "", part, false
}

// find returns the part of a value with a name.
func find(v reflect.Value, name string) (part reflect.Value, ok bool) {
	p, n, at := newParter(v), count(v), -1
	switch _, _, _, _, matrix := dense(v); {
	case matrix:
		_, _ = fmt.Sscanf(name, "row %d", &at) // otherwise at stays -1
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		_, _ = fmt.Sscanf(name, "[%d]", &at)
	default:
		for i := range n {
			if found, part, ok := p.part(i); ok && found == name {
				return part, true
			}
		}
	}
	if at < 0 || at >= n {
		return part, false
	}
	_, part, ok = p.part(at)
	return part, ok
}

// keysOf returns the keys of a map, sorted. Of a large map it returns only some.
func keysOf(v reflect.Value) []reflect.Value {
	most := min(mostKeys, v.Len(), 1+mostKeySpace/max(1, int(v.Type().Key().Size())))
	keys := make([]reflect.Value, 0, most)
	for i := v.MapRange(); len(keys) < most && i.Next(); {
		keys = append(keys, clean(i.Key()))
	}
	slices.SortStableFunc(keys, compareKeys)
	return keys
}

func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	}
	return cmp.Compare(value.Brief(a), value.Brief(b))
}
