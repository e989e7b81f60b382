package grade

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// Limits of a submission.
const (
	mostFiles = 100
	mostBytes = 64 << 20
)

// students returns the paths of the submissions, a file or a folder per student.
func students(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("grade: %w", err)
	}
	for _, e := range entries {
		handed := e.IsDir() || strings.HasSuffix(e.Name(), ".ipynb") || e.Type()&fs.ModeSymlink != 0 && (filepath.Ext(e.Name()) == "" || isFolder(filepath.Join(folder, e.Name())))
		if !strings.HasPrefix(e.Name(), ".") && handed {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("grade: %s has no submissions; it must contain one notebook or one folder per student", folder)
	}
	return paths, nil
}

// isFolder reports whether a path leads to a folder, through links too.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// unreadable returns why a submission is not read, or "" for a file or a folder. A link is not read, because it could lead to a file of
// another student, or to one that only the grader can read.
func unreadable(e fs.DirEntry) string {
	switch {
	case e.IsDir() || e.Type().IsRegular():
		return ""
	case e.Type()&fs.ModeSymlink != 0:
		return "is a symbolic link, which is not followed; ask for the file itself"
	}
	return "is not a regular file"
}

// work is a student's submission.
type work struct {
	Student
	files []file
}

// read reads the submissions of a class, and returns the notebooks that at least one student has submitted.
func read(paths []string, notebooks []Notebook) (works []work, asked []Notebook) {
	for _, path := range paths {
		w := work{Student: Student{Name: strings.TrimSuffix(filepath.Base(path), ".ipynb")}}
		w.files = w.read(path)
		works = append(works, w)
	}
	for _, n := range notebooks {
		if slices.ContainsFunc(works, func(w work) bool { _, there := n.found(w.files); return there }) {
			asked = append(asked, n)
		}
	}
	return works, asked
}

// file is a submitted notebook.
type file struct {
	name  string
	cells []ipynb.Cell
}

// read reads a student's notebooks. Unreadable ones become remarks.
func (s *Student) read(path string) (files []file) {
	root := path
	err := filepath.WalkDir(path, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != root:
			return fs.SkipDir
		case e.IsDir():
			return nil
		case unreadable(e) != "" && (path == root || strings.HasSuffix(e.Name(), ".ipynb") || isFolder(path)):
			s.Remarks = append(s.Remarks, e.Name()+" "+unreadable(e))
			return nil
		case unreadable(e) != "" || !strings.HasSuffix(e.Name(), ".ipynb"):
			return nil
		case len(files) == mostFiles:
			s.Remarks = append(s.Remarks, fmt.Sprintf("more than %d notebooks, of which the first were read", mostFiles))
			return fs.SkipAll
		}
		cells, err := load(path, e)
		if err != nil {
			s.Remarks = append(s.Remarks, fmt.Sprintf("%s cannot be read: %v", e.Name(), err))
			return nil
		}
		files = append(files, file{strings.TrimSuffix(e.Name(), ".ipynb"), cells})
		return nil
	})
	if err != nil {
		s.Remarks = append(s.Remarks, err.Error())
	}
	if len(files) == 0 && len(s.Remarks) == 0 {
		s.Remarks = append(s.Remarks, "no notebook")
	}
	return files
}

func load(path string, e fs.DirEntry) ([]ipynb.Cell, error) {
	info, err := e.Info()
	if err != nil {
		return nil, err
	}
	if info.Size() > mostBytes {
		return nil, fmt.Errorf("the notebook is too large: %d bytes (max %d)", info.Size(), mostBytes)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := ipynb.Read(text)
	if err != nil {
		return nil, err
	}
	return n.Cells(), nil
}

// found returns the cells of the files with the exercises of a notebook, which it recognises by the names of graded cells, their checks, or
// the name of the file.
func (n Notebook) found(files []file) (cells []ipynb.Cell, there bool) {
	for _, f := range files {
		ours := f.name == n.Name || slices.ContainsFunc(f.cells, func(c ipynb.Cell) bool {
			return slices.ContainsFunc(n.Exercises, func(e Exercise) bool {
				return c.Grade != "" && (c.Grade == e.id || c.Grade == e.answer) || !e.ByHand && c.Checks() == e.Name
			})
		})
		if ours {
			cells, there = append(cells, f.cells...), true
		}
	}
	return cells, there
}
