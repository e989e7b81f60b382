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

// Limits are what a page may cost.
type Limits struct {
	// Start is how long a cell may compute on this machine before its sliders show something, and Move how long one frame, as
	// processor's time on one core. In a page both are some eight times as long.
	Start, Move time.Duration
	// Program is the size of a page's program, compressed, in bytes.
	Program int
}

// DefaultLimits are 0.2 s and 8 ms, which are 1.6 s and 60 ms in a page, and 8 MB.
func DefaultLimits() Limits {
	return Limits{Start: 200 * time.Millisecond, Move: 8 * time.Millisecond, Program: 8_000_000}
}

// tried runs one cell with no kept values and tells why its sliders cannot compute in a page; nothing where they can.
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
	patient, cancel := context.WithTimeout(ctx, 10*time.Second+20*most) // a busy machine is no reason
	defer cancel()
	cmd := exec.CommandContext(patient, program, strconv.Itoa(place))
	cmd.Dir, cmd.Env = folder, []string{"GOMAXPROCS=1", "HOME=" + folder, "XDG_CACHE_HOME=" + folder, "LocalAppData=" + folder, "TMPDIR=" + folder}
	var said strings.Builder
	cmd.Stderr = &said
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case patient.Err() != nil:
		return "takes too long for a page", nil
	case err != nil:
		first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
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
		if !strings.Contains(drawn, "const frames = "+b.frames+";") {
			return "draws other frames than the notebook's output holds", nil
		}
	}
	return "", nil
}

// texts are the pages that a cell has written.
func texts(folder string) (all string, err error) {
	pages, err := filepath.Glob(filepath.Join(folder, "*.html"))
	for _, page := range pages {
		text, fault := os.ReadFile(page)
		all, err = all+string(text), errors.Join(err, fault)
	}
	return all, err
}
