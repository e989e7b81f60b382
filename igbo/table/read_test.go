package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

const good = "a,b,c\n1,x,2020-01-01\n2,y,2020-01-02\n,x,2020-01-03\n"

// bad is what may stand in a file, by what its error says.
var bad = map[string]string{
	"the file is empty":                                  "",
	"the file is empty ":                                 "\n\r\n\n",
	"a header and no rows":                               "a,b\n",
	"line 1, column 2: no name; row numbers":             "a,\n1,2\n",
	"columns 1 and 3 are both \"a\"":                     "a,b,a\n1,2,3\n",
	"line 3: 4 columns, expected the 3 of the header":    "a,b,c\n1,2,3\n1,2,3,4\n",
	"line 3: 1 columns, expected the 2":                  "a,b\n1,2\n1",
	"line 4, byte 4: extraneous or missing \" in quoted": "a,b\n1,2\n3,\"4\n5,6",
	"line 2, byte 2: bare \" in non-quoted":              "a,b\n1\"2,3\n4,5\n",
	"(the row begins on line 3)":                         "a,b\n1,2\n3,\"4\n5,6\n7\"8,9\n",
	"line 2, byte 3: the byte 0xff, expected":            "a,b\n1,\xff\n",
	"line 3, byte 2: a zero byte, expected":              "a,b\n1,2\n3\x00,4\n",
	"line 1, byte 2: a zero byte":                        "a\x00,\x00b\x00\n\x00",
	"state the comma ';' if":                             "a;b;c\n1;2;3\n",
	"state the comma '\\t' if":                           "a\tb\n1\t2\n",
	"the names [\"5.1\" \"3.5\"] are numbers, expected":  "5.1,3.5\n4.9,3\n",
	"line 4, column 1 (a): \"x\", expected a number":     "a,b\n1,2\n2,3\nx,4\n5,6\n",
	"line 3, column 1 (a): \"1e400\", expected":          "a\n1\n1e400\n2\n",
	"line 3, column 1 (a): \"1e151\", expected":          "a\n1\n1e151\n2\n",
	"line 3, column 1 (a): \"-inf\", expected":           "a\n1\n-inf\n2\n",
	"line 3, column 1 (a): \"Infinity\", expected":       "a\n1\nInfinity\n2\n",
	"line 3, column 1 (a): \"0x10p1\", expected":         "a\n1\n0x10p1\n2\n",
	"line 4, column 2 (b): \"no!\", expected true":       "a,b\n1,true\n2,no\n3,no!\n",
	"line 4, column 1 (c): \"2020-13-01\", expected":     "c\n2020-01-01\n2020-01-02\n2020-13-01\n",
	"line 4, column 1 (a): \"oops\", expected a number":  "a,b\n1,\"two\nlines\"\noops,x\n2,y\n3,z\n",
}

// TestBadFiles: each fault is named with its place, however the file is cut into blocks.
func TestBadFiles(t *testing.T) {
	for want, text := range bad {
		_, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(text), DefaultReadOptions())
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) || !strings.HasPrefix(err.Error(), "table: f.csv: ") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if _, err := inBlocks(text, 7); err == nil {
			t.Errorf("%q in blocks: no error", text)
		}
	}
}

// inBlocks reads a text in blocks of some bytes, with the kinds that the whole has.
func inBlocks(content string, size int) (*Table, error) {
	o := DefaultReadOptions()
	o.Format = CSV
	whole := &merged{}
	for chunk, err := range (text{name: "f.csv", options: o}).chunks(context.Background(), strings.NewReader(content)) {
		if err != nil {
			return nil, err
		}
		whole.add(chunk)
	}
	if whole.rows > 0 {
		o.Kinds = map[string]Kind{}
		for _, c := range whole.chunks[0].Columns {
			o.Kinds[c.Name] = c.Kind
		}
	}
	m := &merged{}
	for chunk, err := range (text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(content)) {
		if err != nil {
			return nil, err
		}
		m.add(chunk)
	}
	return m.table("f.csv")
}

// TestBlocks: a table is the same in blocks of any size, with line breaks in quotes too.
func TestBlocks(t *testing.T) {
	var b strings.Builder
	b.WriteString("n,text,when\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%g,\"%s, \"\"%d\"\"%s\",2020-01-%02d\n", float64(i)/7, []string{"a", "b", "c"}[i%3], i%5, strings.Repeat("\n", i%4), 1+i%28)
	}
	want := read(t, b.String())
	want.Name = "f.csv"
	if want.lines == nil || want.lines[299] != 2+299+0+1+2+74*6 {
		t.Errorf("line %d of the last row", want.lines[299])
	}
	for _, size := range []int{1, 16, 100, 1000, 1 << 20} {
		if got, err := inBlocks(b.String(), size); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("in blocks of %d bytes: another table, %v", size, err)
		}
	}
}

// TestForms: what spreadsheets and other programs add changes nothing, nor does the form of the file.
func TestForms(t *testing.T) {
	want := read(t, good)
	zipped := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.WriteString(w, text)
		_ = w.Close()
		return b.String()
	}
	for what, text := range map[string]string{
		"f.csv":                     good,
		"byte order mark.csv":       "\ufeff" + good,
		"mark and quotes.csv":       "\ufeff" + strings.Replace(good, "a", "\"a\"", 1),
		"CR LF.csv":                 strings.ReplaceAll(good, "\n", "\r\n"),
		"no last line end.csv":      strings.TrimSpace(good),
		"quotes.csv":                strings.ReplaceAll(good, "x", "\"x\""),
		"spaces.csv":                strings.ReplaceAll(good, ",", " , "),
		"NA.csv":                    strings.ReplaceAll(good, "\n,", "\nna,"),
		"f.tsv":                     strings.ReplaceAll(good, ",", "\t"),
		"f.TSV.gz":                  zipped(strings.ReplaceAll(good, ",", "\t")),
		"zipped without saying.csv": zipped(good),
		"two members.csv.gz":        zipped(good[:20]) + zipped(good[20:]),
	} {
		path := filepath.Join(t.TempDir(), what)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Read(context.Background(), path, DefaultReadOptions())
		if err != nil || !same(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", what, got, err, want)
		}
	}
	cut := zipped(good)
	if _, err := ReadFrom(context.Background(), "f.csv.gz", strings.NewReader(cut[:len(cut)-12]), DefaultReadOptions()); err == nil || !strings.Contains(err.Error(), "the file is cut") {
		t.Errorf("a cut gzip: %v", err)
	}
	semicolons := DefaultReadOptions()
	semicolons.Comma = ';'
	if got, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(strings.ReplaceAll(good, ",", ";")), semicolons); err != nil || !same(got, want) {
		t.Errorf("semicolons: %v", err)
	}
}

// same compares names, kinds and cells.
func same(a, b *Table) bool {
	return slices.EqualFunc(a.Columns, b.Columns, func(a, b Column) bool {
		return a.Name == b.Name && a.Kind == b.Kind && slices.Equal(a.Categories, b.Categories) &&
			slices.EqualFunc(a.Values, b.Values, func(a, b float64) bool { return a == b || a != a && b != b })
	})
}

// TestKinds: what a column is taken for, and what the options can say.
func TestKinds(t *testing.T) {
	for cells, want := range map[string]Kind{
		"1 -2.5 +3e-7 .5 5. NA": Number, "0 1": Number, "007 008": Category, "NA ?": Number, "1 2 x y": Category,
		"true FALSE Yes no": Boolean, "a b": Category, "yes maybe": Category, "2020-01-01 2020-01-02T03:04:05Z": Date, "1/2/2020 3/4/2020": Category,
		"1_0 2_0": Category, "nan 1": Number, "inf x y": Category,
	} {
		text := "c,d\n" + strings.ReplaceAll(cells, " ", ",0\n") + ",0\n"
		if got := read(t, text).Columns[0].Kind; got != want {
			t.Errorf("%q: %s, want %s", cells, got, want)
		}
	}
	stated := read(t, "zip,n\n1010,3\n2020,x\n", func(o *ReadOptions) {
		o.Kinds = map[string]Kind{"zip": Category, "n": Number}
		o.Missing = append(o.Missing, "x")
	})
	if got := stated.Columns[0]; got.Kind != Category || !slices.Equal(got.Categories, []string{"1010", "2020"}) || !math.IsNaN(stated.Columns[1].Values[1]) {
		t.Errorf("stated kinds: %+v", stated)
	}
	chosen := read(t, "a,,b,a2\n1,2,3,oops\n1,2,4,5\n2,3,4,5\n", func(o *ReadOptions) { o.Columns = []string{"b", "a"} })
	if got := chosen.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("chosen columns %q", got)
	}
	dates := read(t, "d\n1.2.2020\n3.4.2020\n", func(o *ReadOptions) { o.Layouts = []string{"2.1.2006"} })
	if got := dates.Columns[0].Values; dates.Columns[0].Kind != Date || got[1]-got[0] != 62*day {
		t.Errorf("dates %v", got)
	}
}

// TestReadOptionsAreChecked: a column that is not there is named with those that are.
func TestReadOptionsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*ReadOptions){
		"no column \"d\", the file has [\"a\" \"b\" \"c\"]": func(o *ReadOptions) { o.Columns = []string{"d"} },
		"no column \"e\"":                                       func(o *ReadOptions) { o.Kinds = map[string]Kind{"e": Number} },
		"is of kind \"text\", expected one":                     func(o *ReadOptions) { o.Kinds = map[string]Kind{"a": "text"} },
		"format \"xls\", expected csv":                          func(o *ReadOptions) { o.Format = "xls" },
		"fields parted by '\"', expected":                       func(o *ReadOptions) { o.Comma = '"' },
		"the columns [\"a\" \"a\"], expected":                   func(o *ReadOptions) { o.Columns = []string{"a", "a"} },
		"\"x\", expected a number within ±1e+150, as is stated": func(o *ReadOptions) { o.Kinds = map[string]Kind{"b": Number} },
	} {
		o := DefaultReadOptions()
		change(&o)
		if _, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(good), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for want, name := range map[string]string{"expected a name that ends in .csv": "f.xlsx", "no such file": "none.csv", "is a folder": "."} {
		o := DefaultReadOptions()
		if name == "." {
			o.Format = CSV
		}
		if _, err := Read(context.Background(), name, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestReaderFails: its error is handed on, and a context ends the reading.
func TestReaderFails(t *testing.T) {
	r := io.MultiReader(strings.NewReader(good), iotest.ErrReader(os.ErrDeadlineExceeded))
	if _, err := ReadFrom(context.Background(), "f.csv", r, DefaultReadOptions()); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for name, text := range map[string]io.Reader{"f.csv": strings.NewReader(good), "f.parquet": open(t, "testdata/types_none.parquet")} {
		if _, err := ReadFrom(ctx, name, text, DefaultReadOptions()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := ReadFrom(context.Background(), "f.csv", endless('1'), DefaultReadOptions()); err == nil || !strings.Contains(err.Error(), "line 1 is longer than 67108864 bytes") {
		t.Errorf("an endless line: %v", err)
	}
}

func open(t *testing.T, path string) *os.File {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// endless is one byte for ever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// FuzzNumber: a number is what strconv makes of it.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-0", "+.5", "5.", ".", "-", "1e5", "123456789012345", "0.000000000000001", "1234567890123456", "1.2.3", "1_0", "inf", "0x1p3", "nan", "99999999999999.9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := strconv.ParseFloat(s, 64)
		isDecimal := err == nil && math.Abs(want) <= largest && !strings.ContainsAny(s, "xXpP_")
		got, ok := number(s)
		if ok != isDecimal || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: %g, %t, want %g, %t", s, got, ok, want, isDecimal)
		}
	})
}

// FuzzRead: never a panic; what is read has whole columns of finite numbers, the same in
// small blocks, and what is not is refused in the package's name.
func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add(birds)
	for _, text := range bad {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(text), DefaultReadOptions())
		if err != nil {
			if !strings.HasPrefix(err.Error(), "table: f.csv: ") {
				t.Fatalf("error %v", err)
			}
			return
		}
		for _, c := range table.Columns {
			if len(c.Values) != table.Rows() || c.Name == "" {
				t.Fatalf("column %q of %d cells, %d rows", c.Name, len(c.Values), table.Rows())
			}
			for _, v := range c.Values {
				if math.IsInf(v, 0) || c.Kind == Category && v == v && c.Categories[int(v)] == "" {
					t.Fatalf("%q holds %g", c.Name, v)
				}
			}
		}
		if again, err := inBlocks(text, 5); err != nil || !reflect.DeepEqual(again.lines, table.lines) || !same(again, table) {
			t.Fatalf("in small blocks: %v\n%+v\n%+v", err, again, table)
		}
	})
}
