package notebook

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"reflect"
	"strconv"

	"github.com/igbolab/igbolab/igbo/notebook/value"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots/inline"
)

// Limits of an image. If it has more pixels, only its size is shown. A wider image is scaled to the
// width of a figure.
const (
	mostPixels  = 1 << 24
	widestImage = 720
)

// picture returns an image as a PNG.
func picture(m image.Image) (inline.Content, error) {
	width, height := m.Bounds().Dx(), m.Bounds().Dy()
	c := inline.Content{Text: fmt.Sprintf("image, %d × %d pixels", width, height)}
	if width <= 0 || height <= 0 || width > mostPixels/height {
		return c, nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return c, err
	}
	c.PNG, c.Width, c.Height = b.Bytes(), width, height
	if width > widestImage {
		c.Width, c.Height = widestImage, max(1, height*widestImage/width)
	}
	return c, nil
}

// tabular returns a list of structs, a list of lists, or a map as a table, and false for any other value.
func tabular(v reflect.Value) (tabulate.Table, bool) {
	switch {
	case !v.IsValid():
		return tabulate.Table{}, false
	case v.Kind() == reflect.Map && !v.IsNil():
		return pairs(v), true
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array || v.Len() == 0:
		return tabulate.Table{}, false
	}
	element := v.Type().Elem()
	if element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	switch {
	case element == reflect.TypeFor[tabulate.Table]() || isOurs(v.Type().Elem()) || displays(v.Type().Elem()):
	case element.Kind() == reflect.Struct && len(value.Fields(element)) > 0 && !reports(v, element):
		return records(v, element), true
	case v.Type().Elem().Kind() == reflect.Slice && plain(v.Type().Elem().Elem()), v.Type().Elem().Kind() == reflect.Array && plain(v.Type().Elem().Elem()):
		return grid(v), true
	}
	return tabulate.Table{}, false
}

// plain reports whether a type is a number, a string or a boolean.
func plain(t reflect.Type) bool {
	k := t.Kind()
	return k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uint8 && k != reflect.Uintptr || k == reflect.String
}

// reports reports whether the elements of a list have a text method.
func reports(v reflect.Value, element reflect.Type) bool {
	if t := reflect.PointerTo(element); !t.Implements(reflect.TypeFor[fmt.Stringer]()) && !t.Implements(reflect.TypeFor[error]()) {
		return false
	}
	for i := range v.Len() {
		if e := reflect.Indirect(v.Index(i)); e.IsValid() {
			_, ok, _ := value.Reported(e)
			return ok
		}
	}
	return true
}

// records returns the table of a list of structs, with one row per struct.
func records(v reflect.Value, element reflect.Type) tabulate.Table {
	fields := value.Fields(element)
	t := tabulate.Table{Name: "records", Title: fmt.Sprintf("%d × %d %s", v.Len(), len(fields), value.TypeName(v.Type())), Header: []string{""}}
	for _, j := range shown(len(fields)) {
		t.Header = append(t.Header, "…")
		if j >= 0 {
			t.Header[len(t.Header)-1] = fields[j].Name
		}
	}
	for _, i := range shown(v.Len()) {
		t.Rows = append(t.Rows, row(i, len(fields), func(j int) string {
			e := reflect.Indirect(v.Index(i))
			if !e.IsValid() {
				return "nil"
			}
			return entry(value.Field(e, fields[j].Index[0]))
		}))
	}
	return t
}

// row returns a row of a table with its number; −1 is the row for omitted ones.
func row(i, n int, at func(j int) string) []string {
	cells := []string{"⋮"}
	if i >= 0 {
		cells[0] = strconv.Itoa(i)
	}
	for _, j := range shown(n) {
		switch {
		case i < 0:
			cells = append(cells, "⋮")
		case j < 0:
			cells = append(cells, "…")
		default:
			cells = append(cells, at(j))
		}
	}
	return cells
}

// grid returns the table of a list of lists. Shorter lists leave cells empty.
func grid(v reflect.Value) tabulate.Table {
	least, most := v.Index(0).Len(), 0
	for i := range v.Len() {
		least, most = min(least, v.Index(i).Len()), max(most, v.Index(i).Len())
	}
	t := tabulate.Table{Name: "lists", Title: fmt.Sprintf("%d × %d", v.Len(), most), Header: []string{""}}
	if least < most {
		t.Title = fmt.Sprintf("%d lists of %d to %d", v.Len(), least, most)
	}
	for _, j := range shown(most) {
		t.Header = append(t.Header, "…")
		if j >= 0 {
			t.Header[len(t.Header)-1] = strconv.Itoa(j)
		}
	}
	for _, i := range shown(v.Len()) {
		t.Rows = append(t.Rows, row(i, most, func(j int) string {
			if j >= v.Index(i).Len() {
				return ""
			}
			return entry(v.Index(i).Index(j))
		}))
	}
	return t
}

// mostKeys is the maximum number of keys that are sorted.
const mostKeys = 100_000

// pairs returns the table of a map, sorted by its keys if they have an order.
func pairs(v reflect.Value) tabulate.Table {
	keys := value.Keys(v, mostKeys)
	t := tabulate.Table{Name: "map", Title: fmt.Sprintf("%d in %s", v.Len(), value.TypeName(v.Type())), Header: []string{"key", "value"}}
	if len(keys) < v.Len() {
		t.Notes = append(t.Notes, "entries in no order")
	}
	for _, i := range shown(len(keys)) {
		if i < 0 {
			t.Rows = append(t.Rows, []string{"⋮", "⋮"})
			continue
		}
		t.Rows = append(t.Rows, []string{entry(keys[i]), entry(v.MapIndex(keys[i]))})
	}
	return t
}

// entry returns a value in a cell of a table: a number with four digits, anything else in a line.
func entry(v reflect.Value) string {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		return entry(v.Elem())
	}
	if value.Nil(v) {
		return "nil"
	}
	if v.CanFloat() || v.Kind() == reflect.String {
		if _, reports, _ := value.Reported(v); !reports {
			if v.CanFloat() {
				return fmt.Sprintf("%.4g", v.Float())
			}
			if v.Len() == 0 {
				return ""
			}
		}
	}
	return line(v)
}
