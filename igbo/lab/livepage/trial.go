package livepage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Limits limits the cost of a page.
type Limits struct {
	// Start is the maximum time of a cell on this machine until its sliders show something, and Move that of one frame, as processor time
	// on one core. Both take about eight times as long in a page.
	Start, Move time.Duration
	// Program is the maximum size of the compressed program, in bytes.
	Program int
}

// DefaultLimits returns 0.2 s and 8 ms, which are 1.6 s and 60 ms in a page, and 8 MB.
func DefaultLimits() Limits {
	return Limits{Start: 200 * time.Millisecond, Move: 8 * time.Millisecond, Program: 8_000_000}
}

// tried runs one cell without cached values, and returns why its sliders cannot compute in a page, or "".
func (b *Builder) tried(ctx context.Context, program string, place int, blocks []Block, limits Limits) (why string, err error) {
	folder, err := os.MkdirTemp(b.Folder, "cell")
	if err != nil {
		return "", fmt.Errorf("livepage: %w", err)
	}
	frames := 0
	for _, b := range blocks {
		frames += len(b.Values)
	}
	most := limits.Start + time.Duration(frames)*limits.Move
	patient, cancel := context.WithTimeout(ctx, 10*time.Second+20*most) // a busy machine must not count
	defer cancel()
	cmd := exec.CommandContext(patient, program, strconv.Itoa(place))
	cmd.Dir, cmd.Env = folder, []string{"GOMAXPROCS=1", "HOME=" + folder, "XDG_CACHE_HOME=" + folder, "LocalAppData=" + folder, "TMPDIR=" + folder}
	var reported strings.Builder
	cmd.Stderr = &reported
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case patient.Err() != nil:
		return "takes too long for a page", nil
	case err != nil:
		first, _, _ := strings.Cut(strings.TrimSpace(reported.String()), "\n")
		return "fails: " + first, nil
	}
	if took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); took > most {
		return fmt.Sprintf("takes %d ms for %d frames on this machine, more than %d", took.Milliseconds(), frames, most.Milliseconds()), nil
	}
	drawn, err := texts(folder)
	if err != nil {
		return "", err
	}
	for _, b := range blocks {
		if !strings.Contains(drawn, b.frames) {
			return "draws other frames than the notebook's output holds", nil
		}
	}
	return "", nil
}

// texts returns the pages that a cell has written.
func texts(folder string) (all string, err error) {
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	for _, page := range pages {
		text, fault := os.ReadFile(page)
		all, err = all+string(text), errors.Join(err, fault)
	}
	return all, err
}
