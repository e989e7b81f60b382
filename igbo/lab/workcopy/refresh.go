package workcopy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// stamp is the date and time in the names of replaced files.
const stamp = "2006-01-02_150405"

var stamped = regexp.MustCompile(`\.\d{4}-\d\d-\d\d_\d{6}(-\d+)?(\.[^.]*)?$`)

// Own reports whether a name is one that Refresh gives to a replaced file.
func Own(name string) bool { return stamped.MatchString(name) }

// Refresh replaces files of the working copy with new copies from the course: all of them, or those that choose selects. It keeps the
// user's version of a changed file, including outputs, under a name with the date and time.
//
// It returns an error if nothing is selected, and the errors of Update. If a file cannot be written, the user's version stays.
func Refresh(ctx context.Context, course, dir string, choose func(name string) bool, now time.Time) (Report, error) {
	c, names, end, err := begin(ctx, course, dir)
	if err != nil {
		return Report{}, err
	}
	chosen := 0
	for _, name := range names {
		if choose != nil && !choose(name) {
			continue
		}
		chosen++
		if err = errors.Join(ctx.Err(), c.refresh(name, now)); err != nil {
			break
		}
	}
	if chosen == 0 {
		err = fmt.Errorf("workcopy: file not found in the course, want one of %s", strings.Join(names, ", "))
	}
	return c.report, end(err)
}

// refresh replaces one file by a fresh copy.
func (c *copying) refresh(name string, at time.Time) error {
	course, err := os.ReadFile(filepath.Join(c.course, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	there, regular, err := plain(c.dir, name)
	if err != nil {
		return err
	}
	now := describe(name, course)
	path := filepath.Join(c.dir, filepath.FromSlash(name))
	switch {
	case !there:
		return c.hand(&c.report.Added, name, course, now)
	case !regular:
		return c.setAside(name, at, course, now)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	was := c.record.Files[name]
	switch here := digest(content); here {
	case now.Bytes:
		c.record.Files[name] = now
		return nil
	case was.Bytes:
		return c.hand(&c.report.Updated, name, course, now)
	}
	kept, err := c.keep(name, at, content)
	if err != nil {
		return err
	}
	if err := c.hand(&c.report.Replaced, name, course, now); err != nil {
		if still, readErr := os.ReadFile(path); readErr == nil && digest(still) == digest(content) {
			err = errors.Join(err, os.Remove(filepath.Join(c.dir, filepath.FromSlash(kept))))
		}
		return err
	}
	c.report.Kept[name] = kept
	return nil
}

// keep gives the user's file a second name, so the file exists at every moment.
func (c *copying) keep(name string, at time.Time, content []byte) (kept string, err error) {
	if kept, err = c.free(name, at); err != nil {
		return "", err
	}
	from, to := filepath.Join(c.dir, filepath.FromSlash(name)), filepath.Join(c.dir, filepath.FromSlash(kept))
	if os.Link(from, to) == nil {
		return kept, nil
	}
	if err := durable.WriteFile(to, content, 0o666); err != nil { // a file system without links
		return "", fmt.Errorf("workcopy: %w", err)
	}
	return kept, nil
}

// setAside renames what is not a regular file, such as a link or a folder, and writes the copy. It also renames a file at the
// path of a folder.
func (c *copying) setAside(name string, at time.Time, content []byte, now record) error {
	blocked := name
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if info, err := os.Lstat(filepath.Join(c.dir, filepath.FromSlash(up))); err == nil && !info.IsDir() {
			blocked = up
		}
	}
	kept, err := c.free(blocked, at)
	if err != nil {
		return err
	}
	from, to := filepath.Join(c.dir, filepath.FromSlash(blocked)), filepath.Join(c.dir, filepath.FromSlash(kept))
	if err := os.Rename(from, to); err != nil {
		return fmt.Errorf("workcopy: %w", err)
	}
	if err := c.hand(&c.report.Replaced, name, content, now); err != nil {
		return errors.Join(err, os.Rename(to, from))
	}
	c.report.Kept[blocked] = kept
	return nil
}

// free returns an unused name with the date and time.
func (c *copying) free(name string, at time.Time) (string, error) {
	ending := path.Ext(name)
	base := strings.TrimSuffix(name, ending) + "." + at.Format(stamp)
	for i := 1; i < 1000; i++ {
		candidate := base + ending
		if i > 1 {
			candidate = fmt.Sprintf("%s-%d%s", base, i, ending)
		}
		if there, _, err := plain(c.dir, candidate); err != nil || !there {
			return candidate, err
		}
	}
	return "", fmt.Errorf("workcopy: all backup names for %s are in use; delete old backups", name)
}
