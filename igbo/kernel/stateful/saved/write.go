package saved

import (
	"encoding/binary"
	"errors"
	"reflect"
	"time"
	"unsafe"
)

// Write returns the shape of type t, followed by the bytes of the value at an address. The value may have up to most bytes. Variables of
// the program have addresses below program. A pointer to one is an error, because the reader would get another variable.
//
// It also returns an error if the type cannot be saved, or if the value has too many bytes or is too deep.
func Write(t reflect.Type, at unsafe.Pointer, most int, program uintptr) ([]byte, error) {
	form, err := Shape(t)
	if err != nil {
		return nil, err
	}
	w := writing{b: append([]byte(form), 0), seen: map[place]int{}, most: most, program: program}
	err = w.value(t, at, 0)
	return w.b, err
}

// place is a value that a pointer refers to.
type place struct {
	at unsafe.Pointer
	of reflect.Type
}

// writing encodes values. A value that several pointers of a variable refer to is written once.
type writing struct {
	b    []byte
	seen map[place]int
	most int

	program uintptr // pointers below it refer to variables of the program
}

func (w *writing) number(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

// value writes the value of a type at an address.
func (w *writing) value(t reflect.Type, at unsafe.Pointer, depth int) error {
	if depth > deepest || len(w.b) > w.most {
		return errUnsaved
	}
	if PointerFree(t) {
		w.b = append(w.b, unsafe.Slice((*byte)(at), t.Size())...)
		return nil
	}
	if t == timeType {
		text, err := (*time.Time)(at).MarshalBinary()
		w.number(len(text))
		w.b = append(w.b, text...)
		return err
	}
	switch t.Kind() {
	case reflect.String:
		s := *(*string)(at)
		if w.number(len(s)); len(s) > w.most {
			return errUnsaved
		}
		w.b = append(w.b, s...)
	case reflect.Slice:
		return w.slice(t.Elem(), Addressable(t, at), depth)
	case reflect.Array:
		return w.elements(t.Elem(), at, t.Len(), depth)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := w.value(f.Type, unsafe.Add(at, f.Offset), depth+1); err != nil {
				return err
			}
		}
	case reflect.Pointer:
		return w.pointer(t.Elem(), *(*unsafe.Pointer)(at), depth)
	case reflect.Map:
		return w.table(t, Addressable(t, at), depth)
	default:
		return errUnsaved
	}
	return nil
}

func (w *writing) slice(element reflect.Type, v reflect.Value, depth int) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	w.number(1 + v.Len())
	return w.elements(element, v.UnsafePointer(), v.Len(), depth)
}

func (w *writing) elements(t reflect.Type, at unsafe.Pointer, n, depth int) error {
	size := t.Size()
	if PointerFree(t) {
		if n*int(size) > w.most {
			return errUnsaved
		}
		w.b = append(w.b, unsafe.Slice((*byte)(at), n*int(size))...)
		return nil
	}
	for i := range n {
		if err := w.value(t, unsafe.Add(at, uintptr(i)*size), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// pointer writes what a pointer refers to.
func (w *writing) pointer(t reflect.Type, to unsafe.Pointer, depth int) error {
	if to == nil {
		w.number(0)
		return nil
	}
	if n, is := w.seen[place{to, t}]; is {
		w.number(n)
		return nil
	}
	if uintptr(to) < w.program {
		return errUnsaved
	}
	w.seen[place{to, t}] = len(w.seen) + 1
	w.number(len(w.seen))
	return w.value(t, to, depth+1)
}

func (w *writing) table(t reflect.Type, v reflect.Value, depth int) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	w.number(1 + v.Len())
	key, element := newObject(typeWord(t.Key())), newObject(typeWord(t.Elem()))
	for i := v.MapRange(); i.Next(); {
		Addressable(t.Key(), key).Set(i.Key())
		Addressable(t.Elem(), element).Set(i.Value())
		if err := errors.Join(w.value(t.Key(), key, depth+1), w.value(t.Elem(), element, depth+1)); err != nil {
			return err
		}
	}
	return nil
}
