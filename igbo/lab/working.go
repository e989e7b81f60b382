package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// Course is the folder of the course's notebooks, which may be read-only.
func (l *Lab) Course() string { return filepath.Join(l.Checkout, "notebooks") }

// UseWorkingCopy makes the user's working copy of the course, or brings it up to
// date, says so, and takes it for the folder of the notebooks.
//
// Errors: as [workcopy.Update]; a working copy within the checkout or the lab's own folder.
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

// Refresh puts fresh copies of the course's notebooks into the working copy, or of
// those that the names select, and keeps the user's own beside them. Without names
// pictures and other files are refreshed too.
//
// Errors: as [workcopy.Refresh].
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
		fmt.Fprintln(l.Out, "  nothing to renew: all is as in the course")
	}
	return err
}

// workingFolder is where the working copy lies, which is neither the checkout nor what Clean removes.
func (l *Lab) workingFolder() (string, error) {
	dir, err := workcopy.Folder()
	if err != nil {
		return "", err
	}
	if err := workcopy.Outside(dir, l.Checkout, "which is the course's own"); err != nil {
		return "", err
	}
	return dir, workcopy.Outside(dir, l.Home, "which --clean removes")
}
