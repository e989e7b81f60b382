package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// Course returns the folder of the course's notebooks, which can be read-only.
func (l *Lab) Course() string { return filepath.Join(l.Checkout, "notebooks") }

// UseWorkingCopy creates or updates the user's working copy of the course, prints a report, and uses it as the folder of the notebooks.
//
// It returns the errors of [workcopy.Update], and an error if the working copy is in the checkout or in the lab's folder.
func (l *Lab) UseWorkingCopy(ctx context.Context) error {
	dir, err := l.workingFolder()
	if err != nil {
		return err
	}
	report, err := workcopy.Update(ctx, l.Course(), dir)
	report.Print(l.Out)
	if err == nil {
		l.Notebooks = dir
	}
	return err
}

// Refresh replaces the notebooks in the working copy, or those that the names select, with new copies from the course. It keeps the
// user's versions under new names. Without names, it also refreshes pictures and other files.
//
// It returns the errors of [workcopy.Refresh].
func (l *Lab) Refresh(ctx context.Context, names []string) error {
	dir, err := l.workingFolder()
	if err != nil {
		return err
	}
	var choose func(string) bool
	if len(names) > 0 {
		course := *l
		course.Notebooks = l.Course()
		chosen, err := course.find(names)
		if err != nil {
			return err
		}
		choose = func(name string) bool { return slices.Contains(chosen, name) }
	}
	report, err := workcopy.Refresh(ctx, l.Course(), dir, choose, time.Now())
	if report.Print(l.Out); err == nil && len(report.Added)+len(report.Updated)+len(report.Kept) == 0 {
		fmt.Fprintln(l.Out, "  nothing to replace: all notebooks are as in the course")
	}
	return err
}

// workingFolder returns the folder of the working copy, which is outside of the checkout and of what Clean removes.
func (l *Lab) workingFolder() (string, error) {
	dir, err := workcopy.Folder()
	if err != nil {
		return "", err
	}
	if err := workcopy.Outside(dir, l.Checkout, "which is the folder of the course"); err != nil {
		return "", err
	}
	return dir, workcopy.Outside(dir, l.Home, "which igbo lab --clean deletes")
}
