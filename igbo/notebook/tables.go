package notebook

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/png"
	"reflect"
	"slices"
	"strconv"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Bounds of a picture: of more pixels its size is told alone, and a wider one is shown as wide as a figure.
const (
	mostPixels  = 1 << 24
	widestImage = 720
)

// picture shows an image.
func picture(m image.Image) error {
	width, height := m.Bounds().Dx(), m.Bounds().Dy()
	said := fmt.Sprintf("image, %d × %d pixels", width, height)
	if width == 0 || height == 0 || width > mostPixels/height {
		return text(said)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return fmt.Errorf("notebook: the image cannot be shown: %w", err)
	}
	c := inline.Content{Text: said, PNG: b.Bytes(), Width: width, Height: height}
	if width > widestImage {
		c.Width, c.Height = widestImage, max(1, height*widestImage/width)
	}
	return inline.Display(c)
}

// tabular is a list of structs, a list of lists, or a map as a table; false: it is none of these.
func tabular(v reflect.Value) (study.Table, bool) {
	switch {
	case !v.IsValid():
		return study.Table{}, false
	case v.Kind() == reflect.Map:
		return pairs(v), true
	case v.Kind() != reflect.Slice && v.Kind() != reflect.Array || v.Len() == 0:
		return study.Table{}, false
	}
	element := v.Type().Elem()
	if element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	switch {
	case element == reflect.TypeFor[study.Table]() || v.Type().Elem().Implements(reflect.TypeFor[plots.Figure]()):
	case element.Kind() == reflect.Struct && len(columns(element)) > 0 && !element.Implements(reflect.TypeFor[fmt.Stringer]()) && !reflect.PointerTo(element).Implements(reflect.TypeFor[fmt.Stringer]()):
		return records(v, element), true
	case v.Type().Elem().Kind() == reflect.Slice && plain(v.Type().Elem().Elem()), v.Type().Elem().Kind() == reflect.Array && plain(v.Type().Elem().Elem()):
		return grid(v), true
	}
	return study.Table{}, false
}

// plain tells types of numbers, words and truth.
func plain(t reflect.Type) bool {
	k := t.Kind()
	return k >= reflect.Bool && k <= reflect.Complex128 && k != reflect.Uint8 && k != reflect.Uintptr || k == reflect.String
}

// columns are the exported fields of a struct.
func columns(t reflect.Type) (names []reflect.StructField) {
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			names = append(names, f)
		}
	}
	return names
}

// records is a list of structs, a row each.
func records(v reflect.Value, element reflect.Type) study.Table {
	fields := columns(element)
	t := study.Table{Name: "records", Title: fmt.Sprintf("%d × %d %s", v.Len(), len(fields), named(v.Type())), Header: []string{""}}
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
			return entry(e.FieldByIndex(fields[j].Index))
		}))
	}
	return t
}

// row is a row of a table with its number; −1 is the row of those left out.
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

// grid is a list of lists; those that end early leave cells empty.
func grid(v reflect.Value) study.Table {
	least, most := v.Index(0).Len(), 0
	for i := range v.Len() {
		least, most = min(least, v.Index(i).Len()), max(most, v.Index(i).Len())
	}
	t := study.Table{Name: "lists", Title: fmt.Sprintf("%d × %d", v.Len(), most), Header: []string{""}}
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

// pairs is a map by its keys, in order where they have one.
func pairs(v reflect.Value) study.Table {
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	t := study.Table{Name: "map", Title: fmt.Sprintf("%d in %s", v.Len(), named(v.Type())), Header: []string{"key", "value"}}
	for _, i := range shown(len(keys)) {
		if i < 0 {
			t.Rows = append(t.Rows, []string{"⋮", "⋮"})
			continue
		}
		t.Rows = append(t.Rows, []string{entry(keys[i]), entry(v.MapIndex(keys[i]))})
	}
	return t
}

// compareKeys orders keys of a map: numbers by size, others as they are written.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// entry is what stands in a cell of a table: numbers with four digits, anything else in a line.
func entry(v reflect.Value) string {
	if v.CanInterface() {
		if _, says := v.Interface().(fmt.Stringer); says && !(v.Kind() == reflect.Pointer && v.IsNil()) {
			return value(v)
		}
	}
	switch {
	case v.Kind() == reflect.Interface && !v.IsNil():
		return entry(v.Elem())
	case absent(v):
		return "nil"
	case v.CanFloat():
		return fmt.Sprintf("%.4g", v.Float())
	case v.Kind() == reflect.String && v.Len() == 0:
		return ""
	}
	return value(v)
}
