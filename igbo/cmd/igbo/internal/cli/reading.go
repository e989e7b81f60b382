package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// Reading holds the flag and the settings for how to read the cells of a data file.
type Reading struct {
	decimal, separator, comma string
	kinds, dates, missing     []string
}

// Define adds --kind to the flags and the other options to the settings.
func (r *Reading) Define(f *pflag.FlagSet, s *Settings) {
	f.StringArrayVar(&r.kinds, "kind", nil, fmt.Sprintf("kind of a column, COLUMN=KIND, one of %v; repeatable", cell.Kinds()))
	Pairs(f, "kind", true)
	s.StringVar(&r.comma, "comma", "", "field separator of DATA, such as ; (default: comma; tab for .tsv)")
	s.StringVar(&r.decimal, "decimal", "", "decimal sign of numbers, such as , (default: point)")
	s.StringVar(&r.separator, "separator", "", "thousands separator, such as . or , (default: none)")
	s.StringArrayVar(&r.dates, "date_format", nil, "additional date format, such as %d.%m.%Y (default: 2020-12-31 with or without a time); repeatable")
	s.StringArrayVar(&r.missing, "na", nil, "additional word for a missing value, such as -; repeatable")
}

// Options returns the read options from the flag and the settings.
func (r *Reading) Options() (table.ReadOptions, error) {
	o := table.DefaultReadOptions()
	for _, s := range []struct {
		flag, text string
		to         *rune
	}{{"comma", r.comma, &o.Comma}, {"decimal", r.decimal, &o.Decimal}, {"separator", r.separator, &o.Separator}} {
		if s.text == "\\t" && s.flag == "comma" {
			s.text = "\t"
		}
		if s.text == "" {
			continue
		}
		if utf8.RuneCountInString(s.text) != 1 {
			return o, fmt.Errorf("--set %s must be one character, got %.40q", s.flag, s.text)
		}
		*s.to, _ = utf8.DecodeRuneInString(s.text)
	}
	var layouts []string
	for _, format := range r.dates {
		layout, err := cell.Layout(format)
		if err != nil {
			return o, fmt.Errorf("--set date_format: %w", err)
		}
		layouts = append(layouts, layout)
	}
	if o.Layouts = append(layouts, o.Layouts...); len(r.missing) > 0 {
		o.Missing = append(o.Missing, r.missing...)
	}
	for _, stated := range r.kinds {
		at := strings.LastIndexByte(stated, '=')
		if at < 1 {
			return o, fmt.Errorf("--kind must be COLUMN=KIND, such as age=number, got %.60q", stated)
		}
		if kind := cell.Kind(stated[at+1:]); !slices.Contains(cell.Kinds(), kind) {
			return o, fmt.Errorf("--kind %.60q: unknown kind %.60q, want one of %v", stated, stated[at+1:], cell.Kinds())
		}
		if o.Kinds == nil {
			o.Kinds = map[string]cell.Kind{}
		}
		o.Kinds[stated[:at]] = cell.Kind(stated[at+1:])
	}
	return o, o.Validate()
}

// SayColumns prints a line with the kind of each column.
func SayColumns(w io.Writer, file string, lines []encode.Line) {
	fmt.Fprintf(w, "columns of %s:\n%s", file, encode.LinesText(lines))
}

// ShownLost is the maximum number of omitted rows of a large table whose columns are examined.
const ShownLost = 1000

// SayLost prints how many rows were omitted and because of which columns, for all rows or for the first ones. It prints nothing if none
// were.
func SayLost(w io.Writer, file string, rows, leftOut int, lost []encode.Lost) {
	among := ""
	if len(lost) < leftOut {
		among = fmt.Sprintf(", among the first %d of them", len(lost))
	}
	if leftOut > 0 {
		fmt.Fprintf(w, "%d of %d rows of %s are left out: %s%s\n", leftOut, rows, file, encode.LostText(lost), among)
	}
}
