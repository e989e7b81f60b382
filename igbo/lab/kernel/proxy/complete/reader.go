package complete

import (
	"context"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// Help says where the kernel looks when somebody asks what may stand at the cursor, or what a name is.
type Help struct {
	// Exports are the compiler's files of the packages that cells may import, by their paths; nil: nothing is completed.
	Exports func(ctx context.Context) (map[string]string, error)
	// Document is what a package's documentation says of a name in it, Type.Method of a method; nil: nothing.
	Document func(ctx context.Context, path, symbol string) string
}

// Reader follows the cells that have run, living or not, to know what their declarations are.
type Reader struct {
	Help
	mu      sync.Mutex
	session *cells.Session
	failed  bool // the packages could not be listed
}

// open makes the session, where there is none yet.
func (r *Reader) open(ctx context.Context) bool {
	if r.session != nil || r.failed || r.Exports == nil {
		return r.session != nil
	}
	exports, err := r.Exports(ctx)
	if err != nil {
		r.failed = true
		return false
	}
	r.session = cells.NewSession(exports)
	return true
}

// Learn takes what a cell that has run declares.
func (r *Reader) Learn(number int, code string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open(context.Background()) {
		return
	}
	if u, err := r.session.Prepare(number, withoutCommands(code)); err == nil {
		u.Commit(0)
	}
}

// Forget forgets what cells have declared.
func (r *Reader) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.session = nil
}

// withoutCommands is what a cell has of Go, at its place.
func withoutCommands(code string) string {
	if IsScript(code) {
		return ""
	}
	plain, _ := cells.WithoutCommands(code)
	return plain
}

// Complete answers what may stand at the cursor, which is counted in characters.
func (r *Reader) Complete(ctx context.Context, code string, cursor int) map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	names, kinds, start := []string{}, []map[string]any{}, cursor
	if r.open(ctx) {
		found, from := r.session.Complete(withoutCommands(code), byteOf(code, cursor))
		start = utf8.RuneCountInString(code[:from])
		for _, m := range found {
			names = append(names, m.Text)
			kinds = append(kinds, map[string]any{"start": start, "end": cursor, "text": m.Text, "type": m.Kind, "signature": m.Detail})
		}
	}
	return map[string]any{
		"status": "ok", "matches": names, "cursor_start": start, "cursor_end": cursor,
		"metadata": map[string]any{"_jupyter_types_experimental": kinds},
	}
}

// Inspect answers what the name at the cursor is.
func (r *Reader) Inspect(ctx context.Context, code string, cursor int) map[string]any {
	none := map[string]any{"status": "ok", "found": false, "data": struct{}{}, "metadata": struct{}{}}
	r.mu.Lock()
	if !r.open(ctx) {
		r.mu.Unlock()
		return none
	}
	i, found := r.session.Inspect(withoutCommands(code), byteOf(code, cursor))
	r.mu.Unlock()
	if !found {
		return none
	}
	text := i.Declaration
	if i.Cell > 0 {
		text += "\n\ndeclared in cell [" + strconv.Itoa(i.Cell) + "]"
	}
	if i.Package != "" && r.Document != nil {
		if said := r.Document(ctx, i.Package, i.Symbol); said != "" {
			text = said
		}
	}
	return map[string]any{"status": "ok", "found": true, "data": map[string]string{"text/plain": text}, "metadata": struct{}{}}
}

// byteOf is where a character of a text begins.
func byteOf(text string, characters int) int {
	for at := range text {
		if characters <= 0 {
			return at
		}
		characters--
	}
	return len(text)
}
