package table

import (
	"bufio"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checkPages checks the page headers of a column in a row group before the library allocates memory for the pages. It also checks that LZ4
// pages decompress to their stated sizes: on any LZ4 error the library doubles its buffer until memory runs out.
func checkPages(r io.ReaderAt, m *format.ColumnMetaData, packedByLZ4 bool) error {
	at := m.DataPageOffset
	if m.DictionaryPageOffset != 0 {
		at = m.DictionaryPageOffset
	}
	end := at + m.TotalCompressedSize
	if at < 0 || end < at { // the library would read on to the end of the file
		return fmt.Errorf("the file is damaged: it cannot have %d bytes of pages from byte %d on", m.TotalCompressedSize, at)
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
			return fmt.Errorf("the file is damaged: a page has a size of %d bytes", page.CompressedPageSize)
		}
		at += int64(page.CompressedPageSize)
	}
	return nil
}

// checkLZ4 checks that the page at a byte decompresses, where left bytes of the column remain. It returns the buffers that it used.
func checkLZ4(r io.ReaderAt, page *format.PageHeader, at, left int64, packed, unpacked []byte) (p, u []byte, err error) {
	size, levels, packs := int64(page.CompressedPageSize), int64(0), true
	if v2 := page.DataPageHeaderV2.V; page.Type == format.DataPageV2 { // its levels come first and are not compressed
		levels = int64(v2.RepetitionLevelsByteLength) + int64(v2.DefinitionLevelsByteLength)
		packs = !v2.IsCompressed.Valid || v2.IsCompressed.V
	}
	stated := int64(page.UncompressedPageSize) - levels
	if levels < 0 || size < levels || size > left || stated < 0 || packs && stated > mostLZ4*(size-levels) {
		return nil, nil, fmt.Errorf("the file is damaged: a page of %d bytes cannot be compressed to %d bytes, with %d bytes left in the file", page.UncompressedPageSize, size, left)
	}
	if !packs {
		return packed, unpacked, nil
	}
	packed, unpacked = space(packed, size-levels), space(unpacked, stated)
	if _, err := r.ReadAt(packed, at+levels); err != nil {
		return nil, nil, err
	}
	if n, err := lz4.UncompressBlock(packed, unpacked); err != nil || int64(n) != stated {
		return nil, nil, fmt.Errorf("the file is damaged: a page does not unpack to its stated size of %d bytes", stated)
	}
	return packed, unpacked, nil
}

// mostLZ4 bounds how many bytes one byte decompresses to: a length is written in units of 255.
const mostLZ4 = 255

// space returns a slice of n bytes, the given one if it is large enough.
func space(b []byte, n int64) []byte {
	if int64(cap(b)) < n {
		return make([]byte, n)
	}
	return b[:n]
}
