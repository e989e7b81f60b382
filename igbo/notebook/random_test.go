//go:build unix

package notebook_test

import (
	"errors"
	"html/template"
	"os"
	"testing"
	"testing/quick"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/notebook"
)

// record has fields of all kinds for a generator of random values.
type record struct {
	Name  string
	When  time.Duration
	Next  *record
	Many  []record
	Named map[string]*record
	Bytes []byte
	Ratio complex128
	Fixed [2]bool
}

// hidden holds kinds that the generator cannot create.
type hidden struct {
	record
	loop  []any
	err   error
	fault bomb
	page  template.HTML
	do    func()
	pipe  chan<- int
}

// TestDisplayTakesAnyValue displays random values and checks that none of them ends the program.
func TestDisplayTakesAnyValue(t *testing.T) {
	stdout := os.Stdout
	os.Stdout = must.Of(os.OpenFile(os.DevNull, os.O_WRONLY, 0)).In(t)
	defer func() { os.Stdout = stdout }()
	check := func(r record, grid [][]float32, words map[string][]string, any map[float64]record, text []byte, p **record) bool {
		h := hidden{record: r, err: errors.New(r.Name), fault: bomb{1}, page: template.HTML(r.Name), do: func() {}, pipe: make(chan<- int)}
		h.loop = append(h.loop, &h, r.Many, grid, h.err)
		h.loop = append(h.loop, h.loop)
		notebook.Display(r, &r, h, &h, []hidden{h, h}, map[string]*hidden{"a": &h, "b": nil}, grid, words, any, text, p, h.loop, h.err, h.page, r.Many, r.Named, [2]hidden{h})
		return true
	}
	if err := quick.Check(check, &quick.Config{MaxCount: 15}); err != nil {
		t.Error(err)
	}
}
