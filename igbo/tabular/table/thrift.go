package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// mostNested is the maximum nesting depth of Thrift values; a list and its elements are one level each. Parquet's metadata and page headers
// are nine levels deep.
const mostNested = 32

// littleBytes is the size up to which free memory is not checked.
const littleBytes = 64 << 20

// structure reads Thrift's compact encoding.
type structure struct {
	thrift.Reader
	from     *bufio.Reader
	elements int // struct elements of lists, as far as they were read
}

func newStructure(r io.Reader) *structure {
	from := bufio.NewReader(r)
	return &structure{Reader: new(thrift.CompactProtocol).NewReader(from), from: from}
}

// check reads past a struct, which must be complete, and checks that memory suffices for it. The library allocates as many elements as a
// list states before it reads the first, and recurses for each level. check allocates nothing for stated sizes.
func (s *structure) check() error {
	err := s.pass(thrift.STRUCT, mostNested)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	element := reflect.TypeFor[format.ColumnChunk]().Size() // the largest element of a list
	if need := float64(element) * float64(s.elements); need > littleBytes {
		return memory.Check(need)
	}
	return nil
}

// pass reads past a value that is nested in at most so many further levels. The value of a boolean field is its type.
func (s *structure) pass(t thrift.Type, levels int) (err error) {
	if levels == 0 {
		return fmt.Errorf("the file is damaged: its metadata is nested more than %d levels deep", mostNested)
	}
	switch t {
	case thrift.TRUE, thrift.FALSE:
	case thrift.I8:
		_, err = s.ReadInt8()
	case thrift.I16, thrift.I32, thrift.I64:
		_, err = s.ReadInt64()
	case thrift.DOUBLE:
		_, err = s.from.Discard(8)
	case thrift.UUID:
		_, err = s.from.Discard(16)
	case thrift.BINARY:
		var n int
		if n, err = s.ReadLength(); err == nil {
			_, err = s.from.Discard(n)
		}
	case thrift.LIST, thrift.SET:
		var l thrift.List
		if l, err = s.ReadList(); err == nil {
			err = s.passEach(int(l.Size), levels, l.Type)
		}
	case thrift.MAP:
		var m thrift.Map
		if m, err = s.ReadMap(); err == nil {
			err = s.passEach(int(m.Size), levels, m.Key, m.Value)
		}
	case thrift.STRUCT:
		for err == nil {
			var f thrift.Field
			if f, err = s.ReadField(); err != nil || f.Type == thrift.STOP {
				return err
			}
			err = s.pass(f.Type, levels-1)
		}
	default:
		err = fmt.Errorf("the file is damaged: its metadata has the unknown type %d", t)
	}
	return err
}

// passEach reads past n elements of these types. A boolean element takes a byte.
func (s *structure) passEach(n, levels int, types ...thrift.Type) (err error) {
	for range n {
		for _, t := range types {
			if t == thrift.STRUCT {
				s.elements++
			}
			if t == thrift.TRUE || t == thrift.FALSE {
				t = thrift.I8
			}
			if err = s.pass(t, levels-1); err != nil {
				return err
			}
		}
	}
	return nil
}
