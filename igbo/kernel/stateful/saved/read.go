package saved

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"time"
	"unsafe"
)

// Read sets the value of a type at an address, which must be zero, from the bytes that [Write] wrote. It returns an error if the bytes are
// damaged or belong to a value of another type.
func Read(text []byte, t reflect.Type, at unsafe.Pointer) (err error) {
	form, err := Shape(t)
	rest, same := bytes.CutPrefix(text, append([]byte(form), 0))
	if err != nil || !same {
		return fmt.Errorf("the saved value does not have the type %v", t)
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the saved value is damaged: %v", r)
		}
	}()
	r := reading{b: rest}
	r.value(t, at)
	return nil
}

// Value returns the value in a file, or the zero value if there is no file. Programs that the kernel writes call it to initialise
// variables. If the file cannot be read, the program ends with a message.
func Value[T any](file string) (v T) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return v
	}
	if err == nil {
		err = Read(text, reflect.TypeFor[T](), unsafe.Pointer(&v))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "saved: reading %s: %v\n", file, err)
		os.Exit(1)
	}
	return v
}

// reading decodes what writing has written. It panics if bytes are missing.
type reading struct {
	b    []byte
	seen []unsafe.Pointer
}

func (r *reading) number() int {
	n, size := binary.Uvarint(r.b)
	r.b = r.b[size:]
	return int(n)
}

func (r *reading) bytes(n int) []byte {
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// value reads a value of a type to an address.
func (r *reading) value(t reflect.Type, at unsafe.Pointer) {
	if PointerFree(t) {
		copy(unsafe.Slice((*byte)(at), t.Size()), r.bytes(int(t.Size())))
		return
	}
	if t == timeType {
		if err := (*time.Time)(at).UnmarshalBinary(r.bytes(r.number())); err != nil {
			panic(err)
		}
		return
	}
	switch t.Kind() {
	case reflect.String:
		*(*string)(at) = string(r.bytes(r.number()))
	case reflect.Slice:
		if n := r.number(); n > 0 {
			memory := newArray(typeWord(t.Elem()), n-1)
			r.elements(t.Elem(), memory, n-1)
			*(*[]byte)(at) = unsafe.Slice((*byte)(memory), n-1) // slices of all types have the same words
		}
	case reflect.Array:
		r.elements(t.Elem(), at, t.Len())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			r.value(f.Type, unsafe.Add(at, f.Offset))
		}
	case reflect.Pointer:
		switch n := r.number(); {
		case n == 0:
		case n <= len(r.seen):
			*(*unsafe.Pointer)(at) = r.seen[n-1]
		default:
			to := newObject(typeWord(t.Elem()))
			r.seen = append(r.seen, to)
			*(*unsafe.Pointer)(at) = to
			r.value(t.Elem(), to)
		}
	case reflect.Map:
		r.table(t, Addressable(t, at))
	}
}

func (r *reading) elements(t reflect.Type, at unsafe.Pointer, n int) {
	size := t.Size()
	if PointerFree(t) {
		copy(unsafe.Slice((*byte)(at), n*int(size)), r.bytes(n*int(size)))
		return
	}
	for i := range n {
		r.value(t, unsafe.Add(at, uintptr(i)*size))
	}
}

func (r *reading) table(t reflect.Type, v reflect.Value) {
	n := r.number()
	if n == 0 {
		return
	}
	v.Set(reflect.MakeMapWithSize(t, n-1))
	for range n - 1 {
		key, element := newObject(typeWord(t.Key())), newObject(typeWord(t.Elem()))
		r.value(t.Key(), key)
		r.value(t.Elem(), element)
		v.SetMapIndex(Addressable(t.Key(), key), Addressable(t.Elem(), element))
	}
}
