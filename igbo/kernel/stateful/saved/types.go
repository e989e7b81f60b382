package saved

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unsafe"
)

// errUnsaved is the error for a value that contains a function, a channel, an interface, or unexported fields of another package.
var errUnsaved = errors.New("the value cannot be saved")

// Addressable returns a value of a type at an address. Unlike reflect.NewAt it makes no type.
func Addressable(t reflect.Type, at unsafe.Pointer) (v reflect.Value) {
	sample := 0
	v = reflect.ValueOf(&sample).Elem()
	words := (*[3]uintptr)(unsafe.Pointer(&v)) // type, address, flags with the kind
	*(*unsafe.Pointer)(unsafe.Pointer(&words[0])) = typeWord(t)
	*(*unsafe.Pointer)(unsafe.Pointer(&words[1])) = at
	const kinds = 1<<5 - 1
	words[2] = words[2]&^kinds | uintptr(t.Kind())
	return v
}

// typeWord returns the address of the runtime's type descriptor.
func typeWord(t reflect.Type) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] }

// PointerFree reports whether a type has no pointers.
func PointerFree(t reflect.Type) bool {
	words := (*[2]uintptr)(typeWord(t)) // the size of the type, and of its part with pointers
	return words[1] == 0
}

//go:linkname newObject reflect.unsafe_New
func newObject(unsafe.Pointer) unsafe.Pointer

//go:linkname newArray reflect.unsafe_NewArray
func newArray(unsafe.Pointer, int) unsafe.Pointer

// deepest is the maximum nesting depth of a value.
const deepest = 1000

// Shape describes the memory layout of a type. Bytes that were written from one type can be read into another type of the same shape. It
// returns an error if the type cannot be saved.
func Shape(t reflect.Type) (string, error) { return shape(t, nil) }

func shape(t reflect.Type, within []reflect.Type) (string, error) {
	if i := slices.Index(within, t); i >= 0 {
		return fmt.Sprint("^", len(within)-i), nil
	}
	if t == timeType {
		return "time", nil
	}
	within = append(within[:len(within):len(within)], t)
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.Array:
		n := 0
		if t.Kind() == reflect.Array {
			n = t.Len()
		}
		of, err := shape(t.Elem(), within)
		return fmt.Sprint(t.Kind(), n, "(", of, ")"), err
	case reflect.Map:
		key, err := shape(t.Key(), within)
		of, err2 := shape(t.Elem(), within)
		return "map(" + key + "," + of + ")", errors.Join(err, err2)
	case reflect.Struct:
		var all strings.Builder
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() && f.PkgPath != "main" { // only its package can make such values
				return "", errUnsaved
			}
			of, err := shape(f.Type, within)
			if err != nil {
				return "", err
			}
			fmt.Fprint(&all, f.Name, "@", f.Offset, of, ";")
		}
		return "struct(" + all.String() + ")", nil
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer, reflect.Uintptr:
		return "", errUnsaved
	}
	return t.Kind().String(), nil
}

var timeType = reflect.TypeFor[time.Time]()
