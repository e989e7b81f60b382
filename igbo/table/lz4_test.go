package table

import (
	"bytes"
	"context"
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// TestDamagedLZ4: a file of LZ4 with any byte flipped is read or refused, and takes no more memory than the sizes that it states.
func TestDamagedLZ4(t *testing.T) {
	whole, err := os.ReadFile("testdata/types_lz4.parquet")
	if err != nil {
		t.Fatal(err)
	}
	refused, tried := 0, 0
	for i := 0; i < len(whole); i += sweep.Count(7, 1) {
		tried++
		text := bytes.Clone(whole)
		text[i] ^= 0xff
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(text), DefaultReadOptions())
		runtime.ReadMemStats(&after)
		if err != nil {
			refused++
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 1<<28 {
			t.Errorf("byte %d: %d bytes taken, %v", i, took, err)
		}
	}
	if refused < tried/2 {
		t.Errorf("%d of %d damaged files were refused", refused, tried)
	}
}

// TestLZ4Missing: columns of LZ4 in which all or some cells are missing, in both versions of pages, and with dictionaries.
func TestLZ4Missing(t *testing.T) {
	type row struct {
		All  *float64 `parquet:"all,optional"`
		Some *float64 `parquet:"some,optional"`
		Word *string  `parquet:"word,optional,dict"`
	}
	rows := make([]row, 1000)
	for i := range rows {
		if i%3 == 0 {
			number, word := float64(i), string(rune('a'+i%7))
			rows[i] = row{Some: &number, Word: &word}
		}
	}
	for version := 1; version <= 2; version++ {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b, parquet.Compression(&parquet.Lz4Raw), parquet.DataPageVersion(version), parquet.PageBufferSize(512))
		if _, err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(b.Bytes()), DefaultReadOptions())
		if err != nil || got.Rows() != len(rows) {
			t.Fatalf("version %d: %v", version, err)
		}
		all, some, word := got.Columns[0], got.Columns[1], got.Columns[2]
		for i := range rows {
			want, category := math.NaN(), math.NaN()
			if i%3 == 0 {
				want, category = float64(i), 0
				for word.Categories[int(category)] != string(rune('a'+i%7)) {
					category++
				}
			}
			if !math.IsNaN(all.Values[i]) || !sameBits(some.Values[i], want) || !sameBits(word.Values[i], category) {
				t.Fatalf("version %d, row %d: %v %v %v", version, i, all.Values[i], some.Values[i], word.Values[i])
			}
		}
	}
}

func sameBits(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
