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

// outside is an error where marks would go among what was handed in.
func outside(folder, out string) error {
	from, err := durable.RealPath(folder)
	to, err2 := durable.RealPath(out)
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("grade: %w", err)
	}
	if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("grade: marks would go to %s, among what was handed in; expected another folder", out)
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
