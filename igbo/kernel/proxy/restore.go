package proxy

import (
	"context"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// restore restores the variables that were saved before the process ended.
func (p *proxy) restore(c *cell) {
	snapshots, is := offers[executor.Snapshots](p)
	switch {
	case !is:
		p.tell(c, "nothing to restore: each cell is a program (%live on makes cells stateful)\n")
		return
	case len(snapshots.Saved()) == 0:
		p.tell(c, "nothing to restore\n")
		return
	}
	p.apart(c, func(ctx context.Context) (string, error) {
		restored, notes, err := snapshots.Restore(ctx)
		if err != nil {
			return "", err
		}
		text := "restored: " + strings.Join(restored, ", ") + "\n"
		if len(restored) == 0 {
			text = "nothing could be restored\n"
		}
		for _, note := range notes {
			text += "[" + note + "]\n"
		}
		return text, nil
	})
}
