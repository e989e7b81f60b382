package procgroup

import (
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// childSignals is empty: Windows does not signal the end of a child.
var childSignals []os.Signal

// adopt adds this process, and everything that it starts, to a job object. The job object ends them when its last handle closes, that is,
// when this process ends.
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

// Apart keeps Ctrl-C on the console from the supervisor and its processes.
func Apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func bound() *syscall.SysProcAttr { return nil }

// askToEnd kills the process, because Windows has no signal that asks it to end.
func askToEnd(p *os.Process) error { return p.Kill() }

func killedCode(*os.ProcessState) int { return 137 }

// processes returns none: the job object ends them.
func processes(string) ([]member, error) { return nil, nil }

func bury(int) {}

func members(string) ([]member, error) { return nil, nil }

func halt(int) {}

func goOn(int) {}

// force kills a process. It ignores processes that have just ended.
func force(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}

func signalGroup(int, bool) {}
