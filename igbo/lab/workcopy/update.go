package workcopy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Report lists what was done to the files of the course, each by its path with slashes.
type Report struct {
	// Folder is the working copy.
	Folder string
	// Added files are new in the course; Updated files only changed in the course.
	Added, Updated []string
	// Conflicts lists files that changed both here and in the course. They keep their content.
	Conflicts []string
	// Deleted lists copied files that the user deleted. They are not copied again.
	Deleted []string
	// Foreign lists files of the user at the path of a file of the course.
	Foreign []string
	// Dropped lists files that are no longer part of the course. They are kept.
	Dropped []string
	// Replaced lists the user's files that a new copy replaced, and Kept their new names.
	Replaced []string
	Kept     map[string]string
	// Damaged reports whether the record could not be read.
	Damaged bool
}

// copying is the state of a running call.
type copying struct {
	course, dir string
	record      manifest
	report      Report
}

// begin locks the folder and reads its record.
func begin(ctx context.Context, course, dir string) (c *copying, names []string, end func(error) error, err error) {
	if names, err = list(course); err != nil {
		return nil, nil, nil, err
	}
	release, err := hold(ctx, dir)
	if err != nil {
		return nil, nil, nil, err
	}
	c = &copying{course: course, dir: dir, report: Report{Folder: dir, Kept: map[string]string{}}}
	c.record, c.report.Damaged, err = readManifest(dir)
	if err != nil {
		return nil, nil, nil, errors.Join(err, release())
	}
	// Files that were copied before an error are recorded too.
	return c, names, func(err error) error { return errors.Join(err, c.record.write(dir), release()) }, nil
}

// Update creates or updates the working copy of a course. Files that the user has not changed follow the course, and all others are
// unchanged.
//
// It returns an error if the folder cannot be created, read or written, if the disk is full, or if the context ends while another process
// locks the folder. Files that were written before the error stay.
func Update(ctx context.Context, course, dir string) (Report, error) {
	c, names, end, err := begin(ctx, course, dir)
	if err != nil {
		return Report{}, err
	}
	for _, name := range names {
		if err = errors.Join(ctx.Err(), c.update(name)); err != nil {
			break
		}
	}
	if err == nil {
		c.drop(names)
	}
	return c.report, end(err)
}

// update brings one file up to date.
func (c *copying) update(name string) error {
	course, err := os.ReadFile(filepath.Join(c.course, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	there, regular, err := plain(c.dir, name)
	if err != nil {
		return err
	}
	was, handed := c.record.Files[name]
	now := describe(name, course)
	switch {
	case !there && handed:
		c.report.Deleted = append(c.report.Deleted, name)
		return nil
	case !there:
		return c.hand(&c.report.Added, name, course, now)
	case !regular:
		c.report.Foreign = append(c.report.Foreign, name)
		return nil
	}
	content, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	here := describe(name, content)
	switch {
	case here.Bytes == now.Bytes:
		c.record.Files[name] = now
	case !handed:
		c.report.Foreign = append(c.report.Foreign, name)
	case here.Bytes == was.Bytes, here.Text == was.Text && now.Text != was.Text:
		return c.hand(&c.report.Updated, name, course, now)
	case here.Text != was.Text && now.Text != was.Text:
		c.report.Conflicts = append(c.report.Conflicts, name)
	}
	return nil
}

// hand writes a file, records it and adds it to a list of the report.
func (c *copying) hand(list *[]string, name string, content []byte, now record) error {
	if err := put(c.dir, name, content); err != nil {
		return err
	}
	c.record.Files[name] = now
	*list = append(*list, name)
	return nil
}

// drop removes records of files that are no longer part of the course.
func (c *copying) drop(names []string) {
	part := map[string]bool{}
	for _, name := range names {
		part[name] = true
	}
	for name := range c.record.Files {
		if part[name] {
			continue
		}
		delete(c.record.Files, name)
		if !filepath.IsLocal(name) {
			continue // from a damaged record
		}
		if there, _, err := plain(c.dir, name); err == nil && there {
			c.report.Dropped = append(c.report.Dropped, name)
		}
	}
}
