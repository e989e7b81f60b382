package plain

import (
	"reflect"
	"slices"
)

// Codec writes and reads the values of a type that is no plain data. Equal values
// must have equal bytes.
type Codec struct {
	Type   reflect.Type
	Encode func(value any) ([]byte, error)
	Decode func(text []byte) (value any, err error)
}

// Codecs are those of several types.
type Codecs []Codec

// of returns the codec of a type.
func (c Codecs) of(t reflect.Type) (Codec, bool) {
	i := slices.IndexFunc(c, func(c Codec) bool { return c.Type == t })
	if i < 0 {
		return Codec{}, false
	}
	return c[i], true
}
