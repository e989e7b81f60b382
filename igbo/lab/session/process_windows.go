package session

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// childSignals are none: Windows does not signal the end of a child.
var childSignals []os.Signal

// adopt puts this process, and with it all it starts, into a job object that ends
// them when its last handle closes, which is when this process ends.
func adopt() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return err
	}
	return windows.AssignProcessToJobObject(job, windows.CurrentProcess())
}

// Apart keeps Ctrl-C on the console from the supervisor and what it starts.
func Apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func bound() *syscall.SysProcAttr { return nil }

// askToEnd ends the process: Windows has no signal to ask with.
func askToEnd(p *os.Process) error { return p.Kill() }

func killedCode(*os.ProcessState) int { return 137 }

// processes lists none: the job object ends them.
func processes(string) ([]member, error) { return nil, nil }

func bury(int) {}

func members(string) ([]member, error) { return nil, nil }

func halt(int) {}

func goOn(int) {}

// force ends a process; one that has just ended is no failure.
func force(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

func signalGroup(int, bool) {}
