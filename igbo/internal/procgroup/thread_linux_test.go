package procgroup

import (
	"os"
	"runtime"
	"syscall"
)

func init() {
	if len(os.Args) > 1 && os.Args[1] == "kernel" {
		runtime.LockOSThread() // the main goroutine stays on the first thread
	}
}

// endFirstThread ends the thread whose ID is the process ID. The other threads continue.
func endFirstThread() { _, _, _ = syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0) }
