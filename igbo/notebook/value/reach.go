package value

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Addressable returns v, or a copy of it that has an address.
func Addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Elem()
}

// Field returns field i of a struct as a readable value, even if its name is unexported. The struct must be readable itself: it was not
// reached through an unexported field, or Field returned it.
func Field(v reflect.Value, i int) reflect.Value {
	f := Addressable(v).Field(i)
	if f.CanInterface() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// Fields lists the fields of a struct that have a name.
func Fields(t reflect.Type) (list []reflect.StructField) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name != "_" {
			list = append(list, f)
		}
	}
	return list
}

// Nil reports whether v is nil, for any kind of value.
func Nil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Func, reflect.Chan, reflect.Interface, reflect.Slice, reflect.Map, reflect.UnsafePointer:
		return v.IsNil()
	}
	return false
}

// Keys returns at most n keys of a map. If these are all keys, they are sorted.
func Keys(v reflect.Value, n int) []reflect.Value {
	keys := make([]reflect.Value, 0, min(n, v.Len()))
	for i := v.MapRange(); len(keys) < n && i.Next(); {
		keys = append(keys, i.Key())
	}
	if len(keys) == v.Len() {
		slices.SortFunc(keys, compare)
	}
	return keys
}

// compare orders keys of a map: numbers by size, words by letters, others by what fmt prints.
func compare(a, b reflect.Value) int {
	switch {
	case a.Kind() != b.Kind():
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.Kind() == reflect.Interface && !a.IsNil() && !b.IsNil():
		return compare(a.Elem(), b.Elem())
	}
	return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
}
