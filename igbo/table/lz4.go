package table

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checkLZ4 checks that the pages of a column in a row group unpack to the sizes that they state, where LZ4 packed them. The library
// knows of no fault of LZ4 but too little room, which it doubles until the memory ends.
func checkLZ4(r io.ReaderAt, m *format.ColumnMetaData) error {
	if m.Codec != format.Lz4Raw {
		return nil
	}
	at := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		at = m.DictionaryPageOffset
	}
	var protocol thrift.CompactProtocol
	var packed, unpacked []byte
	end := at + m.TotalCompressedSize
	for values := int64(0); values < m.NumValues; {
		section := io.NewSectionReader(r, at, end-at)
		buffered := bufio.NewReader(section)
		var page format.PageHeader
		if err := thrift.NewDecoder(protocol.NewReader(buffered)).Decode(&page); errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		read, err := section.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		at += read - int64(buffered.Buffered())

		// What the library unpacks of the page, and to how much.
		size, levels, packs := int64(page.CompressedPageSize), int64(0), true
		switch v1, v2 := page.DataPageHeader.V, page.DataPageHeaderV2.V; page.Type {
		case format.DataPage:
			values += max(0, int64(v1.NumValues))
		case format.DataPageV2:
			values += max(0, int64(v2.NumValues))
			levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
			packs = !v2.IsCompressed.Valid || v2.IsCompressed.V
		}
		stated := int64(page.UncompressedPageSize) - levels
		if levels < 0 || size < levels || size > end-at || stated < 0 || packs && stated > 255*(size-levels) {
			return fmt.Errorf("the file is damaged: a page of %d bytes is packed in %d, of %d that are left", page.UncompressedPageSize, size, end-at)
		}
		if packs {
			packed, unpacked = room(packed, size-levels), room(unpacked, stated)
			if _, err := r.ReadAt(packed, at+levels); err != nil {
				return err
			}
			if n, err := lz4.UncompressBlock(packed, unpacked); err != nil || int64(n) != stated {
				return fmt.Errorf("the file is damaged: a page does not unpack to the %d bytes that it states", stated)
			}
		}
		at += size
	}
	return nil
}

// room is a slice of n bytes, the given one where it is large enough.
func room(b []byte, n int64) []byte {
	if int64(cap(b)) < n {
		return make([]byte, n)
	}
	return b[:n]
}
