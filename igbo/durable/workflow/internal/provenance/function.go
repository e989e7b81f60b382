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

	"github.com/igbolab/igbolab/igbo/durable/workflow/internal/source"
)

// Function identifies a function. A function of a package is identified by its name, because [Code] identifies
// the package. A function of a notebook cell is identified by the digest of its source and of everything that
// it refers to in the cell.
func Function(f any) (string, error) {
	v := reflect.ValueOf(f)
	if v.IsNil() {
		return "", errors.New("workflow: the function must not be nil")
	}
	entry := runtime.FuncForPC(v.Pointer())
	name := entry.Name()
	own, isMain := strings.CutPrefix(name, "main.")
	if isMain {
		if path, _ := executable(); inCell(path) || sessionFile() != "" {
			return cellFunction(own, entry)
		}
	}
	base := name[strings.LastIndex(name, "/")+1:]
	if strings.Count(base, ".") != 1 || strings.Contains(base, "[") || strings.HasPrefix(name, "reflect.") {
		return "", fmt.Errorf("workflow: %s may read variables that the cache key does not include; use a function declared in a package", name)
	}
	return name, nil
}

// Reads returns the places where a function of a notebook cell reads files by name, as far as the source of the
// cell shows. It returns none for other functions.
func Reads(f any) ([]source.Reading, error) {
	entry := runtime.FuncForPC(reflect.ValueOf(f).Pointer())
	own, isMain := strings.CutPrefix(entry.Name(), "main.")
	if path, _ := executable(); !isMain || !inCell(path) && sessionFile() == "" {
		return nil, nil
	}
	file, name, line, err := inSource(own, entry)
	if err != nil {
		return nil, err
	}
	return file.Reads(name, line)
}

// cellFunction identifies a function of the running cell: a plain function by its name, or a literal by its line.
func cellFunction(name string, entry *runtime.Func) (string, error) {
	file, name, line, err := inSource(name, entry)
	if err != nil {
		return "", err
	}
	sum, err := file.Digest(name, line)
	return "main." + name + " " + sum, err
}

// inSource returns the source of the running cell and the name of a function in it. For a literal, it returns
// the line instead of a name.
func inSource(name string, entry *runtime.Func) (file *source.File, named string, line int, err error) {
	place, literal := "", strings.Contains(name, ".")
	switch {
	case strings.ContainsAny(name, "[-") || strings.Contains(name, ".") && !strings.Contains(name, ".func"):
		return nil, "", 0, fmt.Errorf("workflow: %s must be a function or a function literal, without a receiver and type parameters", name)
	case literal:
		name = ""
		place, line = entry.FileLine(entry.Entry())
	}
	file, text, err := cellSource()
	if session := sessionFile(); session != "" {
		name = plainName(name)
		file, text, err = readSession(session, entry.Name())
	}
	if literal {
		line = lineOf(text, place, line)
	}
	return file, name, line, err
}

// cellFile caches the source of the running cell. It does not use sync.OnceValues, because then every program
// would link the function.
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
		return nil, nil, fmt.Errorf("workflow: the program's file: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(path), "main.go"))
	if err != nil {
		return nil, nil, fmt.Errorf("workflow: the source of the function: %w", err)
	}
	file, err := source.Parse(unplaced(text))
	if _, late := cellWritten(path); err == nil && late != nil {
		return nil, nil, late
	}
	return file, text, err
}

// placing matches a line comment, which sets the position of the lines below it. Programs of cells in a browser
// contain such comments.
var placing = regexp.MustCompile(`(?m)^//line (\S+):(\d+)$`)

// lineOf returns the line of the program that corresponds to a line of a file: the same line, or the one that
// line comments determine.
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

// unplaced returns a program without line comments.
func unplaced(text []byte) []byte { return placing.ReplaceAll(text, nil) }
