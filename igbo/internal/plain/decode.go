package plain

import (
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// errShort reports data that are too short or too long.
var errShort = errors.New("plain: the length of the data does not match their type")

// Decode decodes what Encode wrote into *v.
func Decode[T any](text []byte, v *T, codecs ...Codec) (err error) {
	defer func() { // Data from a file have been verified by its digest.
		if e, ok := recover().(error); ok {
			err = e
		}
	}()
	d := decoder{text, codecs}
	d.value(reflect.ValueOf(v).Elem())
	if len(d.rest) > 0 {
		return errShort
	}
	return nil
}

// decoder decodes data. It panics with an error if the data do not fit the type.
type decoder struct {
	rest   []byte
	codecs Codecs
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		panic(errShort)
	}
	taken := d.rest[:n]
	d.rest = d.rest[n:]
	return taken
}

func (d *decoder) number() uint64 { return binary.LittleEndian.Uint64(d.take(8)) }
func (d *decoder) present() bool  { return d.take(1)[0] == 1 }

// count reads a length, which must fit into the remaining data.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.rest)) {
		panic(errShort)
	}
	return int(n)
}

func (d *decoder) value(v reflect.Value) {
	if c, ok := d.codecs.of(v.Type()); ok {
		value, err := c.Decode(d.take(d.number()))
		if err != nil {
			panic(err)
		}
		v.Set(reflect.ValueOf(value))
		return
	}
	if v.Kind() == reflect.Struct {
		if m, ok := v.Addr().Interface().(encoding.BinaryUnmarshaler); ok {
			if err := m.UnmarshalBinary(d.take(d.number())); err != nil {
				panic(err)
			}
			return
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.number() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(d.number()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(d.number())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(d.number()))
	case reflect.String:
		v.SetString(string(d.take(d.number())))
	case reflect.Array:
		d.elements(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if !leftOut(v.Type().Field(i)) {
				d.value(v.Field(i))
			}
		}
	case reflect.Func, reflect.Chan, reflect.Interface: // written only if nil
		d.take(1)
	default:
		d.reference(v)
	}
}

// reference reads a value that can be nil.
func (d *decoder) reference(v reflect.Value) {
	if !d.present() {
		v.SetZero()
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Size() == 0 { // struct{}, for example, takes no bytes
			n := int(d.number())
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			return
		}
		n := d.count()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		if d.codecs.isBytes(v.Type()) {
			copy(v.Bytes(), d.take(uint64(n)))
			return
		}
		d.elements(v)
	case reflect.Map:
		n := d.count()
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for range n {
			key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			d.value(key)
			d.value(element)
			v.SetMapIndex(key, element)
		}
	default:
		panic(fmt.Errorf("plain: type %s cannot be decoded", v.Type()))
	}
}

func (d *decoder) elements(v reflect.Value) {
	for i := range v.Len() {
		d.value(v.Index(i))
	}
}
