package table

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// columnOf returns a file with a column of the given cells, separated by bars, and a second column.
func columnOf(cells string) string {
	return "c;d\n" + strings.ReplaceAll(cells, "|", ";0\n") + ";0\n"
}

func semicolons(o *ReadOptions) { o.Comma = ';' }

// TestKinds checks the inferred kinds and the effect of the options.
func TestKinds(t *testing.T) {
	for cells, want := range map[string]cell.Kind{
		"1|-2.5|+3e-7|.5|5.|NA": cell.Number, "0|1": cell.Number, "0.5|0": cell.Number, "NA|?": cell.Number, "1e20|9007199254740992|1e+16": cell.Number, "12345678901234567890.0": cell.Number,
		"true|FALSE|Yes|no": cell.Boolean, "a|b": cell.Category, "yes|maybe": cell.Category, "2020-01-01|2020-01-02T03:04:05Z|2020-01-02 03:04:05.25-05:00": cell.Date,
		"nan|1": cell.Number, "inf|x|y": cell.Category, "18-25|26-35|65+": cell.Category, "1.2.3|1.2.4": cell.Category, "16:9|4:3": cell.Category, ">50|<=50": cell.Category,
		"10.0.0.1|10.0.0.2": cell.Category, "2019-20|2020-21": cell.Category, "x1|x2": cell.Category, "12a|12b": cell.Category, "May|June": cell.Category,
		"SW1A 1AA|N1": cell.Category, "no. 7|no. 8": cell.Category, "+|-": cell.Category, "e5|e6": cell.Category, "1st|2nd": cell.Category, "a 12:30|b": cell.Category,
	} {
		if got := read(t, columnOf(cells), semicolons).Columns[0].Kind; got != want {
			t.Errorf("%q: %s, want %s", cells, got, want)
		}
	}
	stated := read(t, "zip,n\n1010,3\n2020,x\n", func(o *ReadOptions) {
		o.Kinds = map[string]cell.Kind{"zip": cell.Category, "n": cell.Number}
		o.Missing = append(o.Missing, "x")
	})
	if got := stated.Columns[0]; got.Kind != cell.Category || !slices.Equal(got.Categories, []string{"1010", "2020"}) || !math.IsNaN(stated.Columns[1].Values[1]) {
		t.Errorf("stated kinds: %+v", stated)
	}
	chosen := read(t, "a,,b,a2\n1,2,3,oops\n1,2,4,5\n2,3,4,5\n", func(o *ReadOptions) { o.Columns = []string{"b", "a"} })
	if got := chosen.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("chosen columns %q", got)
	}
	dates := read(t, "d\n1.2.2020\n3.4.2020\n", func(o *ReadOptions) { o.Layouts = []string{"2.1.2006"} })
	if got := dates.Columns[0].Values; dates.Columns[0].Kind != cell.Date || got[1]-got[0] != 62*cell.Day {
		t.Errorf("dates %v", got)
	}
}

// TestReadOptionsAreChecked checks that the error for an unknown column lists the existing ones.
func TestReadOptionsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*ReadOptions){
		"no column \"d\", the file has [\"a\" \"b\" \"c\"]": func(o *ReadOptions) { o.Columns = []string{"d"} },
		"no column \"e\"":                      func(o *ReadOptions) { o.Kinds = map[string]cell.Kind{"e": cell.Number} },
		"of column \"a\": \"text\", want one":  func(o *ReadOptions) { o.Kinds = map[string]cell.Kind{"a": "text"} },
		"unsupported format \"xls\", want csv": func(o *ReadOptions) { o.Format = "xls" },
		"separator of fields is '\"', want":    func(o *ReadOptions) { o.Comma = '"' },
		"the columns [\"a\" \"a\"] must":       func(o *ReadOptions) { o.Columns = []string{"a", "a"} },
		"\"x\" is not a number within ±1e+150, as the stated kind of the column requires": func(o *ReadOptions) { o.Kinds = map[string]cell.Kind{"b": cell.Number} },
	} {
		o := DefaultReadOptions()
		change(&o)
		_, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(good), o)
		refusal.Check(t, err, want)
	}
	for want, name := range map[string]string{"the name must end in .csv": "f.xlsx", "no such file": "none.csv", "is a folder": "."} {
		o := DefaultReadOptions()
		if name == "." {
			o.Format = CSV
		}
		_, err := Read(context.Background(), name, o)
		refusal.Check(t, err, want, name)
	}
}

// TestOddWords checks that a cell that looks like a number or a date but is not one is an error
// with the line, the word and the flag, no matter how many cells have another kind.
func TestOddWords(t *testing.T) {
	for word, way := range map[string]string{
		"1,5": "--set decimal=, or --set separator=,", "1,234": "--set decimal=, or --set separator=,", "1.234,5": "--set decimal=, --set separator=.", "1,234.5": "--set separator=,",
		"1.234.567": "--set decimal=, --set separator=.", "1,234,567": "--set separator=,", "12,34,567": "--set separator=,", "1_000": `--set separator="_"`, "1 000": `--set separator=" "`, "1'000,5": `--set decimal=, --set separator="'"`, "-1.234,5e3": "--set decimal=,",
		"12%": "take the sign out", "12.5 %": "take the sign out", "$12": "take the sign out", "12 €": "take the sign out", "-£1,234.50": "take the sign out", "(12)": "with 0 to 9", "12-": "with 0 to 9", "−5": "with 0 to 9", "١٢": "with 0 to 9",
		"007": `--kind "c=number" or --kind "c=category"`, "00": "leading zeros", "01003": "leading zeros", "0x1F": "hexadecimal",
		"1e400": "beyond ±1e+150", "9007199254740993": "no number holds exactly", "-18446744073709551615": "no number holds exactly",
		"1/2/2020": "--set date_format=", "31.12.2020": "--set date_format=", "12-31-99": "--set date_format=", "2020/1/2": "--set date_format=", "2020-13-01": "--set date_format=", "2 Jan 2020": "--set date_format=", "Jan 2, 2020": "--set date_format=",
		"02-JAN-20": "--set date_format=", "1/2/2020 3:04 PM": "--set date_format=", "2020-01-02 03:04:05 UTC": "--set date_format=", "2020-01-02 03:04:05 Europe/Berlin": "--set date_format=", "Mon, 02 Jan 2006 15:04:05 MST": "--set date_format=", "2020-01": "--set date_format=", "12:30": "--set date_format=",
	} {
		for _, others := range []string{"", "1|2|3|", "2020-01-01|", "a|b|c|", "yes|no|", "NA|"} {
			content := columnOf(others + word)
			line := fmt.Sprintf("line %d, column 1 (\"c\"): ", 2+strings.Count(others, "|"))
			for _, size := range []int{0, 1, 9} {
				o := DefaultReadOptions()
				o.Format, o.Comma = CSV, ';'
				_, err := whole((text{name: "f.csv", options: o, size: size}).chunks(context.Background(), strings.NewReader(content)), "f.csv", o)
				if err == nil || !strings.Contains(err.Error(), line) && strings.Count(others, "|") < 2 && others != "2020-01-01|" || !strings.Contains(err.Error(), "state its kind: ") || !strings.Contains(err.Error(), `--kind "c=category"`) {
					t.Errorf("%q after %q: %v", word, others, err)
				}
				if err != nil && strings.Trim(others, "NA|") == "" && (!strings.Contains(err.Error(), way) || !strings.Contains(err.Error(), fmt.Sprintf("%.40q", word))) {
					t.Errorf("%q: %v, want %q in it", word, err, way)
				}
			}
		}
	}
	for cells, want := range map[string]string{
		"1|2|x": `line 4, column 1 ("c"): "x" is not a number within`, "1|x|y": `line 2, column 1 ("c"): "1" is not text`, "1|2|2020-01-01": `line 4, column 1 ("c"): "2020-01-01" is not a number`,
		"true|1|no": `line 3, column 1 ("c"): "1" is not true`, "yes|no|maybe": `line 4, column 1 ("c"): "maybe" is not true`, strings.Repeat("1|", 80) + "00": `line 82, column 1 ("c"): "00" is not a number`,
	} {
		o := DefaultReadOptions()
		o.Comma = ';'
		_, err := ReadFrom(context.Background(), "f.csv", strings.NewReader(columnOf(cells)), o)
		refusal.Check(t, err, want, cells)
	}
}

// TestLayout checks that strftime formats read dates, and that leading zeros are optional.
func TestLayout(t *testing.T) {
	for format, words := range map[string][]string{
		"%d.%m.%Y": {"31.12.2020", "1.2.2020", "01.02.2020"}, "%m/%d/%y": {"12/31/20", "1/2/20"}, "%Y%m%d": {"20201231"}, "%d %b %Y": {"31 Dec 2020", "1 Jan 2020"}, "%B %d, %Y": {"December 31, 2020"},
		"%Y-%m-%d %H:%M:%S %Z": {"2020-12-31 03:04:05 UTC"}, "%m/%d/%Y %I:%M %p": {"12/31/2020 03:04 PM", "1/2/2020 3:04 AM"}, "%Y-%m": {"2020-12"}, "%H:%M": {"23:59"}, "%d.%m.%Y 100%%": {},
	} {
		layout, err := cell.Layout(format)
		if strings.Contains(format, "100") {
			if err == nil {
				t.Errorf("%q is the layout %q, expected an error", format, layout)
			}
			continue
		}
		if err != nil {
			t.Error(err)
		}
		for _, word := range words {
			got := read(t, columnOf(word), semicolons, func(o *ReadOptions) {
				o.Layouts, o.Kinds = append([]string{layout}, o.Layouts...), map[string]cell.Kind{"c": cell.Date}
			}).Columns[0]
			if got.Kind != cell.Date || got.Missing(0) {
				t.Errorf("%q as %q: %v", word, format, got)
			}
		}
	}
	dates := read(t, columnOf("31.12.2020|1.2.2021"), semicolons, func(o *ReadOptions) { o.Layouts = append([]string{"2.1.2006"}, o.Layouts...) }).Columns[0]
	if dates.Kind != cell.Date || dates.Values[1]-dates.Values[0] != 32*cell.Day {
		t.Errorf("%v", dates)
	}
}
