package setup

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Part is a part of a set-up.
type Part struct {
	// Name describes the part while it is made.
	Name string
	// Key changes with everything that the part is made from.
	Key string
	// Stamp is the file that contains the key once the part is done.
	Stamp string
	// Intact, if not nil, reports that nothing of the part is missing or damaged.
	Intact func() bool
	// Make makes the part again and reports progress.
	Make func(ctx context.Context, p *Progress) error
}

// Done reports whether the part was made with the current key, and is intact.
func (p Part) Done() bool {
	text, err := os.ReadFile(p.Stamp)
	return err == nil && string(text) == p.Key && (p.Intact == nil || p.Intact())
}

// Make makes the parts that are not done, in order, in a folder of mode 0700. A part is done when its stamp is written, which
// happens last. Messages go to out: the number of the part, its progress and duration, and what was downloaded or written.
func Make(ctx context.Context, out io.Writer, folder string, parts ...Part) error {
	if err := Private(folder); err != nil {
		return err
	}
	unlock, err := lock(ctx, out, folder)
	if err != nil {
		return err
	}
	defer unlock()
	var missing []Part
	for _, part := range parts {
		if !part.Done() {
			missing = append(missing, part)
		}
	}
	for i, part := range missing {
		if err := part.make(ctx, out, i+1, len(missing)); err != nil {
			return err
		}
	}
	return nil
}

// make makes the part with a number among several.
func (p Part) make(ctx context.Context, out io.Writer, number, of int) error {
	name := p.Name
	if of > 1 {
		name = fmt.Sprintf("%s (%d of %d)", p.Name, number, of)
	}
	progress := NewProgress(out, name)
	err := p.Make(ctx, progress)
	progress.Close()
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.Stamp, []byte(p.Key), 0o600); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	fmt.Fprintf(out, "%s: done after %d s%s\n", name, int(progress.elapsed().Seconds()), progress.grown())
	return nil
}

// Private creates a folder that only its owner can enter.
func Private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	return nil
}

// lock waits for another set-up of the same folder.
func lock(ctx context.Context, out io.Writer, folder string) (unlock func(), err error) {
	lock := flock.New(filepath.Join(folder, "setup.lock"), flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	if err == nil && !held {
		fmt.Fprintf(out, "another igbo is setting up %s; waiting for it …\n", folder)
		_, err = lock.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("setup: locking %s: %w", folder, err)
	}
	return func() { _ = lock.Unlock() }, nil
}
