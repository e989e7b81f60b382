package stateful

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Subfolders of the session's folder for a program that runs under a debugger.
const (
	debugFolder  = "debug"
	valuesFolder = "values"
)

// Debugged returns a cell as a program for a debugger; see [cells.Session.Debugged]. Do not call it while a cell runs.
func (s *Session) Debugged(number int, code string, path func(cell int) string) (*cells.Debugged, error) {
	return s.cells.Debugged(number, code, cells.DebugOptions{Path: path, Values: s.file(filepath.Join(debugFolder, valuesFolder))})
}

// BuildDebugged copies the values of the session's variables into a program and compiles it without optimisation. It returns the program's
// path, and the variables whose values are missing because [Session.Restore] could not restore them either.
//
// It returns an error if the go command fails or ctx is done.
func (s *Session) BuildDebugged(ctx context.Context, d *cells.Debugged) (program string, missing []string, err error) {
	folder := s.file(debugFolder)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(filepath.Join(folder, valuesFolder), 0o700)); err != nil {
		return "", nil, fmt.Errorf("stateful: %w", err)
	}
	for _, name := range d.Variables {
		file, err := s.saveNow(ctx, name)
		switch {
		case err != nil:
			return "", nil, err
		case file == "":
			missing = append(missing, name)
			continue
		}
		if err := os.Link(file, filepath.Join(folder, valuesFolder, name)); err != nil { // a later save may remove the file
			return "", nil, fmt.Errorf("stateful: %w", err)
		}
	}
	program = filepath.Join(folder, "cell")
	args := []string{"build", "-trimpath=false", "-gcflags=-N -l", "-o", program}
	for name, text := range d.Files {
		args = append(args, filepath.Join(folder, name))
		if err := os.WriteFile(args[len(args)-1], []byte(text), 0o600); err != nil {
			return "", nil, fmt.Errorf("stateful: %w", err)
		}
	}
	slices.Sort(args[5:]) // Go initialises variables in the order of the files
	if err := s.prepareWork(ctx); err != nil {
		return "", nil, err
	}
	if _, err := s.workCommand(ctx, false, args...); err != nil {
		return "", nil, fmt.Errorf("stateful: compiling the cell for the debugger: %s", lastLines(err.Error()))
	}
	return program, missing, nil
}

// lastLines returns the compiler's messages without the command line.
func lastLines(text string) string {
	_, found, _ := strings.Cut(text, "# command-line-arguments\n")
	if found == "" {
		return text
	}
	return found
}

// saveNow makes the process save the current value of a variable. It returns the file, or "" if the variable cannot be saved.
func (s *Session) saveNow(ctx context.Context, name string) (file string, err error) {
	symbol := s.cells.Variables()[name]
	v, known := s.variables[symbol]
	if !known {
		return "", nil
	}
	a, err := s.request(ctx, message.Order{Do: message.Save, Folder: s.Folder, Left: savedLimit, Variables: []message.Variable{v}, Named: 1})
	p := s.alive()
	if err != nil || p == nil || len(a.Looked) == 0 {
		return "", err
	}
	p.keep(s.Folder, a.Saved, a.Looked)
	p.mu.Lock()
	defer p.mu.Unlock()
	if digest := p.saved[symbol].Digest; digest != "" {
		file = filepath.Join(s.Folder, message.SavedPrefix+digest)
	}
	return file, nil
}
