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

// checkLZ4 checks that the pages of a column in a row group, which LZ4 packed, unpack to the sizes that they state. The library knows of
// no fault of LZ4 but too little room, which it doubles until the memory ends.
func checkLZ4(r io.ReaderAt, m *format.ColumnMetaData) error {
	at := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		at = m.DictionaryPageOffset
	}
	end := at + m.TotalCompressedSize
	if at < 0 || end < at { // the library would read on to the end of the file
		return fmt.Errorf("the file is damaged: %d bytes of pages from byte %d on", m.TotalCompressedSize, at)
	}
	var protocol thrift.CompactProtocol
	var packed, unpacked []byte
	for at < end {
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

		size, levels, packs := int64(page.CompressedPageSize), int64(0), true
		if v2 := page.DataPageHeaderV2.V; page.Type == format.DataPageV2 { // its levels come first, and are not packed
			levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
			packs = !v2.IsCompressed.Valid || v2.IsCompressed.V
		}
		stated := int64(page.UncompressedPageSize) - levels
		if levels < 0 || size < levels || size > end-at || stated < 0 || packs && stated > mostLZ4*(size-levels) {
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

// mostLZ4 bounds how many bytes one byte unpacks to: a length is written in units of 255.
const mostLZ4 = 255

// room is a slice of n bytes, the given one where it is large enough.
func room(b []byte, n int64) []byte {
	if int64(cap(b)) < n {
		return make([]byte, n)
	}
	return b[:n]
}
