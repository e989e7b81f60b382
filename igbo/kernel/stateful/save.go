package stateful

import (
	"context"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// A fatal error of Go's runtime ends the process with all variables. Therefore the process saves variables that hold only data after each
// cell, and Restore gives them to the next process.

// savedLimit is the maximum total size of saved variables, in bytes.
const savedLimit = 64 << 20

// snapshot holds what was saved of a process that has ended.
type snapshot struct {
	variables map[string]message.Saved // by name
	cells     *cells.Session           // what its cells declared
}

// save makes the process save variables. Variables that cells have named since the last save come first. It does not wait.
func (s *Session) save(code string) {
	p := s.alive()
	if p == nil {
		return
	}
	used, all := identifiers(code), s.cells.Variables()
	o := message.Order{Do: message.Save, Folder: s.Folder, Left: p.spaceToSave(s.Folder, slices.Collect(maps.Values(all)))}
	names := slices.Sorted(maps.Keys(all))
	first := p.changed(func(yield func(string) bool) {
		for _, name := range names {
			if used[name] && !yield(all[name]) {
				return
			}
		}
	})
	for _, named := range []bool{true, false} {
		for _, name := range names {
			if v, ok := s.variables[all[name]]; ok && first[all[name]] == named {
				o.Variables = append(o.Variables, v)
			}
		}
		if named {
			o.Named = len(o.Variables)
		}
	}
	_ = p.tell(o) // a process that has ended saves nothing
}

// spaceToSave returns how many bytes may be saved. It removes the saved values of variables that no longer exist.
func (p *process) spaceToSave(folder string, symbols []string) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	var gone []message.Saved
	left := int64(savedLimit)
	for symbol, v := range p.saved {
		if left -= v.Bytes; !slices.Contains(symbols, symbol) {
			gone = append(gone, message.Saved{Name: symbol})
		}
	}
	p.keepLocked(folder, gone)
	return left
}

// changed adds symbols to those that may have changed since the last save, and returns all of them.
func (p *process) changed(symbols iter.Seq[string]) map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for symbol := range symbols {
		p.named[symbol] = true
	}
	return maps.Clone(p.named)
}

// identifiers returns the identifiers in a cell's code.
func identifiers(code string) map[string]bool {
	found := map[string]bool{}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(code)), []byte(code), nil, 0)
	for {
		_, t, text := s.Scan()
		if t == token.EOF {
			return found
		}
		if t == token.IDENT {
			found[text] = true
		}
	}
}

// keep records what the process has saved, and removes files that nothing refers to.
func (p *process) keep(folder string, all []message.Saved, looked []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, symbol := range looked {
		delete(p.named, symbol)
	}
	p.keepLocked(folder, all)
}

func (p *process) keepLocked(folder string, all []message.Saved) {
	var old []string
	for _, v := range all {
		old = append(old, p.saved[v.Name].Digest)
		if p.saved[v.Name] = v; v.Digest == "" {
			delete(p.saved, v.Name)
		}
	}
	used := map[string]bool{"": true}
	for _, v := range p.saved {
		used[v.Digest] = true
	}
	for _, digest := range old {
		if !used[digest] && !p.spared[digest] {
			_ = os.Remove(filepath.Join(folder, message.SavedPrefix+digest)) // on failure it only takes disk space
		}
	}
}

// left returns what a process that has ended saved, together with values of earlier processes that were not restored.
func (s *Session) left() *snapshot {
	left := &snapshot{variables: map[string]message.Saved{}, cells: s.cells}
	if s.snapshot != nil && len(s.cells.Names()) == 0 {
		return s.snapshot
	}
	p := s.alive()
	if p == nil {
		return left
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, symbol := range s.cells.Variables() {
		if v, ok := p.saved[symbol]; ok {
			left.variables[name] = v
		}
	}
	return left
}

// spare keeps the files of a snapshot until the session is reset.
func (p *process) spare(from *snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spared = map[string]bool{}
	for _, v := range from.variables {
		p.spared[v.Digest] = true
	}
}

// Saved returns the names of the variables that Restore can restore.
func (s *Session) Saved() []string {
	if !s.Begun() || s.snapshot == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.snapshot.variables))
}

// Restore declares the variables that were saved before the process died, with their types, and sets their values. It then declares the
// functions of the session again. Declarations since then stay. Variables that shared memory through pointers no longer share it. It
// returns the restored variables, and a note about each variable and function that it could not restore.
//
// It returns an error if nothing was saved, the process has ended, or ctx is done.
func (s *Session) Restore(ctx context.Context) (restored, notes []string, err error) {
	from := s.snapshot
	if from == nil || len(from.variables) == 0 {
		return nil, nil, errors.New("stateful: restoring variables: no saved variables found (they are saved after each cell, and can be restored after the process has ended)")
	}
	declared := map[string]bool{}
	names := slices.DeleteFunc(s.Saved(), func(name string) bool {
		since := slices.Contains(s.cells.Names(), name)
		if since {
			notes = append(notes, name+" is not restored, because a later cell has declared it")
		}
		return since
	})
	if s.declare(ctx, from, names) == nil {
		for _, name := range names {
			declared[name] = true
		}
	}
	o := message.Order{Do: message.Restore, Folder: s.Folder}
	for _, name := range names {
		if !declared[name] {
			if err := s.declare(ctx, from, []string{name}); err != nil {
				notes = append(notes, fmt.Sprintf("%s is not restored: %v", name, err))
				continue
			}
		}
		restored = append(restored, name)
		v := s.variables[s.cells.Variables()[name]]
		v.Name = name
		o.Variables, o.Digests = append(o.Variables, v), append(o.Digests, from.variables[name].Digest)
	}
	a, err := s.request(ctx, o)
	if err != nil {
		return nil, notes, err
	}
	for _, fault := range a.Faults {
		notes = append(notes, "not restored: "+fault)
		name, _, _ := strings.Cut(fault, ":")
		restored = slices.DeleteFunc(restored, func(n string) bool { return n == name })
	}
	notes = append(notes, s.declareFunctions(ctx, from)...)
	s.snapshot = nil
	return restored, notes, ctx.Err()
}

// restoring is the number of the cells that restore variables.
const restoring = 0

// mainName matches the package name main in front of a type's name.
var mainName = regexp.MustCompile(`\bmain\.`)

// declare declares variables with their saved types.
func (s *Session) declare(ctx context.Context, from *snapshot, names []string) error {
	var code strings.Builder
	imports := map[string]string{}
	for _, name := range names {
		v := from.variables[name]
		maps.Copy(imports, v.Imports)
		fmt.Fprintf(&code, "var %s %s\n", name, mainName.ReplaceAllString(cells.Plain(v.Type), ""))
	}
	program, _ := from.cells.Program(code.String(), false)
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if line := fmt.Sprintf("import %s %q\n", name, imports[name]); !strings.Contains(program, line) {
			program = line + program
		}
	}
	return s.quietly(ctx, program)
}

// declareFunctions declares functions again, and returns notes about those that it could not declare.
func (s *Session) declareFunctions(ctx context.Context, from *snapshot) (notes []string) {
	variables := from.cells.Variables()
	for _, name := range from.cells.Names() {
		if _, is := variables[name]; is || slices.Contains(s.cells.Names(), name) {
			continue
		}
		use := "func restored() { _ = " + name + " }\n"
		program, _ := from.cells.Program(use, false)
		if err := s.quietly(ctx, strings.TrimSuffix(program, use)); err != nil {
			notes = append(notes, fmt.Sprintf("%s is not redeclared: %v", name, err))
		}
	}
	return notes
}

// quietly runs a cell that only declares.
func (s *Session) quietly(ctx context.Context, code string) error {
	r, err := s.Run(ctx, restoring, code)
	if err == nil && r.End != message.Done {
		err = fmt.Errorf("%s %s", r.End, r.Text)
	}
	return err
}

// forgetSaved removes everything that was saved.
func (s *Session) forgetSaved() {
	s.snapshot = nil
	files, _ := filepath.Glob(filepath.Join(s.Folder, message.SavedPrefix+"*"))
	for _, file := range files {
		_ = os.Remove(file) // on failure it only takes disk space
	}
}
