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

// GradeOptions say which exercises of a class are marked, and how.
type GradeOptions struct {
	// Folder holds what was handed in, a notebook or a folder of notebooks for each student.
	Folder string
	// Names of notebooks, or the start of names; none is all that have exercises.
	Names []string
	// Out is the folder for marks.csv and a page for each student.
	Out string
	// Timeout bounds each answer; 0 is five minutes.
	Timeout time.Duration
	// Enter is the command that calls [sandbox.Enter]; igbo's is its own, `igbo lab sandbox`.
	Enter []string
}

// Grade marks what a class has handed in; see package grade. Errors: a name that selects no notebook, none of them with exercises, a
// folder that cannot be read or written; what is wrong with a student's work is a remark in the marks.
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
