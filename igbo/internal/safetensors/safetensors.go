// Package safetensors writes and reads named tensors in the safetensors format: the length of a header in 8 bytes, little-endian;
// the header, a JSON object of name → {dtype, shape, data_offsets}; and the values in sequence, little-endian.
//
// Read is strict: unlike readers that trust the offsets, it requires that the values fill the file without gaps or overlaps.
package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
)

// Named is a tensor with its name.
type Named struct {
	Name  string
	Value *tensors.Tensor
}

const (
	lengthBytes = 8
	maxHeader   = 100 << 20 // bytes, as in the format's own reader
	metadataKey = "__metadata__"
)

// names maps the dtypes to their names in the format.
var names = map[dtypes.DType]string{
	dtypes.Bool: "BOOL", dtypes.Int8: "I8", dtypes.Int16: "I16", dtypes.Int32: "I32", dtypes.Int64: "I64",
	dtypes.Uint8: "U8", dtypes.Uint16: "U16", dtypes.Uint32: "U32", dtypes.Uint64: "U64",
	dtypes.Float16: "F16", dtypes.BFloat16: "BF16", dtypes.Float32: "F32", dtypes.Float64: "F64",
}

// entry is the entry of a tensor in the header.
type entry struct {
	name    string
	DType   string    `json:"dtype"`
	Shape   []int     `json:"shape"`
	Offsets [2]uint64 `json:"data_offsets"`
}

// Write writes the tensors in order. It returns an error if the format does not support a dtype, or if a name occurs twice.
func Write(w io.Writer, values []Named) error {
	header, err := header(values)
	if err != nil {
		return err
	}
	if err := binary.Write(w, binary.LittleEndian, uint64(len(header))); err != nil {
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	for _, v := range values {
		var failed error
		err := v.Value.ConstBytes(func(data []byte) { _, failed = w.Write(data) })
		if err = cmp.Or(err, failed); err != nil {
			return err
		}
	}
	return nil
}

// header lists the tensors, padded with spaces to align the values.
func header(values []Named) ([]byte, error) {
	text := bytes.NewBufferString("{")
	seen, at := map[string]bool{}, uint64(0)
	for i, v := range values {
		shape := v.Value.Shape()
		e := entry{DType: names[shape.DType], Shape: append([]int{}, shape.Dimensions...)}
		switch {
		case e.DType == "":
			return nil, fmt.Errorf("safetensors: %s has the unsupported dtype %s", v.Name, shape.DType)
		case v.Name == metadataKey:
			return nil, fmt.Errorf("safetensors: the name %q is reserved; use another name", v.Name)
		case seen[v.Name]:
			return nil, fmt.Errorf("safetensors: the name %q occurs twice; names must be different", v.Name)
		}
		seen[v.Name] = true
		e.Offsets = [2]uint64{at, at + uint64(shape.ByteSize())}
		at = e.Offsets[1]
		name, err := json.Marshal(v.Name)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(text, "%s:%s", name, body)
	}
	text.WriteByte('}')
	for text.Len()%lengthBytes != 0 {
		text.WriteByte(' ')
	}
	return text.Bytes(), nil
}

// Read returns the tensors in the order of their values. It allocates only memory that the content fills.
func Read(content []byte) ([]Named, error) {
	entries, data, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	var values []Named
	for _, e := range entries {
		t := tensors.FromShape(shapes.Make(e.dtype(), e.Shape...))
		if err := t.MutableBytes(func(to []byte) { copy(to, data[e.Offsets[0]:e.Offsets[1]]) }); err != nil {
			return nil, fmt.Errorf("safetensors: %.200q: %w", e.name, err)
		}
		values = append(values, Named{e.name, t})
	}
	return values, nil
}

// parse reads the header and checks it against the values.
func parse(content []byte) (entries []entry, data []byte, err error) {
	if len(content) < lengthBytes {
		return nil, nil, fmt.Errorf("the file has %d bytes, want at least %d", len(content), lengthBytes)
	}
	length, rest := binary.LittleEndian.Uint64(content), content[lengthBytes:]
	if length > maxHeader {
		return nil, nil, fmt.Errorf("the header has %d bytes, which is too large (max %d); the file is damaged", length, maxHeader)
	}
	if length > uint64(len(rest)) {
		return nil, nil, fmt.Errorf("the header has %d bytes, but the file only %d; it is damaged", length, len(content))
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(rest[:length], &header); err != nil {
		return nil, nil, fmt.Errorf("reading the header: %w", err)
	}
	delete(header, metadataKey)
	for name, text := range header {
		e := entry{name: name}
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, nil, fmt.Errorf("reading %.200q in the header: %w", name, err)
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Offsets[0], b.Offsets[0]), cmp.Compare(a.Offsets[1], b.Offsets[1]), cmp.Compare(a.name, b.name))
	})
	data = rest[length:]
	return entries, data, covers(entries, uint64(len(data)))
}

// covers checks that the tensors fill the data one after the other.
func covers(entries []entry, size uint64) error {
	at := uint64(0)
	for _, e := range entries {
		bytes, err := e.bytes()
		if err != nil {
			return err
		}
		if e.Offsets[0] != at || e.Offsets[1] != at+bytes || e.Offsets[1] > size {
			return fmt.Errorf("%.200q has the offsets %v in the %d bytes of values, but it must have %d bytes, from offset %d on", e.name, e.Offsets, size, bytes, at)
		}
		at = e.Offsets[1]
	}
	if at != size {
		return fmt.Errorf("%d bytes of values, but the header declares %d", size, at)
	}
	return nil
}

// bytes returns the size of a tensor.
func (e entry) bytes() (uint64, error) {
	dtype := e.dtype()
	if dtype == dtypes.InvalidDType {
		return 0, fmt.Errorf("%.200q has the unsupported dtype %.200q", e.name, e.DType)
	}
	size := uint64(dtype.Size())
	for _, n := range e.Shape {
		high, low := bits.Mul64(size, uint64(n))
		if n < 0 || high != 0 {
			return 0, fmt.Errorf("%.200q has the invalid shape %v", e.name, e.Shape)
		}
		size = low
	}
	return size, nil
}

func (e entry) dtype() dtypes.DType {
	for dtype, name := range names {
		if name == e.DType {
			return dtype
		}
	}
	return dtypes.InvalidDType
}
