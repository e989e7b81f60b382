package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Reading holds the flags that say how a file of data writes its cells.
type Reading struct {
	decimal, separator, comma string
	kinds, dates, missing     []string
}

// Flags adds the flags; those of kinds only where no model knows them.
func (r *Reading) Flags(cmd *cobra.Command, kinds bool) {
	f := cmd.Flags()
	f.StringVar(&r.comma, "comma", "", "what parts the fields of DATA, such as ; (default: a comma, in .tsv a tab)")
	f.StringVar(&r.decimal, "decimal", "", "decimal sign of numbers in text, such as , (default: a point)")
	f.StringVar(&r.separator, "separator", "", "sign between groups of three digits of numbers in text, such as . or , (default: none)")
	f.StringArrayVar(&r.dates, "date-format", nil, "how dates are written, such as %d.%m.%Y, besides 2020-12-31 with or without a time; may be repeated")
	f.StringArrayVar(&r.missing, "na", nil, "another word for a missing value, such as -; may be repeated")
	if kinds {
		f.StringArrayVar(&r.kinds, "kind", nil, fmt.Sprintf("COLUMN=KIND, what a column is: %v; may be repeated", cell.Kinds()))
		Pairs(cmd, "kind", true)
	}
}

// Options are those of the flags.
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
			return o, fmt.Errorf("--%s %.40q: expected one character", s.flag, s.text)
		}
		*s.to, _ = utf8.DecodeRuneInString(s.text)
	}
	var layouts []string
	for _, format := range r.dates {
		layout, err := cell.Layout(format)
		if err != nil {
			return o, fmt.Errorf("--date-format: %w", err)
		}
		layouts = append(layouts, layout)
	}
	if o.Layouts = append(layouts, o.Layouts...); len(r.missing) > 0 {
		o.Missing = append(o.Missing, r.missing...)
	}
	for _, stated := range r.kinds {
		at := strings.LastIndexByte(stated, '=')
		if at < 1 {
			return o, fmt.Errorf("--kind %.60q: expected COLUMN=KIND, such as age=number", stated)
		}
		if kind := cell.Kind(stated[at+1:]); !slices.Contains(cell.Kinds(), kind) {
			return o, fmt.Errorf("--kind %.60q: expected one of %v after the column's name and =", stated, cell.Kinds())
		}
		if o.Kinds == nil {
			o.Kinds = map[string]cell.Kind{}
		}
		o.Kinds[stated[:at]] = cell.Kind(stated[at+1:])
	}
	return o, o.Validate()
}

// SayColumns says a line a column what it was taken for.
func SayColumns(w io.Writer, file string, lines []encode.Line) {
	fmt.Fprintf(w, "columns of %s:\n%s", file, encode.LinesText(lines))
}

// ShownLost is how many of the rows of a large table that are left out are looked at for their columns.
const ShownLost = 1000

// SayLost says how many rows were left out, and for which columns, of all of them or of the first; nothing for none.
func SayLost(w io.Writer, file string, rows, leftOut int, lost []encode.Lost) {
	among := ""
	if len(lost) < leftOut {
		among = fmt.Sprintf(", among the first %d of them", len(lost))
	}
	if leftOut > 0 {
		fmt.Fprintf(w, "%d of %d rows of %s are left out: %s%s\n", leftOut, rows, file, encode.LostText(lost), among)
	}
}
