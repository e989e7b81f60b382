package lab

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/grade"
	"github.com/igbolab/igbolab/igbo/lab/sandbox"
)

// GradeOptions selects the exercises to grade, and configures the grading.
type GradeOptions struct {
	// Folder holds the submissions, a notebook or a folder of notebooks for each student.
	Folder string
	// Names holds names of notebooks, or prefixes of names. If it is empty, all notebooks with exercises are selected.
	Names []string
	// Out is the folder for marks.csv and a page for each student.
	Out string
	// Timeout limits the time of each answer (0 = five minutes).
	Timeout time.Duration
	// Enter is the command that calls [sandbox.Enter], for example `igbo lab sandbox`.
	Enter []string
}

// Grade grades the submissions of a class; see package grade. Problems of a student's work are remarks in the marks. It returns an error if
// a name selects no notebook, no notebook has exercises, or a folder cannot be read or written.
func (l *Lab) Grade(ctx context.Context, o GradeOptions) error {
	names, err := l.find(o.Names)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return path.Dir(name) == solutions })
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(l.Notebooks, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("lab: %w", err)
		}
		texts = append(texts, text)
	}
	asked, err := grade.Read(names, texts)
	if err != nil {
		return err
	}
	limits := sandbox.DefaultLimits()
	if o.Timeout > 0 {
		limits.Time = o.Timeout
	}
	box, err := sandbox.Open(ctx, o.Enter, limits)
	if err != nil {
		return err
	}
	fmt.Fprintln(l.Out, box)
	_, err = grade.Class(ctx, asked, grade.Options{Folder: o.Folder, Out: o.Out, Source: l.Checkout, Box: box, Log: l.Out})
	if err == nil {
		fmt.Fprintln(l.Out, "wrote", filepath.Join(o.Out, "marks.csv"), "and a page for each student in", filepath.Join(o.Out, "students"))
	}
	return err
}
