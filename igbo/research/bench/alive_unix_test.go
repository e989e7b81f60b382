//go:build unix

package bench

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// alive reports whether a process runs. A zombie does not run.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(stat, []byte(") Z ")) && !bytes.Contains(stat, []byte(") X "))
}
