package table

import (
	"bufio"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checkPages checks what the pages of a column in a row group say of themselves, before the library makes room for it, and of pages
// that LZ4 packed, that they unpack to the sizes that they state: the library knows of no fault of LZ4 but too little room, which it
// doubles until the memory ends.
func checkPages(r io.ReaderAt, m *format.ColumnMetaData, packedByLZ4 bool) error {
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
		if err := newStructure(io.NewSectionReader(r, at, end-at)).check(); err != nil {
			return err
		}
		section := io.NewSectionReader(r, at, end-at)
		buffered := bufio.NewReader(section)
		var page format.PageHeader
		if err := thrift.NewDecoder(protocol.NewReader(buffered)).Decode(&page); err != nil {
			return err
		}
		read, err := section.Seek(0, io.SeekCurrent)
		if err != nil {
			return err
		}
		at += read - int64(buffered.Buffered())
		if packedByLZ4 {
			if packed, unpacked, err = checkLZ4(r, &page, at, end-at, packed, unpacked); err != nil {
				return err
			}
		}
		if page.CompressedPageSize < 0 {
			return fmt.Errorf("the file is damaged: a page of %d bytes", page.CompressedPageSize)
		}
		at += int64(page.CompressedPageSize)
	}
	return nil
}

// checkLZ4 checks that a page unpacks which begins at a byte, of which so many are left, and returns the room that it took.
func checkLZ4(r io.ReaderAt, page *format.PageHeader, at, left int64, packed, unpacked []byte) (p, u []byte, err error) {
	size, levels, packs := int64(page.CompressedPageSize), int64(0), true
	if v2 := page.DataPageHeaderV2.V; page.Type == format.DataPageV2 { // its levels come first, and are not packed
		levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
		packs = !v2.IsCompressed.Valid || v2.IsCompressed.V
	}
	stated := int64(page.UncompressedPageSize) - levels
	if levels < 0 || size < levels || size > left || stated < 0 || packs && stated > mostLZ4*(size-levels) {
		return nil, nil, fmt.Errorf("the file is damaged: a page of %d bytes is packed in %d, of %d that are left", page.UncompressedPageSize, size, left)
	}
	if !packs {
		return packed, unpacked, nil
	}
	packed, unpacked = room(packed, size-levels), room(unpacked, stated)
	if _, err := r.ReadAt(packed, at+levels); err != nil {
		return nil, nil, err
	}
	if n, err := lz4.UncompressBlock(packed, unpacked); err != nil || int64(n) != stated {
		return nil, nil, fmt.Errorf("the file is damaged: a page does not unpack to the %d bytes that it states", stated)
	}
	return packed, unpacked, nil
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
