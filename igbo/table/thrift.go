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

// mostNested is how deep values of Thrift may be nested, lists and what they hold each a level: Parquet's own are nine deep, as are the
// numbers of pages in a column of a row group.
const mostNested = 32

// littleBytes is what is taken without a look at the memory that is left.
const littleBytes = 64 << 20

// structure is Thrift's compact encoding from a reader.
type structure struct {
	thrift.Reader
	from     *bufio.Reader
	elements int // of lists that are structs, as far as they were read
}

func newStructure(r io.Reader) *structure {
	from := bufio.NewReader(r)
	return &structure{Reader: new(thrift.CompactProtocol).NewReader(from), from: from}
}

// check reads past a struct, of which all must be there, with room for it in memory: the library makes room for as many elements as
// a list states before it reads the first, and calls itself for each level. Here no memory is taken for what is stated.
func (s *structure) check() error {
	err := s.pass(thrift.STRUCT, mostNested)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	element := reflect.TypeFor[format.ColumnChunk]().Size() // the largest in a list
	if need := float64(element) * float64(s.elements); need > littleBytes {
		return memory.Check(need)
	}
	return nil
}

// pass reads past a value, which is nested in at most so many levels more. That of a boolean field is its type.
func (s *structure) pass(t thrift.Type, levels int) (err error) {
	if levels == 0 {
		return fmt.Errorf("the file is damaged: what it says of itself is nested more than %d deep", mostNested)
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
		err = fmt.Errorf("the file is damaged: what it says of itself has a value of the type %d, which there is not", t)
	}
	return err
}

// passEach reads past n elements of these types. A boolean takes a byte there.
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
