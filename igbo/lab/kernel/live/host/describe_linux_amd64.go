package host

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/message"
)

// describe tells types, sizes and values of variables.
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
	value := reflect.NewAt(typeAt(v.Type), pointer(v.Address)).Elem()
	d.Type = value.Type().String()
	w := walk{left: longestWalk, seen: map[unsafe.Pointer]bool{}}
	d.Bytes = int64(value.Type().Size()) + w.beyond(value)
	d.Text = brief(value)
	return d
}

// typeAt is the type at an address: an interface's first word is its type.
func typeAt(at uint64) reflect.Type {
	var a any
	*(*unsafe.Pointer)(unsafe.Pointer(&a)) = pointer(at)
	return reflect.TypeOf(a)
}

// longestWalk bounds how many values are looked at to tell a size.
const longestWalk = 100_000

// walk adds up what a value refers to, each memory once.
type walk struct {
	left int
	seen map[unsafe.Pointer]bool
}

// beyond is how many bytes a value refers to.
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

// brief is a value in a few words; what could run code, wait or be long is told by its kind.
func brief(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return fmt.Sprint(reflect.ValueOf(v.Interface()).Convert(plainTypes[v.Kind()]).Interface())
	case reflect.String:
		if v.Len() > 40 {
			return fmt.Sprintf("%q…", v.String()[:40])
		}
		return fmt.Sprintf("%q", v.String())
	case reflect.Slice, reflect.Map, reflect.Chan:
		if v.IsNil() {
			return "nil"
		}
		return fmt.Sprintf("%d elements", v.Len())
	case reflect.Pointer, reflect.Func, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
	}
	return ""
}

// plainTypes are the types without methods.
var plainTypes = map[reflect.Kind]reflect.Type{
	reflect.Bool: reflect.TypeFor[bool](), reflect.Int: reflect.TypeFor[int](), reflect.Int8: reflect.TypeFor[int8](), reflect.Int16: reflect.TypeFor[int16](),
	reflect.Int32: reflect.TypeFor[int32](), reflect.Int64: reflect.TypeFor[int64](), reflect.Uint: reflect.TypeFor[uint](), reflect.Uint8: reflect.TypeFor[uint8](),
	reflect.Uint16: reflect.TypeFor[uint16](), reflect.Uint32: reflect.TypeFor[uint32](), reflect.Uint64: reflect.TypeFor[uint64](), reflect.Uintptr: reflect.TypeFor[uintptr](),
	reflect.Float32: reflect.TypeFor[float32](), reflect.Float64: reflect.TypeFor[float64](), reflect.Complex64: reflect.TypeFor[complex64](), reflect.Complex128: reflect.TypeFor[complex128](),
}
