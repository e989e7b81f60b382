package datasets

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// tableConfig returns a configuration for windows of two days with the columns a and b.
func tableConfig() CSVConfig {
	return CSVConfig{
		Date: "day", Layout: time.DateOnly, Every: 24 * time.Hour, Columns: []string{"a", "b"}, Target: "a",
		Window: 2, Stride: 1, Horizon: 1,
	}
}

// goodTable is a table of three days, and badTables are faulty variants.
const goodTable = "day,a,b\n2020-01-01,1,2\n2020-01-02,3,4\n2020-01-03,5,6\n"

var badTables = map[string]string{
	"the table is empty":                                         "",
	"the table is empty ":                                        "\n\n\r\n",
	"column 1: the field is \"\\xff\", want UTF-8":               "\xff",
	"no group has the 3 records":                                 "day,a,b\n",
	"line 1: no column \"b\"":                                    "day,a\n2020-01-01,1\n",
	"columns 2 and 4 are both named \"a\"":                       "day,a,b,a\n2020-01-01,1,2,3\n",
	"columns 1 and 3 are both named \"day\"":                     "day,a,day,b\n",
	"line 3: the row has 4 columns, want the 3":                  "day,a,b\n2020-01-01,1,2\n2020-01-02,1,2,3\n",
	"line 2: the row has 1 columns, want the 3":                  "day,a,b\n2020-01-01\n",
	"line 2, column 2: a is \"\"":                                "day,a,b\n2020-01-01,,2\n",
	"line 2, column 2: a is \"NaN\"":                             "day,a,b\n2020-01-01,NaN,2\n",
	"line 2, column 2: a is \"-inf\"":                            "day,a,b\n2020-01-01,-inf,2\n",
	"line 2, column 3: b is \"1e400\"":                           "day,a,b\n2020-01-01,1,1e400\n",
	"line 2, column 3: b is \"1,5\"":                             "day,a,b\n2020-01-01,1,\"1,5\"\n",
	"line 2, byte 13: bare \"":                                   "day,a,b\n2020-01-01,1\"5,2\n",
	"line 2, byte 2: bare":                                       "day,a,b\n2\"x,1,2\n",
	"(the field begins on line 2)":                               "day,a,b\n2020-01-01,\"1,2\n3\n4\n",
	"line 1, byte 2: bare":                                       "x\"y\"\n",
	"line 3, byte 2: a zero byte":                                "day,a,b\n2020-01-01,1,2\n2\x00020-01-02,3,4\n",
	"line 1, byte 2: a zero byte":                                "d\x00a\x00y\x00,\x00",
	"line 2, column 4: the field is \"\\xff\", want U":           "day,a,b,note\n2020-01-01,1,2,\xff\n",
	"line 2, column 1: the date is \"1.1.2020\"":                 "day,a,b\n1.1.2020,1,2\n",
	"line 3: the record is 2562047h":                             "day,a,b\n0001-01-01,1,2\n9999-12-31,1,2\n",
	"line 2, column 2: a is \"" + strings.Repeat("x", 40) + "\"": "day,a,b\n2020-01-01," + strings.Repeat("x", 1000) + ",2\n",
}

// TestBadTables checks that errors name each fault with its line and column.
func TestBadTables(t *testing.T) {
	for want, text := range badTables {
		_, err := ReadCSV(strings.NewReader(text), tableConfig())
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) || !strings.HasPrefix(err.Error(), "datasets: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestSameTable checks that additions by spreadsheet programs change nothing.
func TestSameTable(t *testing.T) {
	want, err := ReadCSV(strings.NewReader(goodTable), tableConfig())
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{
		"byte order mark":  "\ufeff" + goodTable,
		"CR LF":            strings.ReplaceAll(goodTable, "\n", "\r\n"),
		"both":             "\ufeff" + strings.ReplaceAll(goodTable, "\n", "\r\n"),
		"no last newline":  strings.TrimSpace(goodTable),
		"empty lines":      strings.ReplaceAll(goodTable, "\n", "\n\n"),
		"quotes":           strings.ReplaceAll(goodTable, ",3,", ",\"3\","),
		"spaces":           strings.NewReplacer("a,b", " a , b", "3,4", " 3 , 4").Replace(goodTable),
		"unneeded columns": strings.NewReplacer("b\n", "b,,\n", "2\n", "2,x,\n", "4\n", "4,,\n", "6\n", "6,,\"\"\"\"\n").Replace(goodTable),
	} {
		got, err := ReadCSV(strings.NewReader(text), tableConfig())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", what, got, err, want)
		}
	}
}

// TestWideAndEndlessTables checks that a million columns are read, that a line without an end is rejected, and
// that a long list of names is cut in the error.
func TestWideAndEndlessTables(t *testing.T) {
	if testing.Short() {
		t.Skip("a million columns take seconds")
	}
	wide := func(first string) string {
		var text strings.Builder
		for i, line := range strings.Split(strings.TrimSpace(strings.Replace(goodTable, "day", first, 1)), "\n") {
			text.WriteString(line)
			for n := range 1_000_000 {
				if i == 0 {
					fmt.Fprintf(&text, ",c%d", n)
				} else {
					text.WriteString(",0")
				}
			}
			text.WriteByte('\n')
		}
		return text.String()
	}
	if s, err := ReadCSV(strings.NewReader(wide("day")), tableConfig()); err != nil || s.Windows() != 1 {
		t.Errorf("%v, want a window", err)
	}
	if _, err := ReadCSV(strings.NewReader(wide("dye")), tableConfig()); err == nil || len(err.Error()) > 1000 || !strings.Contains(err.Error(), "and 999983 more") {
		t.Errorf("an error of %d bytes, want one that names a few columns", len(fmt.Sprint(err)))
	}
	zeros := io.MultiReader(strings.NewReader("day,a,b\n"), endless('1'))
	if _, err := ReadCSV(zeros, tableConfig()); err == nil || !strings.Contains(err.Error(), "line 2 is longer than 67108864 bytes") {
		t.Errorf("an endless line: %v", err)
	}
	if _, err := ReadCSV(endless(0), tableConfig()); err == nil || !strings.Contains(err.Error(), "line 1, byte 1: a zero byte") {
		t.Errorf("endless zero bytes: %v", err)
	}
}

// endless is a reader that repeats one byte forever.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

// TestReaderFails checks that a reader's error is returned, and that a nil reader is an error.
func TestReaderFails(t *testing.T) {
	if _, err := ReadCSV(failing{}, tableConfig()); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := ReadCSV(nil, tableConfig()); err == nil || !strings.Contains(err.Error(), "nil") {
		t.Errorf("error %v, want that the reader is nil", err)
	}
}

// TestExtremeCounts checks that excessive counts are rejected before anything is allocated.
func TestExtremeCounts(t *testing.T) {
	const huge = math.MaxInt
	for want, change := range map[string]func(c *CSVConfig){
		"at most 1073741824 each":              func(c *CSVConfig) { c.Window = huge },
		"horizon 9223372036854775":             func(c *CSVConfig) { c.Horizon = huge },
		"stride 9223372036854775":              func(c *CSVConfig) { c.Stride = huge },
		"no group has the":                     func(c *CSVConfig) { c.Window, c.Horizon = maxNumbers, maxNumbers },
		"must differ":                          func(c *CSVConfig) { c.Columns = []string{"a", "a"} },
		"the names of the columns [\"\"] must": func(c *CSVConfig) { c.Columns = []string{""} },
	} {
		cfg := tableConfig()
		change(&cfg)
		if _, err := ReadCSV(strings.NewReader(goodTable), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	cfg := tableConfig()
	cfg.Window = 1 << 20
	if err := cfg.fits([]*group{{records: make([]record, 1<<21)}}); err == nil || !strings.Contains(err.Error(), "1048576 windows of 1048576 steps") {
		t.Errorf("windows of 2⁴⁰ numbers: %v", err)
	}
	for want, change := range map[string]func(c *SequenceConfig){
		"want at most 1073741824 numbers": func(c *SequenceConfig) { c.Samples = huge },
		"the noise is +Inf":               func(c *SequenceConfig) { c.Noise = math.Inf(1) },
		"weight NaN of feature 2":         func(c *SequenceConfig) { c.Weights[1] = math.NaN() },
	} {
		cfg := DefaultSequenceConfig()
		change(&cfg)
		if _, err := SequenceTask(cfg, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	for _, change := range []func(c *TeacherStudentConfig){
		func(c *TeacherStudentConfig) { c.Train = huge },
		func(c *TeacherStudentConfig) { c.Validation = huge },
		func(c *TeacherStudentConfig) { c.Features = huge - 1 },
		func(c *TeacherStudentConfig) { c.Hidden = huge },
	} {
		cfg := DefaultTeacherStudentConfig()
		change(&cfg)
		if _, err := TeacherStudent(cfg, 1); err == nil || !strings.Contains(err.Error(), "at most 1073741824 numbers") {
			t.Errorf("%+v: error %v", cfg, err)
		}
	}
}

// FuzzReadCSV checks that ReadCSV never panics, that its results are finite and form whole windows, and that
// its errors have the package prefix.
func FuzzReadCSV(f *testing.F) {
	f.Add(goodTable, "a", 2, 1, 1, "")
	f.Add(goodTable+"2020-01-04,7,8\n", "b", 1, 2, 0, "a")
	for _, text := range badTables {
		f.Add(text, "a", 2, 1, 1, "b")
	}
	f.Fuzz(func(t *testing.T, text, target string, window, stride, horizon int, group string) {
		cfg := tableConfig()
		cfg.Target, cfg.Group, cfg.Window, cfg.Stride, cfg.Horizon = target, group, window, stride, horizon
		s, err := ReadCSV(strings.NewReader(text), cfg)
		if err != nil {
			odd := func(r rune) bool { return !unicode.IsPrint(r) } // content of the file is quoted
			if text := err.Error(); !strings.HasPrefix(text, "datasets: ") || strings.ContainsFunc(text, odd) || !utf8.ValidString(text) {
				t.Fatalf("error %q", err)
			}
			return
		}
		if n := s.Windows(); n < 1 || len(s.Y) != n*window || len(s.X) != 2*len(s.Y) {
			t.Fatalf("%d windows of %d steps, %d inputs, %d targets", n, window, len(s.X), len(s.Y))
		}
		for _, v := range append(s.X, s.Y...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%g is no finite number", v)
			}
		}
	})
}
