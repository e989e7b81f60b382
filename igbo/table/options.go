package table

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// The formats of files; each may be gzipped.
const (
	CSV     = "csv"
	TSV     = "tsv"
	Parquet = "parquet"
)

// ReadOptions say how a file is read.
type ReadOptions struct {
	// Format is CSV, TSV or Parquet; "" goes by the file's name, such as data.tsv.gz.
	Format string `json:"format,omitempty"`
	// Comma parts the fields of a line; 0 is that of the format.
	Comma rune `json:"comma,omitempty"`
	// Kinds are the kinds of columns by name; those of the others are inferred.
	Kinds map[string]cell.Kind `json:"kinds,omitempty"`
	// Columns are the columns that are read; none are all.
	Columns []string `json:"columns,omitempty"`
	// LeaveOut are columns that are not read.
	LeaveOut []string `json:"leaveOut,omitempty"`
	// Texts are columns that name rows or groups, such as numbers of customers: their cells are taken as they stand.
	Texts []string `json:"texts,omitempty"`
	// Habits are how the file writes missing cells, numbers and dates.
	cell.Habits

	// Room, where it is not nil, is asked while a large table is read, each time that it has doubled, whether there is room for what its rows
	// are read for.
	Room func(rows, columns int) error `json:"-"`

	// Space, where it is not nil, is where a table's columns lie in place of the heap; who closes it closes the table.
	Space *spool.Space `json:"-"`

	// Needed are columns that have a use: one of them that pandas wrote as an index is read.
	Needed []string `json:"-"`
	// Lenient says that Kinds and Columns may name columns that are not there; Later that Columns and others may, which a Spec checks.
	Lenient bool `json:"-"`
	Later   bool `json:"-"`
}

// DefaultReadOptions goes by the file's name and reads all columns, in the usual habits ([cell.DefaultHabits]).
func DefaultReadOptions() ReadOptions { return ReadOptions{Habits: cell.DefaultHabits()} }

// Validate checks format, comma, kinds and names.
func (o ReadOptions) Validate() error {
	switch {
	case o.Format != "" && !slices.Contains([]string{CSV, TSV, Parquet}, o.Format):
		return fmt.Errorf("table: format %q, expected %s, %s or %s", o.Format, CSV, TSV, Parquet)
	case o.Comma == '"' || o.Comma == '\n' || o.Comma == '\r' || o.Comma == '\ufffd' || o.Comma < 0 || o.Comma > '\U0010FFFF':
		return fmt.Errorf("table: fields parted by %q, expected a character such as , or ;", o.Comma)
	}
	for name, kind := range o.Kinds {
		if !slices.Contains(cell.Kinds(), kind) {
			return fmt.Errorf("table: column %q is of kind %q, expected one of %q", name, kind, cell.Kinds())
		}
	}
	if err := o.Habits.Validate(); err != nil {
		return err
	}
	for i, name := range o.Columns {
		if name == "" || slices.Contains(o.Columns[:i], name) {
			return fmt.Errorf("table: the columns %.60q, expected different names", o.Columns)
		}
	}
	return nil
}

// formats are the endings of files.
var formats = map[string]string{".csv": CSV, ".tsv": TSV, ".tab": TSV, ".parquet": Parquet, ".pq": Parquet}

// Composed returns names in the form in which they are compared: é is one character (Unicode's NFC).
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
			return o, fmt.Errorf("table: column %.60q is of kind %q and %q, expected one kind: the two names differ in their Unicode form alone", name, min(kind, other), max(kind, other))
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

// of settles the format by a file's name, and composes the names.
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
			return o, fmt.Errorf("table: %s: expected a name that ends in .csv, .tsv or .parquet, and perhaps .gz, or the format stated", name)
		}
	}
	return o, nil
}

// comma is what parts fields.
func (o ReadOptions) comma() rune {
	switch {
	case o.Comma != 0:
		return o.Comma
	case o.Format == TSV:
		return '\t'
	}
	return ','
}

// choose gives the places of the columns to be read, in the file's order, and what is left out. The index of pandas is, unless
// an option names it. Names are compared as Composed has them.
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
			return nil, nil, fmt.Errorf("table: %s: line 1, column %d: no name; row numbers are left out by index=False in pandas and row.names=FALSE in R, or choose the columns", file, i+1)
		}
		if before, twice := first[name]; twice && raw[before] != raw[i] {
			return nil, nil, fmt.Errorf("table: %s: line 1: the columns %d and %d are both %.60q, in two Unicode forms (a letter with its accent as one character or as two), expected different names", file, before+1, i+1, name)
		} else if twice {
			return nil, nil, fmt.Errorf("table: %s: line 1: the columns %d and %d are both %.60q, expected different names", file, before+1, i+1, name)
		}
		first[name] = i
		at = append(at, i)
	}
	if len(at) == 0 && len(o.Columns) > 0 { // none of those that a saved encoding needs
		return nil, nil, NoColumn(file, o.Columns[0], header)
	}
	if len(at) == 0 {
		return nil, nil, fmt.Errorf("table: %s: no column is left of %s", file, ListNames(header))
	}
	return at, left, nil
}

// leaves tells why a column is not read; "" for one that is.
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

// unknown refuses options for columns that are not there.
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

// kind is the stated kind of a column.
func (o ReadOptions) kind(name string) (cell.Kind, bool) {
	if kind, ok := o.Kinds[name]; ok {
		return kind, true
	}
	return cell.Category, slices.Contains(o.Texts, name)
}

// shownNames is how many names an error lists.
const shownNames = 20

// NoColumn is the error that a file has no column of a name, with those that it has.
func NoColumn(table, name string, header []string) error {
	return fmt.Errorf("table: %s: no column %.60q, the file has %s", table, name, ListNames(header))
}

// ListNames writes names for an error: the first twenty, and how many more.
func ListNames(names []string) string {
	if len(names) > shownNames {
		return fmt.Sprintf("%.60q and %d more", names[:shownNames], len(names)-shownNames)
	}
	return fmt.Sprintf("%.60q", names)
}
