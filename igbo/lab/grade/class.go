package grade

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/durable/ledger"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// Options configures the grading of a class.
type Options struct {
	// Folder holds a notebook, or a folder of notebooks, for each student, named after the student.
	Folder string
	// Out is the folder for marks.csv and the pages.
	Out string
	// Source is the folder of the module whose packages answers can use.
	Source string
	// Box runs the programs.
	Box *sandbox.Sandbox
	// Log receives a line for each student.
	Log io.Writer
}

// Student holds a student's marks.
type Student struct {
	Name    string
	Answers []Answer
	// Remarks lists what cannot be read or is not graded.
	Remarks []string
}

// Answer is the answer of a student to one exercise.
type Answer struct {
	Exercise
	Result course.Result
	// Text is what the student wrote into the cell of the answer.
	Text string
	// HandedIn reports whether the notebook of the exercise was submitted.
	HandedIn bool
}

// Mark returns the points for an answer.
func (a Answer) Mark() float64 { return a.Points * a.Result.Share }

// Class grades all students of a folder in the notebooks that any of them submitted. It writes a page and a new marks.csv after each
// student. Problems of a student's work are remarks, never errors. It returns an error if a folder has no students, a folder cannot be
// written, or ctx ends.
func Class(ctx context.Context, notebooks []Notebook, o Options) ([]Student, error) {
	entries, err := students(o.Folder)
	if err != nil {
		return nil, err
	}
	if err := outside(o.Folder, o.Out); err != nil {
		return nil, err
	}
	if err := untouched(o.Out, entries); err != nil {
		return nil, err
	}
	for _, folder := range []string{"kept", "students"} {
		if err := durable.MakeFolder(filepath.Join(o.Out, folder)); err != nil {
			return nil, fmt.Errorf("grade: %w", err)
		}
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

// String returns one line about the student.
func (s Student) String() string {
	sum, of, read := s.sum()
	text := fmt.Sprintf("%s: %g of %g points", s.Name, sum, of)
	if read > 0 {
		text += fmt.Sprintf(", answers to read: %d", read)
	}
	return strings.Join(append([]string{text}, s.Remarks...), "; ")
}

// sum returns the points for the answers that were judged here, the maximum, and how many answers a person must read.
func (s Student) sum() (sum, of float64, read int) {
	for _, a := range s.Answers {
		if a.ByHand {
			if a.Result.Answered {
				read++
			}
			continue
		}
		sum, of = sum+a.Mark(), of+a.Points
	}
	return sum, of, read
}

// outside returns an error if the marks would be written among the submissions.
func outside(folder, out string) error {
	from, err := durable.RealPath(folder)
	to, err2 := durable.RealPath(out)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("grade: the output folder %s is inside the submissions; use another folder", out)
	}
	return nil
}

// untouched returns an error if marks would replace a file that igbo did not write, or that was changed since.
func untouched(out string, entries []string) error {
	paths := []string{filepath.Join(out, "marks.csv")}
	for _, path := range entries {
		paths = append(paths, filepath.Join(out, "students", strings.TrimSuffix(filepath.Base(path), ".ipynb")+".html"))
	}
	for _, path := range paths {
		if ledger.Foreign(path) {
			return fmt.Errorf("grade: %s: %w", path, ledger.ErrForeign)
		}
	}
	return nil
}

// digest returns the digest of a folder's Go files, which determine how answers are checked.
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

// mark grades a student.
func (r *runner) mark(ctx context.Context, notebooks []Notebook, w work) (Student, error) {
	s := w.Student
	for _, n := range notebooks {
		cells, there := n.found(w.files)
		for _, e := range n.Exercises {
			a := Answer{Exercise: e, HandedIn: there, Result: course.Result{Name: e.Name, Message: "not handed in."}}
			if there {
				a.Text = written(e, cells)
				var err error
				if a.Result, err = r.result(ctx, e, n, cells, a.Text); err != nil {
					return s, err
				}
			}
			s.Answers = append(s.Answers, a)
		}
	}
	return s, nil
}

// result returns the mark for the answer to an exercise; a person decides if it is text.
func (r *runner) result(ctx context.Context, e Exercise, n Notebook, cells []ipynb.Cell, wrote string) (course.Result, error) {
	if e.ByHand {
		v := course.Result{Name: e.Name, Message: "no answer yet."}
		if t := strings.TrimSpace(wrote); t != "" && t != strings.TrimSpace(written(e, n.cells)) {
			v.Answered, v.Message = true, "to be read."
		}
		return v, nil
	}
	if reason := n.missing(e, cells); reason != "" {
		return course.Result{Name: e.Name, Answered: true, Message: reason}, nil
	}
	text, err := program(e, n, cells)
	if err != nil {
		return course.Result{Name: e.Name, Answered: true, Message: "cannot be put together: " + err.Error() + "."}, nil
	}
	if unanswered, err := program(e, n, nil); err == nil && text == unanswered {
		return course.Result{Name: e.Name, Message: "no answer yet."}, nil
	}
	v, err := r.judge(ctx, e.Name, text)
	if v.Share > 0 && v.Share < 1 {
		v.Message += " Half of the points, as at least half of the values are right."
	}
	return v, err
}

// written returns the text in the cell of an answer.
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
