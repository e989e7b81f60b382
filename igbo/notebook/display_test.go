//go:build unix

package notebook_test

import (
	"encoding/gob"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"io/fs"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/notebook"
)

// Types with hooks: on the value, on the pointer, several at once, and hooks that fail.
type (
	rich    struct{ name string }
	tinted  struct{ name string }
	formula string
	poem    []string
	circle  struct{ r int }
	bomb    struct{ n int }
	silent  struct{ n int }
	wrong   struct{ n int }
	picky   struct{ n int }
	item    struct {
		Name  string
		price float64
		tags  []string
		Next  *item
	}
	item2 struct{ x, y int }
)

func (r rich) MimeBundle() map[string]any {
	return map[string]any{"text/html": "<i>" + r.name + "</i>", "application/json": map[string]int{"n": 1}, "image/jpeg": []byte{1, 2}, "text/csv": []byte("a,b")}
}
func (r rich) HTML() string                { return "not this" }
func (t *tinted) HTML() string             { return "<b>" + t.name + "</b>" }
func (t *tinted) String() string           { return "tinted " + t.name }
func (f formula) LaTeX() string            { return string(f) }
func (p poem) Markdown() string            { return strings.Join(p, "\n\n") }
func (c circle) SVG() string               { return fmt.Sprintf("<svg xmlns='x'><circle r='%d'/></svg>", c.r) }
func (b bomb) HTML() string                { panic("no\nelement") }
func (s silent) HTML() string              { return "" }
func (s silent) Markdown() string          { return "*quiet*" }
func (w wrong) MimeBundle() map[string]any { return map[string]any{"html": "x"} }
func (p picky) HTML() string               { panic(errors.New("first")) }
func (p picky) String() string             { return "picky" }

// displays holds the values that cells show.
var displays = map[string][]any{
	"several":  {1, "a", nil, error(nil), 2.5},
	"rich":     {rich{"r"}, &rich{"s"}},
	"pointer":  {tinted{"t"}, &tinted{"u"}, (*tinted)(nil)},
	"hooks":    {formula(`\frac12`), formula(`$x$`), poem{"a", "b"}, circle{2}, template.HTML("<p>a &amp; b</p>"), silent{1}},
	"panics":   {bomb{1}, picky{1}, wrong{2}, []bomb{{3}}},
	"an error": {fmt.Errorf("opening: %w", &fs.PathError{Op: "open", Path: "a<b", Err: fs.ErrNotExist})},
	"result":   {5, errors.New("late")},
	"joined":   {errors.Join(errors.New("a"), errors.New("b"))},
	"typed":    {(*fs.PathError)(nil)},
	"helpers": {
		notebook.HTML("<b>x</b> &lt; y"), notebook.Markdown("**x**"), notebook.LaTeX(`x^2`), notebook.SVG("<svg><title>dot</title></svg>"),
		notebook.JSON(map[string]any{"a": []int{1}}), notebook.VegaLite(map[string]any{"mark": "bar"}), notebook.VegaLite(`{"title": "t", "$schema": "s"}`),
	},
	"list": {[]notebook.Bundle{notebook.Markdown("a"), notebook.Markdown("b")}},
	"struct": {struct{ x, y int }{1, 2}, &struct {
		Name string
		tags []string
	}{"n", []string{"a b"}}},
	"image": {image.NewUniform(color.Black)},
	"tables": {
		[]item{{"bolt", 0.25, []string{"a b"}, nil}, {"nut|<x>", -2, nil, &item{}}}, map[string]any{"a": 1, "b": []string{"x y"}, "c": nil, "": 2.5},
		[][]float64{{1, math.NaN()}, {-3}}, map[item2]struct{}{{1, 2}: {}},
	},
	"text": {
		[]byte("héllo"), []byte{0, 1, 254, 'a'}, [3]byte{1, 2, 3}, strings.ToUpper, make(chan int, 2), complex(1, -2), math.NaN(), big.NewInt(7), *big.NewInt(8),
		time.Unix(0, 0).UTC(), 90 * time.Second, []string(nil), map[string]int(nil), []item{}, []any{1, "a", nil, item2{1, 2}}, make([]int, 300), "two\nlines", struct{}{},
		[]fmt.Stringer{picky{1}}, []poem{}, notebook.Bundle(nil),
	},
}

func init() {
	for name, values := range displays {
		programs["display "+name] = func() {
			notebook.Display(values...)
			os.Exit(0)
		}
	}
}

// shownIn returns what a program shows in a notebook, one line for each form of each display.
func shownIn(t *testing.T, name string) (lines []string) {
	t.Helper()
	dir := t.TempDir()
	to, back := filepath.Join(dir, "to"), filepath.Join(dir, "back")
	must.Do(t, syscall.Mkfifo(to, 0o600))
	must.Do(t, syscall.Mkfifo(back, 0o600))
	cmd, reported := start(t, "display "+name, protocol.GONB_PIPE_ENV+"="+to, protocol.GONB_PIPE_BACK_ENV+"="+back)
	reader := must.Of(os.Open(to)).In(t)
	defer func() { _ = reader.Close() }()
	writer := must.Of(os.OpenFile(back, os.O_WRONLY, 0)).In(t)
	defer func() { _ = writer.Close() }()
	encoder, decoder := gob.NewEncoder(writer), gob.NewDecoder(reader)
	for {
		data := &protocol.DisplayData{}
		if decoder.Decode(data) != nil {
			break
		}
		if sync, ok := data.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
			must.Do(t, encoder.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: sync.Value}))
			continue
		}
		for _, kind := range slices.Sorted(maps.Keys(data.Data)) {
			lines = append(lines, fmt.Sprintf("%s: %s", kind, data.Data[kind]))
		}
		lines = append(lines, "")
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%s: %v: %s", name, err, reported())
	}
	return lines
}

// TestDisplayInNotebook compares the forms of each display with those in testdata.
func TestDisplayInNotebook(t *testing.T) {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(displays)) {
		fmt.Fprintf(&all, "# %s\n%s\n", name, strings.Join(shownIn(t, name), "\n"))
	}
	const golden = "testdata/displays.txt"
	if os.Getenv("UPDATE") != "" {
		must.Do(t, os.WriteFile(golden, []byte(all.String()), 0o644))
	}
	want := string(must.Of(os.ReadFile(golden)).In(t))
	if all.String() != want {
		t.Errorf("differs from %s (set UPDATE=1 to write it):\n%s", golden, all.String())
	}
}
