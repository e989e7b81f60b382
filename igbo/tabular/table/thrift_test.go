package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestStatedSizes checks that a file that states larger sizes than it has, or is nested too deeply,
// is rejected before memory or stack is used, in its footer and in a page.
func TestStatedSizes(t *testing.T) {
	const levels = 5e6 // more than a gigabyte of stack
	most := string(binary.AppendUvarint(nil, 1<<31-1))
	reports := map[string][2]string{ // bytes of Thrift's compact protocol, and the expected errors
		"columns":      {"\x29" + "\xfc" + most, "unexpected EOF"},
		"text":         {"\x5c\x5c\x18" + most, "unexpected EOF"}, // in a page's statistics
		"lists":        {"\xf9" + strings.Repeat("\x19", levels), "nested more than 32 levels deep"},
		"structs":      {strings.Repeat("\xfc", levels), "nested more than 32 levels deep"},
		"another type": {"\xfe", "type 14"},
		"cut":          {"\x15", "unexpected EOF"},
	}
	whole := must.Of(os.ReadFile("testdata/types_none.parquet")).In(t)
	ended := func(pages, footer []byte) []byte {
		return slices.Concat(pages, footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), []byte(magic))
	}
	end := len(whole) - 8 - int(binary.LittleEndian.Uint32(whole[len(whole)-8:])) // end of the pages
	for name, say := range reports {
		file := must.Of(parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))).In(t)
		of := &file.Metadata().RowGroups[0].Columns[0].MetaData
		of.DictionaryPageOffset, of.DataPageOffset, of.TotalCompressedSize = 0, int64(end), int64(len(say[0]))
		footer := must.Of(thrift.Marshal(new(thrift.CompactProtocol), file.Metadata())).In(t)
		for where, changed := range map[string][]byte{
			"footer": ended(whole[:end], []byte(say[0])),
			"page":   ended(slices.Concat(whole[:end], []byte(say[0])), footer),
		} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(changed), parquetOptions())
			runtime.ReadMemStats(&after)
			refusal.Check(t, err, say[1], where+", "+name)
			if took := after.TotalAlloc - before.TotalAlloc; took > uint64(8*len(changed)+1<<22) {
				t.Errorf("%s, %s: %d bytes taken for a file of %d", where, name, took, len(changed))
			}
		}
	}
}
