package table

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// File formats. Each file can also be gzipped.
const (
	CSV     = "csv"
	TSV     = "tsv"
	Parquet = "parquet"
)

// ReadOptions configures how a file is read.
type ReadOptions struct {
	// Format is CSV, TSV or Parquet. With "", the file's name decides, such as data.tsv.gz.
	Format string `json:"format,omitempty"`
	// Comma separates the fields of a line. 0 selects the comma for CSV and the tab for TSV.
	Comma rune `json:"comma,omitempty"`
	// Kinds states the kinds of columns by name. The kinds of the other columns are inferred.
	Kinds map[string]cell.Kind `json:"kinds,omitempty"`
	// Columns lists the columns to read; if it is empty, all are read.
	Columns []string `json:"columns,omitempty"`
	// LeaveOut lists columns that are not read.
	LeaveOut []string `json:"leaveOut,omitempty"`
	// Texts lists columns that name rows or groups, such as customer numbers. Their cells are read unchanged, as text.
	Texts []string `json:"texts,omitempty"`
	// Options configures how the file writes missing cells, numbers and dates.
	cell.Options

	// Fits, if set, is called each time a large table has doubled during reading; it returns an error if memory is short.
	Fits func(rows, columns int) error `json:"-"`

	// Space, if set, stores the table's columns instead of the heap. Closing the space closes the table.
	Space *spool.Space `json:"-"`

	// Needed lists columns that have a use. Such a column is read even if pandas wrote it as an index.
	Needed []string `json:"-"`
	// Lenient allows Kinds and Columns to name columns that the file does not have. Later allows Columns and other options to do so, because a
	// Spec checks them afterwards.
	Lenient bool `json:"-"`
	Later   bool `json:"-"`
}

// DefaultReadOptions returns options that read all columns, infer the format from the file's name, and use [cell.DefaultOptions].
func DefaultReadOptions() ReadOptions { return ReadOptions{Options: cell.DefaultOptions()} }

// Validate checks the format, the comma, the kinds and the names.
func (o ReadOptions) Validate() error {
	switch {
	case o.Format != "" && !slices.Contains([]string{CSV, TSV, Parquet}, o.Format):
		return fmt.Errorf("table: unsupported format %q, want %s, %s or %s", o.Format, CSV, TSV, Parquet)
	case o.Comma == '"' || o.Comma == '\n' || o.Comma == '\r' || o.Comma == '\ufffd' || o.Comma < 0 || o.Comma > '\U0010FFFF':
		return fmt.Errorf("table: the separator of fields is %q, want another character, such as , or ;", o.Comma)
	}
	for name, kind := range o.Kinds {
		if !slices.Contains(cell.Kinds(), kind) {
			return fmt.Errorf("table: unsupported kind of column %q: %q, want one of %q", name, kind, cell.Kinds())
		}
	}
	if err := o.Options.Validate(); err != nil {
		return err
	}
	for i, name := range o.Columns {
		if name == "" || slices.Contains(o.Columns[:i], name) {
			return fmt.Errorf("table: the columns %.60q must have different names, and none can be empty", o.Columns)
		}
	}
	return nil
}

// formats maps file extensions to formats.
var formats = map[string]string{".csv": CSV, ".tsv": TSV, ".tab": TSV, ".parquet": Parquet, ".pq": Parquet}

// Composed returns names in Unicode's composed form (NFC), in which they are compared: é is one character.
func Composed(names ...string) []string {
	composed := make([]string, len(names))
	for i, name := range names {
		composed[i] = norm.NFC.String(name)
	}
	return composed
}

// composed returns the options with composed names.
func (o ReadOptions) composed() (ReadOptions, error) {
	var kinds map[string]cell.Kind
	if o.Kinds != nil {
		kinds = map[string]cell.Kind{}
	}
	for name, kind := range o.Kinds {
		name = norm.NFC.String(name)
		if other, twice := kinds[name]; twice && other != kind {
			return o, fmt.Errorf("table: column %.60q has two kinds, %q and %q; it must have one (the two names differ only in their Unicode form)", name, min(kind, other), max(kind, other))
		}
		kinds[name] = kind
	}
	o.Kinds = kinds
	for _, names := range []*[]string{&o.Columns, &o.LeaveOut, &o.Texts, &o.Needed} {
		if *names != nil {
			*names = Composed(*names...)
		}
	}
	return o, nil
}

// of sets the format by the file's name and composes the names.
func (o ReadOptions) of(name string) (ReadOptions, error) {
	if err := o.Validate(); err != nil {
		return o, err
	}
	o, err := o.composed()
	if err != nil {
		return o, err
	}
	if o.Format == "" {
		end := strings.ToLower(filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")))
		if o.Format = formats[end]; o.Format == "" {
			return o, fmt.Errorf("table: %s: the name must end in .csv, .tsv or .parquet, optionally followed by .gz (or set the format)", name)
		}
	}
	return o, nil
}

// comma returns the field separator.
func (o ReadOptions) comma() rune {
	switch {
	case o.Comma != 0:
		return o.Comma
	case o.Format == TSV:
		return '\t'
	}
	return ','
}

// choose returns the indexes of the columns to read, in the file's order, and the columns left out. The index of pandas is left out unless
// an option names it. Names are compared in composed form (see Composed).
func (o ReadOptions) choose(file string, raw, index []string) (at []int, left []Left, err error) {
	header, index := Composed(raw...), Composed(index...)
	if err := o.unknown(file, header); err != nil {
		return nil, nil, err
	}
	why := o.leaves(index)
	first := map[string]int{}
	for i, name := range header {
		if why := why(name); why != "" {
			left = append(left, Left{name, why})
			continue
		}
		if name == "" {
			return nil, nil, fmt.Errorf("table: %s: line 1, column %d: the name is missing; for row numbers, write the file with index=False in pandas or row.names=FALSE in R, or choose the columns", file, i+1)
		}
		if before, twice := first[name]; twice && raw[before] != raw[i] {
			return nil, nil, fmt.Errorf("table: %s: line 1: columns %d and %d are both %.60q in two Unicode forms (a letter with its accent as one character or as two); names must differ", file, before+1, i+1, name)
		} else if twice {
			return nil, nil, fmt.Errorf("table: %s: line 1: columns %d and %d are both %.60q; names must differ", file, before+1, i+1, name)
		}
		first[name] = i
		at = append(at, i)
	}
	if len(at) == 0 && len(o.Columns) > 0 { // no column that a saved encoding needs is there
		return nil, nil, NoColumn(file, o.Columns[0], header)
	}
	if len(at) == 0 {
		return nil, nil, fmt.Errorf("table: %s: no column remains, because all are left out: %s", file, ListNames(header))
	}
	return at, left, nil
}

// leaves returns a function that gives the reason why a column is not read, or "" if it is read.
func (o ReadOptions) leaves(index []string) func(name string) string {
	chosen, left, rows, used := setOf(o.Columns), setOf(o.LeaveOut), setOf(index), setOf(slices.Concat(o.Texts, o.Needed))
	return func(name string) string {
		_, stated := o.Kinds[name]
		switch {
		case left[name]:
			return "dropped"
		case len(chosen) > 0 && !chosen[name] && o.Lenient:
			return "the model does not know it"
		case len(chosen) > 0 && !chosen[name]:
			return "not chosen"
		case rows[name] && !chosen[name] && !used[name] && !stated:
			return "the index of pandas' rows; choose it by name where it is data"
		}
		return ""
	}
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

// unknown returns an error if an option names a column that the file does not have.
func (o ReadOptions) unknown(file string, header []string) error {
	if o.Lenient {
		return nil
	}
	there := setOf(header)
	lists := [][]string{slices.Sorted(maps.Keys(o.Kinds)), o.Columns, o.LeaveOut, o.Texts}
	if o.Later {
		lists = lists[:1]
	}
	for _, names := range lists {
		for _, name := range names {
			if !there[name] {
				return NoColumn(file, name, header)
			}
		}
	}
	return nil
}

// kind returns the stated kind of a column.
func (o ReadOptions) kind(name string) (cell.Kind, bool) {
	if kind, ok := o.Kinds[name]; ok {
		return kind, true
	}
	return cell.Category, slices.Contains(o.Texts, name)
}

// shownNames is the number of names that an error lists.
const shownNames = 20

// NoColumn returns the error for a column that is not in a file. The error lists the file's columns.
func NoColumn(table, name string, header []string) error {
	return fmt.Errorf("table: %s: no column %.60q, the file has %s", table, name, ListNames(header))
}

// ListNames formats names for an error: the first twenty, and how many more there are.
func ListNames(names []string) string {
	if len(names) > shownNames {
		return fmt.Sprintf("%.60q and %d more", names[:shownNames], len(names)-shownNames)
	}
	return fmt.Sprintf("%.60q", names)
}
