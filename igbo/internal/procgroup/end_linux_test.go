package procgroup

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestOthersWaitForTheirChildren checks that the end of a session does not reap other children of the process.
func TestOthersWaitForTheirChildren(t *testing.T) {
	ended, inside := exec.Command("true"), exec.Command("sleep", "60")
	inside.Env = append(os.Environ(), mark("of-children"))
	for _, cmd := range []*exec.Cmd{ended, inside} {
		must.Do(t, cmd.Start())
	}
	time.Sleep(50 * time.Millisecond) // one has ended, and nobody has waited for it
	if err := endAll("of-children", 0); err != nil {
		t.Error(err)
	}
	if err := ended.Wait(); err != nil {
		t.Error(err)
	}
	if err := inside.Wait(); err == nil || inside.ProcessState.Exited() {
		t.Errorf("%v, expected that it was killed", err)
	}
}
