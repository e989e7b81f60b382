package workflow

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

type area struct{ At, Value float64 }

// squared counts its calls.
func squared(at float64) area {
	runs++
	return area{at, at * at}
}

func concealed(at float64) struct{ at float64 } {
	runs++
	return struct{ at float64 }{at}
}

// box is not plain data, and boxes is its codec.
type box struct{ content float64 }

func boxed(b *box) *box {
	runs++
	return &box{2 * b.content}
}

var boxes = Codec{
	Type: reflect.TypeFor[*box](),
	Encode: func(v any) ([]byte, error) {
		if v.(*box).content < 0 {
			return nil, errors.New("a negative box")
		}
		return []byte{byte(v.(*box).content)}, nil
	},
	Decode: func(text []byte) (any, error) { return &box{float64(text[0])}, nil },
}

// inFolder makes this test cache its values in a separate folder.
func inFolder(t *testing.T) { t.Setenv("GONB_TMP_DIR", t.TempDir()) }

// ran returns how often functions ran.
func ran(do func()) int {
	before := runs
	do()
	return runs - before
}

// TestValueIsFoundOnce checks that equal settings are computed once, and other settings separately.
func TestValueIsFoundOnce(t *testing.T) {
	inFolder(t)
	ask := func(at float64) (r area) {
		r, err := Value(nil, squared, at)
		if err != nil || r != (area{at, at * at}) {
			t.Errorf("%g: %+v, %v", at, r, err)
		}
		return r
	}
	if n := ran(func() { ask(2); ask(2); ask(3); ask(3); ask(2) }); n != 2 {
		t.Errorf("it ran %d times for two settings", n)
	}
	parts, err := Cached()
	if err != nil || len(parts) != 2 || !strings.HasSuffix(parts[0].Cell, "workflow.squared") {
		t.Errorf("kept %+v, %v", parts, err)
	}
}

// TestValueByCodec checks that a codec encodes and decodes a type that is not plain data, in settings and in the value.
func TestValueByCodec(t *testing.T) {
	inFolder(t)
	n := ran(func() {
		for range 2 {
			if b, err := Value(nil, boxed, &box{21}, boxes); err != nil || b.content != 42 {
				t.Errorf("%+v, %v", b, err)
			}
		}
		if b, err := Value(nil, boxed, &box{1}, boxes); err != nil || b.content != 2 {
			t.Errorf("%+v, %v", b, err)
		}
	})
	if n != 2 {
		t.Errorf("it ran %d times for two settings", n)
	}
}

// TestValueSaysWhyItIsNotKept checks that a value that cannot be cached is returned and computed every time, with the reason.
func TestValueSaysWhyItIsNotKept(t *testing.T) {
	inFolder(t)
	one := 1.0
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	for name, c := range map[string]struct {
		ask  func() error
		want string
	}{
		"a literal": {func() error {
			_, err := Value(nil, func(at float64) float64 { runs++; return at + one }, 1)
			return err
		}, "use a function declared in a package"},
		"hidden":       {func() error { _, err := Value(nil, concealed, 1); return err }, "workflow: encoding the value: struct { at float64 } has an unexported field"},
		"settings":     {func() error { _, err := Value(nil, boxed, &box{1}); return err }, "workflow: encoding the settings: workflow.box has an unexported field"},
		"a codec's":    {func() error { _, err := Value(nil, boxed, &box{-1}, boxes); return err }, "a negative box"},
		"the folder's": {func() error { t.Setenv("GONB_TMP_DIR", file); _, err := Value(nil, squared, 4); return err }, "workflow: "},
	} {
		var errs []error
		if n := ran(func() { errs = append(errs, c.ask(), c.ask()) }); n != 2 {
			t.Errorf("%s: ran %d times, want each time", name, n)
		}
		for _, err := range errs {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want %q", name, err, c.want)
			}
		}
		inFolder(t)
	}
}

// filled returns a value with n numbers.
func filled(n int) []float64 {
	runs++
	list := make([]float64, n)
	for i := range list {
		list[i] = 1 / float64(i)
	}
	return list
}

// TestValuesAreBinary checks that a stored number takes 8 bytes, and a byte one.
func TestValuesAreBinary(t *testing.T) {
	inFolder(t)
	const n = 10_000
	list, err := Value(nil, filled, n)
	if err != nil || len(list) != n || !math.IsInf(list[0], 1) {
		t.Fatalf("%d numbers, %v", len(list), err)
	}
	parts, err := Cached()
	if err != nil || len(parts) != 1 || parts[0].Size > 8*n+1000 {
		t.Errorf("kept %+v, %v; want at most 8 bytes a number", parts, err)
	}
}

// TestTooLargeValue checks that a value that is too large gives an error and is computed every time, and that
// other values are kept.
func TestTooLargeValue(t *testing.T) {
	s := testStore(t)
	s.limit = 20_000
	ask := func(n int) error {
		list, err := valueIn(s, nil, "filled", filled, n, nil)
		if len(list) != n {
			t.Errorf("%d numbers, want %d", len(list), n)
		}
		return err
	}
	must.Do(t, errors.Join(ask(10), ask(20), ask(30)))
	for range 2 {
		n := ran(func() {
			if err := ask(2000); err == nil || !strings.Contains(err.Error(), "filled has 0.0 MB and is too large to cache (max 0 MB)") {
				t.Errorf("error %v", err)
			}
		})
		if n != 1 || len(s.files()) != 3 {
			t.Errorf("it ran %d times, and %d others are left", n, len(s.files()))
		}
	}
	if n := ran(func() { _ = errors.Join(ask(10), ask(20), ask(30)) }); n != 0 {
		t.Errorf("%d others were found again", n)
	}
}

// TestFileCounts checks that a changed content of a file gives another value, wherever the file is in the settings.
func TestFileCounts(t *testing.T) {
	inFolder(t)
	path := filepath.Join(t.TempDir(), "data")
	for _, text := range []string{"one", "two!!", "one"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		f := must.Of(NewFile(path)).In(t)
		if n, err := Value(nil, length, []File{f}); err != nil || n != len(text) {
			t.Errorf("%q has %d bytes, %v", text, n, err)
		}
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "none"), t.TempDir(), os.DevNull} {
		if f, err := NewFile(path); err == nil || f != (File{}) {
			t.Errorf("%s: %+v, %v", path, f, err)
		}
	}
	for _, held := range []any{File{}, &File{}, []File{{}}, map[string]any{"a": File{}}, struct{ In [1]File }{}} {
		if !holdsFile(held) {
			t.Errorf("no file in %T", held)
		}
	}
	for _, other := range []any{nil, 1, []File{}, (*File)(nil), struct{ Path string }{}} {
		if holdsFile(other) {
			t.Errorf("a file in %#v", other)
		}
	}
}

// length returns the length of a file.
func length(files []File) int {
	text, _ := os.ReadFile(files[0].Path)
	return len(text)
}
