package host

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/notebook/value"
)

// describe returns types, sizes and values of variables.
func describe(variables []message.Variable) []message.Value {
	values := make([]message.Value, 0, len(variables))
	for _, v := range variables {
		values = append(values, describeOne(v))
	}
	return values
}

func describeOne(v message.Variable) (d message.Value) {
	d.Name = v.Name
	defer func() {
		if r := recover(); r != nil {
			d.Text = fmt.Sprintf("(cannot be shown: %v)", r)
		}
	}()
	variable := addressable(typeAt(v.Type), pointer(v.Address)) // reflect.NewAt would make a type that later cells could not name
	d.Type = value.TypeName(variable.Type())
	w := walk{left: longestWalk, seen: map[unsafe.Pointer]bool{}}
	d.Bytes = int64(variable.Type().Size()) + w.beyond(variable)
	d.Text = value.Brief(variable)
	return d
}

// typeAt returns the type at an address. The first word of an interface is its type.
func typeAt(at uint64) reflect.Type {
	var a any
	*(*unsafe.Pointer)(unsafe.Pointer(&a)) = pointer(at)
	return reflect.TypeOf(a)
}

// longestWalk limits the number of values that are visited to compute a size.
const longestWalk = 100_000

// walk adds up the memory that a value refers to, each block once.
type walk struct {
	left int
	seen map[unsafe.Pointer]bool
}

// beyond returns the number of bytes that a value refers to.
func (w *walk) beyond(v reflect.Value) (n int64) {
	if w.left--; w.left < 0 {
		return 0
	}
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Pointer:
		if v.IsNil() || w.known(v.UnsafePointer()) {
			return 0
		}
		return int64(v.Type().Elem().Size()) + w.beyond(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + w.beyond(v.Elem())
	case reflect.Slice:
		if v.IsNil() || w.known(v.UnsafePointer()) {
			return 0
		}
		return int64(v.Cap())*int64(v.Type().Elem().Size()) + w.elements(v)
	case reflect.Array:
		return w.elements(v)
	case reflect.Struct:
		for i := range v.NumField() {
			n += w.beyond(v.Field(i))
		}
	case reflect.Map:
		return int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size()+1)
	}
	return n
}

func (w *walk) known(p unsafe.Pointer) bool {
	was := w.seen[p]
	w.seen[p] = true
	return was
}

func (w *walk) elements(v reflect.Value) (n int64) {
	switch v.Type().Elem().Kind() {
	case reflect.String, reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Array, reflect.Struct, reflect.Map:
		for i := 0; i < v.Len() && w.left > 0; i++ {
			n += w.beyond(v.Index(i))
		}
	}
	return n
}
