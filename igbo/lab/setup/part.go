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
	// Name is what the part is called while it is made.
	Name string
	// Key changes with all that the part is made from.
	Key string
	// Stamp is the file that holds the key once the part is done.
	Stamp string
	// Intact tells, where set, that nothing is lost or damaged of what was made.
	Intact func() bool
	// Make makes the part anew and tells what it does.
	Make func(ctx context.Context, p *Progress) error
}

// Done tells whether the part was made from what its key stands for, and is intact.
func (p Part) Done() bool {
	text, err := os.ReadFile(p.Stamp)
	return err == nil && string(text) == p.Key && (p.Intact == nil || p.Intact())
}

// Make makes the parts that are not done, in their order, in a folder of mode 0700.
// Each is done when its stamp is written last. Messages go to out: the number of the
// part, what it is doing and for how long, and what was fetched or written.
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

// make makes the part, which is one of several.
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

// Private makes a folder that its owner alone can enter.
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
		return nil, fmt.Errorf("setup: %s cannot be locked: %w", folder, err)
	}
	return func() { _ = lock.Unlock() }, nil
}
