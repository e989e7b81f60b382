package grade

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// Options say how a class is marked.
type Options struct {
	// Folder holds a notebook, or a folder of notebooks, for each student, who has its name.
	Folder string
	// Out is the folder for marks.csv and the pages.
	Out string
	// Source is the folder of the module whose packages answers may use.
	Source string
	// Box runs the programs.
	Box *sandbox.Sandbox
	// Log gets a line for each student.
	Log io.Writer
}

// What a student may hand in.
const (
	mostFiles = 100
	mostBytes = 64 << 20
)

// Student is a student with the marks.
type Student struct {
	Name    string
	Answers []Answer
	// Remarks are about what cannot be read, or is not marked.
	Remarks []string
}

// Answer is a student's to one exercise.
type Answer struct {
	Exercise
	Verdict course.Verdict
	// Text is what the student wrote into the cell of the answer.
	Text string
	// HandedIn tells that the notebook of the exercise is there.
	HandedIn bool
}

// Mark is what an answer is worth.
func (a Answer) Mark() float64 {
	if a.Verdict.Right {
		return a.Points
	}
	return 0
}

// Class marks all students of a folder in the notebooks that any of them has handed in. It writes a page, and marks.csv anew, as soon as a
// student is marked. What is wrong with a student's work is a remark, and never an error. Errors: a folder without students, one that cannot be written, the context's.
func Class(ctx context.Context, notebooks []Notebook, o Options) ([]Student, error) {
	entries, err := students(o.Folder)
	if err != nil {
		return nil, err
	}
	if err := outside(o.Folder, o.Out); err != nil {
		return nil, err
	}
	if err := errors.Join(durable.MakeFolder(filepath.Join(o.Out, "kept")), durable.MakeFolder(filepath.Join(o.Out, "students"))); err != nil {
		return nil, fmt.Errorf("grade: %w", err)
	}
	key, err := digest(filepath.Join(o.Source, "igbo", "course"))
	if err != nil {
		return nil, err
	}
	r := &runner{source: o.Source, kept: filepath.Join(o.Out, "kept"), box: o.Box, key: key + o.Box.String()}
	var all []Student
	works, notebooks := read(entries, notebooks)
	for i, path := range entries {
		s, err := r.mark(ctx, notebooks, works[i])
		if err != nil {
			return all, err
		}
		if slices.ContainsFunc(all, func(t Student) bool { return t.Name == s.Name }) {
			s.Name = filepath.Base(path)
		}
		all = append(all, s)
		if err := write(o.Out, notebooks, all); err != nil {
			return all, err
		}
		fmt.Fprintln(o.Log, s)
	}
	return all, nil
}

// String is a student in a line.
func (s Student) String() string {
	sum, of, read := s.sum()
	text := fmt.Sprintf("%s: %g of %g points", s.Name, sum, of)
	if read > 0 {
		text += fmt.Sprintf(", answers to read: %d", read)
	}
	return strings.Join(append([]string{text}, s.Remarks...), "; ")
}

// sum is what the answers are worth that were judged here, of how much, and how many a person reads.
func (s Student) sum() (sum, of float64, read int) {
	for _, a := range s.Answers {
		if a.ByHand {
			if a.Verdict.Answered {
				read++
			}
			continue
		}
		sum, of = sum+a.Mark(), of+a.Points
	}
	return sum, of, read
}

// students are the paths of what was handed in, a file or a folder for each student.
func students(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("grade: %w", err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || e.Type().IsRegular() && strings.HasSuffix(e.Name(), ".ipynb")) {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("grade: nothing in %s, expected a notebook or a folder for each student", folder)
	}
	return paths, nil
}

// outside is an error where marks would go among what was handed in.
func outside(folder, out string) error {
	from, err := filepath.Abs(folder)
	to, err2 := filepath.Abs(out)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("grade: marks would go to %s, among what was handed in; expected another folder", out)
	}
	return nil
}

// digest is of a folder's Go files, which decide what answers are asked.
func digest(folder string) (string, error) {
	paths, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	sum := sha256.New()
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("grade: %w", err)
		}
		sum.Write(text)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// work is what a student has handed in.
type work struct {
	Student
	files []file
}

// read reads what a class has handed in, and leaves those notebooks that anybody has.
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

// mark marks a student.
func (r *runner) mark(ctx context.Context, notebooks []Notebook, w work) (Student, error) {
	s := w.Student
	for _, n := range notebooks {
		cells, there := n.found(w.files)
		for _, e := range n.Exercises {
			a := Answer{Exercise: e, HandedIn: there, Verdict: course.Verdict{Name: e.Name, Said: "not handed in."}}
			if there {
				a.Text = written(e, cells)
				var err error
				if a.Verdict, err = r.verdict(ctx, e, n, cells, a.Text); err != nil {
					return s, err
				}
			}
			s.Answers = append(s.Answers, a)
		}
	}
	return s, nil
}

// verdict is what an exercise's answer is worth; a person's, where it is text.
func (r *runner) verdict(ctx context.Context, e Exercise, n Notebook, cells []ipynb.Cell, wrote string) (course.Verdict, error) {
	if e.ByHand {
		v := course.Verdict{Name: e.Name, Said: "no answer yet."}
		if t := strings.TrimSpace(wrote); t != "" && t != strings.TrimSpace(written(e, n.cells)) {
			v.Answered, v.Said = true, "to be read."
		}
		return v, nil
	}
	text, err := program(e, n, cells)
	if err != nil {
		return course.Verdict{Name: e.Name, Answered: true, Said: "cannot be put together: " + err.Error() + "."}, nil
	}
	if unanswered, err := program(e, n, nil); err == nil && text == unanswered {
		return course.Verdict{Name: e.Name, Said: "no answer yet."}, nil
	}
	return r.judge(ctx, e.Name, text)
}

// written is what stands in the cell of an answer.
func written(e Exercise, cells []ipynb.Cell) string {
	id := e.answer
	if e.ByHand {
		id = e.id
	}
	for _, c := range slices.Backward(cells) {
		if c.Grade == id {
			return c.Source
		}
	}
	return ""
}

// file is a notebook that was handed in.
type file struct {
	name  string
	cells []ipynb.Cell
}

// read reads a student's notebooks; what cannot be read is a remark.
func (s *Student) read(path string) (files []file) {
	root := path
	err := filepath.WalkDir(path, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != root:
			return fs.SkipDir
		case !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ".ipynb"):
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
		return nil, fmt.Errorf("%d bytes, expected at most %d", info.Size(), mostBytes)
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

// found are the cells of the files that have a notebook's exercises: by the names of graded cells, by what their checks
// ask, or by the file's own name.
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
