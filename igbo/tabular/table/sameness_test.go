package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// sheet is a table as text, with the type of each column in Parquet.
type sheet struct {
	names []string
	types []parquet.Node
	rows  [][]string
}

// drawnSheet returns a sheet with columns of every kind, some with missing cells.
func drawnSheet(r *rand.Rand, n int) sheet {
	s := sheet{
		names: []string{"real", "whole", "truth", "word", "day", "moment", "y"},
		types: []parquet.Node{parquet.Leaf(parquet.DoubleType), parquet.Int(64), parquet.Leaf(parquet.BooleanType), parquet.String(), parquet.Date(), parquet.Timestamp(parquet.Millisecond), parquet.Leaf(parquet.DoubleType)},
	}
	words := []string{"north", "south, east", "a \"b\"", "x y", "True North", "e5", "18-25"}
	for range n {
		day := time.Unix(int64(r.IntN(4e9)-1e9)/cell.Day*cell.Day, 0).UTC()
		row := []string{
			strconv.FormatFloat(r.NormFloat64()*math.Pow(10, float64(r.IntN(30)-15)), 'g', -1, 64), strconv.FormatInt(r.Int64N(1<<54)-1<<53, 10),
			strconv.FormatBool(r.IntN(2) == 1), words[r.IntN(len(words))], day.Format(time.DateOnly),
			day.Add(time.Duration(r.IntN(86_400_000)) * time.Millisecond).Format("2006-01-02 15:04:05.000"), strconv.Itoa(r.IntN(100)),
		}
		for k := range row[:6] {
			if r.IntN(8) == 0 {
				row[k] = ""
			}
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// permuted returns the sheet with its rows and columns in another order.
func (s sheet) permuted(rows, columns []int) sheet {
	var to sheet
	for _, k := range columns {
		to.names, to.types = append(to.names, s.names[k]), append(to.types, s.types[k])
	}
	for _, i := range rows {
		var row []string
		for _, k := range columns {
			row = append(row, s.rows[i][k])
		}
		to.rows = append(to.rows, row)
	}
	return to
}

// text returns the sheet as CSV or TSV.
func (s sheet) text(t testing.TB, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	must.Do(t, w.WriteAll(append([][]string{s.names}, s.rows...)))
	return b.Bytes()
}

// parquet returns the sheet as a Parquet file, with its columns sorted by name.
func (s sheet) parquet(t testing.TB, options ...parquet.WriterOption) []byte {
	group := parquet.Group{}
	for k, name := range s.names {
		group[name] = parquet.Optional(s.types[k])
	}
	schema := parquet.NewSchema("sheet", group)
	var b bytes.Buffer
	w := parquet.NewWriter(&b, append(options, schema)...)
	for _, row := range s.rows {
		values := make(parquet.Row, len(row))
		for k, cell := range row {
			column, _ := schema.Lookup(s.names[k])
			values[column.ColumnIndex] = value(s.types[k], cell).Level(0, map[bool]int{true: 0, false: 1}[cell == ""], column.ColumnIndex)
		}
		must.Of(w.WriteRows([]parquet.Row{values})).In(t)
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

func value(of parquet.Node, cell string) parquet.Value {
	at, _ := time.Parse("2006-01-02 15:04:05", cell)
	on, _ := time.Parse(time.DateOnly, cell)
	number, _ := strconv.ParseFloat(cell, 64)
	whole, _ := strconv.ParseInt(cell, 10, 64)
	logical := of.Type().LogicalType()
	switch {
	case cell == "":
		return parquet.NullValue()
	case of.Type().Kind() == parquet.Boolean:
		return parquet.BooleanValue(cell == "true")
	case of.Type().Kind() == parquet.Double:
		return parquet.DoubleValue(number)
	case of.Type().Kind() == parquet.ByteArray:
		return parquet.ByteArrayValue([]byte(cell))
	case of.Type().Kind() == parquet.Int32:
		return parquet.Int32Value(int32(on.Unix() / 86400))
	case logical != nil && logical.String() == "INT(64,true)":
		return parquet.Int64Value(whole)
	}
	return parquet.Int64Value(at.UnixMilli())
}

func zip(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(text)
	_ = w.Close()
	return b.Bytes()
}

// TestSameData checks that kinds and cells are the same, bit for bit, for any order of the rows and
// columns, as CSV, TSV and Parquet, gzipped or not.
func TestSameData(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for trial := range 6 {
		s := drawnSheet(r, 300)
		var want []string
		for turn := range 4 {
			rows, columns := r.Perm(len(s.rows)), r.Perm(len(s.names))
			if turn == 0 {
				slices.Sort(rows)
				slices.Sort(columns)
			}
			p := s.permuted(rows, columns)
			for name, text := range map[string][]byte{"f.csv": p.text(t, ','), "f.tsv": p.text(t, '\t'), "f.csv.gz": zip(p.text(t, ',')), "f.parquet": p.parquet(t), "f.parquet.gz": zip(p.parquet(t, parquet.Compression(&parquet.Zstd)))} {
				table, err := ReadFrom(context.Background(), name, bytes.NewReader(text), DefaultReadOptions())
				if err != nil {
					t.Fatalf("%d %d %s: %v", trial, turn, name, err)
				}
				for k, kind := range []cell.Kind{cell.Number, cell.Number, cell.Boolean, cell.Category, cell.Date, cell.Date, cell.Number} {
					if c := table.Column(s.names[k]); c.Kind != kind {
						t.Fatalf("%d %d %s: %s is of kind %s, want %s", trial, turn, name, c.Name, c.Kind, kind)
					}
				}
				back := make([]string, len(rows)*len(s.names))
				for at, from := range rows {
					for k, name := range s.names {
						c := table.Column(name)
						back[from*len(s.names)+k] = c.Text(at)
						if c.Kind != cell.Category {
							back[from*len(s.names)+k] = fmt.Sprintf("%x", math.Float64bits(c.Values[at]))
						}
					}
				}
				if want == nil {
					want = back
				}
				if !slices.Equal(back, want) {
					t.Errorf("%d %d %s: other cells", trial, turn, name)
				}
			}
		}
	}
}

// pool has cells of every kind and notation.
var pool = []string{
	"1", "2.5", "0", "-3e5", "007", "00", "1,5", "1.234,5", "12%", "$12", "1_000", "9007199254740993", "1e400", "true", "no", "YES", "word", "low", "5 kg", "inf", "18-25",
	"2020-01-02", "2020-01-02 03:04", "2020-01-02T03:04:05Z", "1/2/2020", "31.12.2020", "2 Jan 2020", "2020-01", "12:30", "", "NA", "?",
}

// TestAnyOrder checks that a column of arbitrary cells always has the same kind, or is an error,
// for any order of its rows, in blocks of any size, and as text in Parquet.
func TestAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	kinds := map[cell.Kind]int{}
	for range sweep.Count(500, 3000) {
		s := sheet{names: []string{"c", "d"}, types: []parquet.Node{parquet.String(), parquet.Leaf(parquet.DoubleType)}}
		few := pool[r.IntN(len(pool)):]
		few = few[:min(len(few), 1+r.IntN(4))]
		for range 1 + r.IntN(9) {
			s.rows = append(s.rows, []string{few[r.IntN(len(few))], "1"})
		}
		first, failed := cell.Kind(""), false
		for turn := range 3 {
			p := s.permuted(r.Perm(len(s.rows)), []int{0, 1})
			o := DefaultReadOptions()
			o.Format = CSV
			table, err := whole(text{name: "f.csv", options: o, size: []int{0, 1, 20}[turn]}.chunks(context.Background(), bytes.NewReader(p.text(t, ','))), "f.csv", o)
			kind := cell.Kind("")
			if err == nil {
				kind = table.Columns[0].Kind
			}
			if turn == 0 {
				first, failed = kind, err != nil
			}
			if kind != first || (err != nil) != failed {
				t.Fatalf("%q: %q and %q in another order, %v", p.rows, first, kind, err)
			}
		}
		kinds[first]++
		table, err := ReadFrom(context.Background(), "f.parquet", bytes.NewReader(s.parquet(t)), DefaultReadOptions())
		if err == nil && table.Columns[0].Kind != first || err != nil && !failed && first != cell.Number {
			t.Fatalf("%q: %q, in Parquet %v and %v", s.rows, first, table, err)
		}
	}
	if len(kinds) < 5 {
		t.Errorf("kinds %v, want every one and errors", kinds)
	}
	t.Log(fmt.Sprint(kinds))
}
