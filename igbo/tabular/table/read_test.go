package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

const good = "a,b,c\n1,x,2020-01-01\n2,y,2020-01-02\n,x,2020-01-03\n"

// bad maps error texts to invalid files.
var bad = map[string]string{
	"the file is empty":                                  "",
	"the file is empty ":                                 "\n\r\n\n",
	"a header but no rows":                               "a,b\n",
	"line 1, column 2: the name is missing":              "a,\n1,2\n",
	"columns 1 and 3 are both \"a\"":                     "a,b,a\n1,2,3\n",
	"line 3: 4 columns, want 3 as in the header":         "a,b,c\n1,2,3\n1,2,3,4\n",
	"line 3: 1 columns, want 2":                          "a,b\n1,2\n1",
	"line 4, byte 4: extraneous or missing \" in quoted": "a,b\n1,2\n3,\"4\n5,6",
	"line 2, byte 2: bare \" in non-quoted":              "a,b\n1\"2,3\n4,5\n",
	"(the row begins on line 3)":                         "a,b\n1,2\n3,\"4\n5,6\n7\"8,9\n",
	"line 2, byte 3: the byte 0xff is not UTF-8":         "a,b\n1,\xff\n",
	"line 3, byte 2: a zero byte; the file must be":      "a,b\n1,2\n3\x00,4\n",
	"line 1, byte 2: a zero byte":                        "a\x00,\x00b\x00\n\x00",
	"if ';' separates them":                              "a;b;c\n1;2;3\n",
	"if '\\t' separates them":                            "a\tb\n1\t2\n",
	"the names [\"5.1\" \"3.5\"] are numbers, want":      "5.1,3.5\n4.9,3\n",
	"line 4, column 1 (\"a\"): \"x\" is not a number":    "a,b\n1,2\n2,3\nx,4\n5,6\n",
	"line 3, column 1 (\"a\"): \"1e400\" is not":         "a\n1\n1e400\n2\n",
	"line 3, column 1 (\"a\"): \"1e151\" is not":         "a\n1\n1e151\n2\n",
	"line 3, column 1 (\"a\"): \"-inf\" is not":          "a\n1\n-inf\n2\n",
	"line 3, column 1 (\"a\"): \"Infinity\" is not":      "a\n1\nInfinity\n2\n",
	"line 3, column 1 (\"a\"): \"0x10p1\" is not":        "a\n1\n0x10p1\n2\n",
	"line 4, column 2 (\"b\"): \"no!\" is not true":      "a,b\n1,true\n2,no\n3,no!\n",
	"line 4, column 1 (\"c\"): \"2020-13-01\" is not":    "c\n2020-01-01\n2020-01-02\n2020-13-01\n",
	"line 4, column 1 (\"a\"): \"oops\" is not a number": "a,b\n1,\"two\nlines\"\noops,x\n2,y\n3,z\n",
}

// TestBadFiles checks that each error gives its position, for blocks of any size.
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

// inBlocks reads a text in blocks of the given size.
func inBlocks(content string, size int) (*Table, error) {
	o := DefaultReadOptions()
	o.Format = CSV
	return whole((text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(content)), "f.csv", o)
}

// TestBlocks checks that a table is the same for blocks of any size, also with line breaks in
// quotes.
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

// TestForms checks that additions by spreadsheets and other programs, and the file format, do not
// change the table.
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
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		got, err := Read(context.Background(), path, DefaultReadOptions())
		if err != nil || !same(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", what, got, err, want)
		}
	}
	cut := zipped(good)
	_, err := ReadFrom(context.Background(), "f.csv.gz", strings.NewReader(cut[:len(cut)-12]), DefaultReadOptions())
	refusal.Check(t, err, "the file is truncated", "a cut gzip")
	semicolons := DefaultReadOptions()
	semicolons.Comma = ';'
	if got, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(strings.ReplaceAll(good, ",", ";")), semicolons); err != nil || !same(got, want) {
		t.Errorf("semicolons: %v", err)
	}
}

// same reports whether names, kinds and cells are equal.
func same(a, b *Table) bool {
	return slices.EqualFunc(a.Columns, b.Columns, func(a, b Column) bool {
		return a.Name == b.Name && a.Kind == b.Kind && slices.Equal(a.Categories, b.Categories) &&
			slices.EqualFunc(a.Values, b.Values, func(a, b float64) bool { return a == b || a != a && b != b })
	})
}

// TestReaderFails checks that errors of the reader are returned and that a cancelled context stops
// reading.
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
	_, err := ReadFrom(context.Background(), "f.csv", endless('1'), DefaultReadOptions())
	refusal.Check(t, err, "line 1 is too long (max 67108864 bytes)", "an endless line")
}

func open(t *testing.T, path string) *os.File {
	f := must.Of(os.Open(path)).In(t)
	t.Cleanup(func() { f.Close() })
	return f
}

// endless repeats one byte forever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
