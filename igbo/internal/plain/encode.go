package plain

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"sync"
)

// Deepest is the maximum depth of data. A cycle of pointers exceeds it.
const Deepest = 64

// Promised represents data that do not exist yet. A digest includes their digest, or "" if they have none. Promised data cannot
// be encoded.
type Promised interface{ PartDigest() string }

// Digest returns the SHA-256 of values in a canonical form.
func Digest(values ...any) (string, error) { return Codecs(nil).Digest(values...) }

// Digest returns the digest of values that contain types with a codec.
func (c Codecs) Digest(values ...any) (string, error) {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	e.Reset()
	e.key, e.codecs, e.dynamic = true, c, false
	for i := range values {
		if err := e.value(reflect.ValueOf(&values[i]).Elem(), 0); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(e.Bytes())
	return hex.EncodeToString(sum[:]), nil
}

// encoders pools encoders for digests, because the plan of a study computes thousands.
var encoders = sync.Pool{New: func() any { return new(encoder) }}

// Encode encodes plain data. Unlike gob it preserves a pointer to zero, unlike JSON it preserves infinities and NaN, and unlike both it
// never omits data silently.
func Encode[T any](v T, codecs ...Codec) ([]byte, error) {
	e := encoder{codecs: codecs}
	err := e.value(reflect.ValueOf(&v).Elem(), 0)
	return e.Bytes(), err
}

// encoder writes values one after another: numbers in 64 bits, lists of bytes unchanged, values of variable length after their length,
// fields in order, and map entries sorted.
type encoder struct {
	bytes.Buffer
	// key is a canonical form that is never decoded, so it allows interfaces.
	key    bool
	codecs Codecs
	// dynamic is set within an interface, whose type is not part of a function's signature.
	dynamic bool
}

func (e *encoder) number(u uint64) { e.Write(binary.LittleEndian.AppendUint64(e.AvailableBuffer(), u)) }

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.WriteString(s)
}

// present writes whether a value that can be nil is not nil.
func (e *encoder) present(v reflect.Value) bool {
	if v.IsNil() {
		e.WriteByte(0)
		return false
	}
	e.WriteByte(1)
	return true
}

func (e *encoder) value(v reflect.Value, depth int) error {
	t := v.Type()
	if depth > Deepest {
		return fmt.Errorf("%s is deeper than %d levels; values must not have cycles", t, Deepest)
	}
	if e.dynamic && t.PkgPath() == "main" && os.Getenv("GONB_TMP_DIR") != "" {
		return fmt.Errorf("an interface contains %s, a type that the notebook declares; such values cannot be cached (use a type of a package)", t)
	}
	if c, ok := e.codecs.of(t); ok {
		text, err := c.Encode(v.Interface())
		e.text(string(text))
		return err
	}
	if promised, ok := promisedBy(v); ok {
		if !e.key || promised == "" {
			return fmt.Errorf("%s refers to data that cannot be cached (use plain data instead)", t)
		}
		e.text(promised)
		return nil
	}
	if m, ok := marshaler(v); ok {
		text, err := m.MarshalBinary()
		e.text(string(text))
		return err
	}
	switch t.Kind() {
	case reflect.Bool:
		if v.Bool() {
			e.number(1)
		} else {
			e.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.number(math.Float64bits(v.Float()))
	case reflect.String:
		e.text(v.String())
	case reflect.Array, reflect.Slice, reflect.Map, reflect.Struct:
		return e.composite(v, depth)
	case reflect.Pointer:
		if e.present(v) {
			return e.value(v.Elem(), depth+1)
		}
	case reflect.Interface:
		if e.present(v) {
			if !e.key {
				return fmt.Errorf("%s contains a %s, which cannot be restored; use plain data", t, v.Elem().Type())
			}
			e.text(Form(v.Elem().Type()))
			defer func(before bool) { e.dynamic = before }(e.dynamic)
			e.dynamic = e.dynamic || depth > 0 // at depth 0 it is an argument of Digest
			return e.value(v.Elem(), depth+1)
		}
	case reflect.Func, reflect.Chan:
		if e.present(v) {
			return fmt.Errorf("%s is a function or a channel, which cannot be cached; use plain data", t)
		}
	default:
		return fmt.Errorf("values of type %s cannot be cached; use plain data", t)
	}
	return nil
}

func (e *encoder) composite(v reflect.Value, depth int) error {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); leftOut(f) {
				continue
			} else if !f.IsExported() {
				return fmt.Errorf("%s has an unexported field %s; use plain data", v.Type(), f.Name)
			}
			if err := e.value(v.Field(i), depth+1); err != nil {
				return fmt.Errorf("%s: %w", v.Type().Field(i).Name, err)
			}
		}
		return nil
	case reflect.Map:
		return e.entries(v, depth)
	case reflect.Slice:
		if !e.present(v) {
			return nil
		}
		e.number(uint64(v.Len()))
		if e.codecs.isBytes(v.Type()) {
			e.Write(v.Bytes())
			return nil
		}
	}
	for i := range v.Len() {
		if err := e.value(v.Index(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// isBytes reports whether a list is written with one byte per element.
func (c Codecs) isBytes(t reflect.Type) bool {
	_, coded := c.of(t.Elem())
	return t.Elem().Kind() == reflect.Uint8 && !coded
}

// entries writes a map in the order of its encoded keys.
func (e *encoder) entries(m reflect.Value, depth int) error {
	if !e.present(m) {
		return nil
	}
	var entries [][]byte
	for k, v := range m.Seq2() {
		entry := encoder{key: e.key, codecs: e.codecs, dynamic: e.dynamic}
		if err := entry.value(k, depth+1); err != nil {
			return err
		}
		if err := entry.value(v, depth+1); err != nil {
			return err
		}
		entries = append(entries, entry.Bytes())
	}
	slices.SortFunc(entries, bytes.Compare)
	e.number(uint64(len(entries)))
	for _, entry := range entries {
		e.Write(entry)
	}
	return nil
}

// promisedBy returns the digest of the data that a value represents.
func promisedBy(v reflect.Value) (string, bool) {
	if v.Kind() != reflect.Struct || !v.CanInterface() || !layoutOf(v.Type()).promises {
		return "", false
	}
	return v.Interface().(Promised).PartDigest(), true
}

// marshaler returns the value as a type with its own binary form, such as mat.Dense.
func marshaler(v reflect.Value) (encoding.BinaryMarshaler, bool) {
	if v.Kind() != reflect.Struct || !layoutOf(v.Type()).unmarshals {
		return nil, false
	}
	if m, ok := v.Interface().(encoding.BinaryMarshaler); ok {
		return m, true
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	m, ok := p.Interface().(encoding.BinaryMarshaler)
	return m, ok
}

// layout selects how values of a struct type are written, if not field by field.
type layout struct{ promises, unmarshals bool }

var known sync.Map // reflect.Type → layout, because a study's plan needs the same types for each cell

func layoutOf(t reflect.Type) layout {
	if w, ok := known.Load(t); ok {
		return w.(layout)
	}
	w := layout{t.Implements(reflect.TypeFor[Promised]()), reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())}
	known.Store(t, w)
	return w
}
