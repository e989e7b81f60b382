package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// TestDamagedLZ4 flips every byte of an LZ4 file. The file must be read or rejected, with no more
// memory than its stated sizes.
func TestDamagedLZ4(t *testing.T) {
	whole := must.Of(os.ReadFile("testdata/types_lz4.parquet")).In(t)
	refused, tried := 0, 0
	for i := 0; i < len(whole); i += sweep.Count(7, 1) {
		tried++
		text := bytes.Clone(whole)
		text[i] ^= 0xff
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), parquetOptions())
		runtime.ReadMemStats(&after)
		if err != nil {
			refused++
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 1<<28 {
			t.Errorf("byte %d: %d bytes taken, %v", i, took, err)
		}
	}
	if t.Logf("%d of %d damaged files were refused", refused, tried); refused < tried/2 {
		t.Error("most were read")
	}
}

// TestLZ4Missing checks LZ4 columns with some or all cells missing, in both page versions, and with
// dictionaries.
func TestLZ4Missing(t *testing.T) {
	type row struct {
		All  *float64 `parquet:"all,optional"`
		Some *float64 `parquet:"some,optional"`
		Word *string  `parquet:"word,optional,dict"`
	}
	rows := make([]row, 1000)
	want := &Table{Columns: []Column{{Name: "all", Kind: cell.Number}, {Name: "some", Kind: cell.Number}, {Name: "word", Kind: cell.Category, Categories: []string{"a", "d", "g"}}}}
	for i := range rows {
		values := []float64{math.NaN(), math.NaN(), math.NaN()}
		if i%3 == 0 {
			number, at := float64(i), i/3%3
			rows[i] = row{Some: &number, Word: &want.Columns[2].Categories[at]}
			values[1], values[2] = number, float64(at)
		}
		for j := range want.Columns {
			want.Columns[j].Values = append(want.Columns[j].Values, values[j])
		}
	}
	for version := 1; version <= 2; version++ {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b, parquet.Compression(&parquet.Lz4Raw), parquet.DataPageVersion(version), parquet.PageBufferSize(512))
		must.Of(w.Write(rows)).In(t)
		must.Do(t, w.Close())
		got, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(b.Bytes()), DefaultReadOptions())
		if err != nil || !same(got, want) {
			t.Errorf("version %d: %+v, %v", version, got, err)
		}
	}
}

// TestLZ4Contradictions checks that a page that does not decompress is found even if the metadata
// of the columns hide it.
func TestLZ4Contradictions(t *testing.T) {
	whole := must.Of(os.ReadFile("testdata/types_lz4.parquet")).In(t)
	read := func(text []byte) error {
		_, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), parquetOptions())
		return err
	}
	const unpacks = "does not unpack"
	end := len(whole) - 8 - int(binary.LittleEndian.Uint32(whole[len(whole)-8:])) // end of the pages
	text, damaged := bytes.Clone(whole), end
	for err := error(nil); err == nil || !strings.Contains(err.Error(), unpacks) || !strings.Contains(err.Error(), "row 4"); err = read(text) { // in the second row group
		copy(text, whole)
		damaged--
		text[damaged] ^= 0xff
	}
	changes := map[string]struct {
		reports string
		change  func(m *format.ColumnMetaData)
	}{
		"none":             {unpacks, func(m *format.ColumnMetaData) {}},
		"another codec":    {unpacks, func(m *format.ColumnMetaData) { m.Codec = format.Uncompressed }},
		"no values":        {unpacks, func(m *format.ColumnMetaData) { m.NumValues = 0 }},
		"negative size":    {"-1 bytes of pages", func(m *format.ColumnMetaData) { m.TotalCompressedSize = -1 }},
		"overflowing size": {"bytes of pages", func(m *format.ColumnMetaData) { m.TotalCompressedSize = math.MaxInt64 }},
		"no size":          {"unexpected EOF", func(m *format.ColumnMetaData) { m.TotalCompressedSize = 0 }},
		"negative place":   {"from byte -1", func(m *format.ColumnMetaData) { m.DataPageOffset, m.DictionaryPageOffset = -1, 0 }},
		"far place":        {"unexpected EOF", func(m *format.ColumnMetaData) { m.DataPageOffset, m.DictionaryPageOffset = 1<<40, 0 }},
	}
	for name, c := range changes {
		file := must.Of(parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))).In(t)
		groups := file.Metadata().RowGroups
		for i := range groups[len(groups)-1].Columns {
			c.change(&groups[len(groups)-1].Columns[i].MetaData)
		}
		footer := must.Of(thrift.Marshal(new(thrift.CompactProtocol), file.Metadata())).In(t)
		changed := slices.Concat(text[:end], footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), []byte(magic))
		refusal.Check(t, read(changed), c.reports, name)
	}
}
