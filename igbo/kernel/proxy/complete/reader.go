package complete

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Help configures the sources of completion and documentation.
type Help struct {
	// Exports returns the compiler's export files of the packages that cells can import, by their paths. If it is nil, nothing is
	// completed.
	Exports func(ctx context.Context) (map[string]string, error)
	// Document returns the documentation of a name in a package, for methods Type.Method. If it is nil, there is none.
	Document func(ctx context.Context, path, symbol string) string
}

// Reader follows the cells that have run, stateful or not, and records their declarations.
type Reader struct {
	Help
	// Modules returns additional modules that cells can import; nil means none.
	Modules func() []string
	// Dir returns the working directory of cells; nil means unknown.
	Dir func() string

	exports map[string]string
	mu      sync.Mutex
	session *cells.Session
	failed  bool // the packages could not be listed
}

var _ executor.Helper = (*Reader)(nil) // also used in a browser

// open creates the session, if there is none yet.
func (r *Reader) open(ctx context.Context) bool {
	if r.session != nil || r.failed || r.Exports == nil {
		return r.session != nil
	}
	exports, err := r.Exports(ctx)
	if err != nil {
		r.failed = ctx.Err() == nil // a list that took too long is tried again
		return false
	}
	r.session, r.exports = cells.NewSession(exports), exports
	return true
}

// Learn records the declarations of a cell that has run.
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

// Shows reports whether the last expression of a cell has a value to show, as far as the types of earlier cells are known.
func (r *Reader) Shows(code string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open(context.Background()) {
		return false
	}
	u, err := r.session.Prepare(0, withoutCommands(code))
	return err == nil && u.Shows
}

// Check checks a cell that has not run, or only its syntax if the packages are not known. It returns [cells.Faults] for problems.
func (r *Reader) Check(code string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.open(context.Background()) {
		return cells.Parse(withoutCommands(code))
	}
	_, err := r.session.Prepare(0, withoutCommands(code))
	return err
}

// Forget forgets what cells have declared.
func (r *Reader) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.session = nil
}

// withoutCommands returns the Go code of a cell, at its position.
func withoutCommands(code string) string {
	code, script := magic.Body(code)
	if script {
		return ""
	}
	plain, _ := cells.WithoutCommands(code)
	return plain
}

// Complete returns completions at the cursor, which is counted in characters.
func (r *Reader) Complete(ctx context.Context, code string, cursor int) map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := byteOf(code, cursor)
	if found, from, ours := magic.Complete(code, at, r.dir()); ours {
		return answer(code, cursor, from, found, "magic")
	}
	known := r.open(ctx)
	if begun, from, within := importAt(withoutCommands(code), at); within {
		all := slices.Collect(maps.Keys(r.exports))
		if r.Modules != nil {
			all = append(all, r.Modules()...)
		}
		return answer(code, cursor, from, paths(all, begun), "module")
	}
	names, kinds, start := []string{}, []map[string]any{}, cursor
	if known {
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

func (r *Reader) dir() string {
	if r.Dir == nil {
		return ""
	}
	return r.Dir()
}

// answer returns completions of one kind that replace the text from a byte offset on.
func answer(code string, cursor, from int, names []string, kind string) map[string]any {
	start := utf8.RuneCountInString(code[:from])
	kinds := []map[string]any{}
	for _, name := range names {
		kinds = append(kinds, map[string]any{"start": start, "end": cursor, "text": name, "type": kind, "signature": ""})
	}
	if names == nil {
		names = []string{}
	}
	return map[string]any{
		"status": "ok", "matches": names, "cursor_start": start, "cursor_end": cursor,
		"metadata": map[string]any{"_jupyter_types_experimental": kinds},
	}
}

// Inspect returns a description of the name at the cursor.
func (r *Reader) Inspect(ctx context.Context, code string, cursor int) map[string]any {
	none := map[string]any{"status": "ok", "found": false, "data": struct{}{}, "metadata": struct{}{}}
	if m, is := magic.Around(code, byteOf(code, cursor)); is {
		text := m.Usage() + "\n\n" + m.Does
		return map[string]any{"status": "ok", "found": true, "data": map[string]string{"text/plain": text}, "metadata": struct{}{}}
	}
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
	return map[string]any{"status": "ok", "found": true, "data": map[string]string{"text/plain": r.Describe(ctx, i)}, "metadata": struct{}{}}
}

// Describe returns a description of a name: its declaration, and its documentation if it has some.
func (r *Reader) Describe(ctx context.Context, i cells.Insight) string {
	text := i.Declaration
	if i.Cell > 0 {
		text += "\n\ndeclared in cell [" + strconv.Itoa(i.Cell) + "]"
	}
	if i.Package != "" && r.Document != nil {
		if reported := r.Document(ctx, i.Package, i.Symbol); reported != "" {
			text = reported
		}
	}
	return text
}

// byteOf returns the byte offset of a character of a text.
func byteOf(text string, characters int) int {
	for at := range text {
		if characters <= 0 {
			return at
		}
		characters--
	}
	return len(text)
}
