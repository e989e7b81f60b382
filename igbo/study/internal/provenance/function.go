package provenance

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/igbo/study/internal/source"
)

// Function identifies a function: one of a package by its name, as the package's code is
// known otherwise (Code); one of a notebook's cell by the digest of its source and of
// all that it refers to in the cell.
func Function(f any) (string, error) {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return "", errors.New("study: no study, expected a function")
	}
	entry := runtime.FuncForPC(v.Pointer())
	name := entry.Name()
	own, isMain := strings.CutPrefix(name, "main.")
	if isMain {
		if path, _ := executable(); inCell(path) {
			return cellFunction(own, entry)
		}
	}
	base := name[strings.LastIndex(name, "/")+1:]
	if strings.Count(base, ".") != 1 || strings.Contains(base, "[") || strings.HasPrefix(name, "reflect.") {
		return "", fmt.Errorf("study: %s may read variables that no digest holds, expected a plain function of a package", name)
	}
	return name, nil
}

// Reads lists where a function of a notebook's cell reads files by their names, as far as
// the text of the cell says; of other functions nothing is seen.
func Reads(f any) ([]source.Reading, error) {
	entry := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	own, isMain := strings.CutPrefix(entry.Name(), "main.")
	if path, _ := executable(); !isMain || !inCell(path) {
		return nil, nil
	}
	file, name, line, err := inSource(own, entry)
	if err != nil {
		return nil, err
	}
	return file.Reads(name, line)
}

// cellFunction identifies a function of the running cell: a plain one, or a literal,
// which is known by its line.
func cellFunction(name string, entry *runtime.Func) (string, error) {
	file, name, line, err := inSource(name, entry)
	if err != nil {
		return "", err
	}
	sum, err := file.Digest(name, line)
	return "main." + name + " " + sum, err
}

// inSource is the source of the running cell, and how a function is named there: a literal has
// a line and no name.
func inSource(name string, entry *runtime.Func) (file *source.File, named string, line int, err error) {
	place, literal := "", strings.Contains(name, ".")
	switch {
	case strings.ContainsAny(name, "[-") || strings.Contains(name, ".") && !strings.Contains(name, ".func"):
		return nil, "", 0, fmt.Errorf("study: %s is a method or has type parameters, expected a plain function or a function literal", name)
	case literal:
		name = ""
		place, line = entry.FileLine(entry.Entry())
	}
	file, text, err := cellSource()
	if literal {
		line = lineOf(text, place, line)
	}
	return file, name, line, err
}

// cellFile is the source of the running cell, read once. It is no variable of a function,
// which every program would link.
var cellFile struct {
	sync.Once
	file *source.File
	text []byte
	err  error
}

// cellSource reads the source of the running cell.
func cellSource() (*source.File, []byte, error) {
	cellFile.Do(func() { cellFile.file, cellFile.text, cellFile.err = readCell() })
	return cellFile.file, cellFile.text, cellFile.err
}

func readCell() (*source.File, []byte, error) {
	path, err := executable()
	if err != nil {
		return nil, nil, fmt.Errorf("study: the program's file: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "main.go"))
	if err != nil {
		return nil, nil, fmt.Errorf("study: the source of the function: %w", err)
	}
	file, err := source.Parse(unplaced(text))
	if _, late := cellWritten(path); err == nil && late != nil {
		return nil, nil, late
	}
	return file, text, err
}

// placing matches a comment that says where the lines below it stand: programs of cells in a browser have them.
var placing = regexp.MustCompile(`(?m)^//line (\S+):(\d+)$`)

// lineOf is the line of a program that stands at a line of a file: its own line, or by the comments that say so.
func lineOf(text []byte, file string, line int) int {
	best, at := 0, line
	for _, m := range placing.FindAllSubmatchIndex(text, -1) {
		first, _ := strconv.Atoi(string(text[m[4]:m[5]]))
		if string(text[m[2]:m[3]]) == file && first <= line && first > best {
			best = first
			at = 2 + bytes.Count(text[:m[0]], []byte("\n")) + line - first
		}
	}
	return at
}

// unplaced is a program whose lines are its own.
func unplaced(text []byte) []byte { return placing.ReplaceAll(text, nil) }
