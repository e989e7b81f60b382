package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// entered is what the entering program prints if there is no program to execute.
const entered = "sandbox: entered"

// Enter reads the order of [Sandbox.Run], enters the sandbox and executes the program. It only returns on failure; the calling
// program should end then.
func Enter(orders io.Reader) error {
	var o order
	if err := json.NewDecoder(orders).Decode(&o); err != nil {
		return fmt.Errorf("sandbox: reading the order: %w", err)
	}
	enter := o.move
	if o.Apart {
		enter = o.wall
	}
	for _, step := range []func() error{enter, o.become, o.exec} {
		if err := step(); err != nil {
			return fmt.Errorf("sandbox: %w", err)
		}
	}
	return nil
}

// move copies the program to a path where another user can execute it.
func (o *order) move() error {
	if o.User != 0 && o.Program != "" {
		program, err := os.Open(o.Program)
		if err != nil {
			return err
		}
		defer program.Close()
		o.Program = filepath.Join(o.Root, "program")
		if err := errors.Join(place(o.Program, program, 0o755), os.Chown(o.Root, o.User, o.User)); err != nil {
			return err
		}
	}
	return os.Chdir(o.Root)
}

// wall hides the rest of the machine. It copies the program into a folder in memory, which becomes the root.
func (o *order) wall() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making separate mounts: %w", err)
	}
	var program *os.File
	size := o.Limits.Disk
	if o.Program != "" {
		var err error
		if program, err = os.Open(o.Program); err != nil {
			return err
		}
		defer program.Close()
		info, err := program.Stat()
		if err != nil {
			return err
		}
		size += info.Size() + 1<<20
	}
	if err := unix.Mount("tmpfs", o.Root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, fmt.Sprintf("size=%d,nr_inodes=20000,mode=0755", size)); err != nil {
		return fmt.Errorf("mounting a folder in memory: %w", err)
	}
	for _, device := range []string{"null", "urandom"} {
		at := filepath.Join(o.Root, "dev", device)
		if err := place(at, nil, 0o666); err != nil {
			return err
		}
		if err := unix.Mount("/dev/"+device, at, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("mounting /dev/%s: %w", device, err)
		}
	}
	if err := os.Mkdir(filepath.Join(o.Root, "tmp"), 0o777); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(o.Root, "tmp"), 0o1777); err != nil {
		return err
	}
	if program != nil {
		if err := place(filepath.Join(o.Root, "program"), program, 0o755); err != nil {
			return err
		}
		o.Program = "/program"
	}
	if err := os.Mkdir(filepath.Join(o.Root, "proc"), 0o755); err != nil {
		return err
	}
	_ = unix.Mount("proc", filepath.Join(o.Root, "proc"), "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "") // the program also works without /proc
	if err := os.Chdir(o.Root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil { // the old root is then mounted over the new one
		return fmt.Errorf("making a separate root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("hiding the rest of the machine: %w", err)
	}
	return os.Chdir("/tmp")
}

// place writes a file, and creates its folder.
func place(path string, from io.Reader, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if from != nil {
		_, err = io.Copy(f, from)
	}
	if shut := f.Close(); err == nil {
		err = shut
	}
	return err
}

// become drops all rights permanently, in the thread that executes the program.
func (o *order) become() error {
	runtime.LockOSThread()
	if o.User != 0 {
		for _, err := range []error{syscall.Setgroups(nil), syscall.Setgid(o.User), syscall.Setuid(o.User)} {
			if err != nil {
				return fmt.Errorf("changing the user: %w", err)
			}
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("dropping rights: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("preventing new rights: %w", err)
	}
	return unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0) // the request was reset by the change of user
}

// exec sets the limits of the process, and executes the program.
func (o *order) exec() error {
	if o.Program == "" {
		fmt.Println(entered)
		return nil
	}
	l := o.Limits
	bounds := map[int]int64{
		unix.RLIMIT_AS:  2*l.Memory + 2<<30, // of address space, of which Go reserves more than it uses
		unix.RLIMIT_CPU: int64(l.Time.Seconds()*8) + 2, unix.RLIMIT_FSIZE: l.Disk, unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: 256,
	}
	if o.User != 0 || o.Apart { // otherwise the caller's other processes would count
		bounds[unix.RLIMIT_NPROC] = int64(l.Processes)
	}
	for what, most := range bounds {
		if err := unix.Setrlimit(what, &unix.Rlimit{Cur: uint64(most), Max: uint64(most)}); err != nil {
			return fmt.Errorf("setting resource limit %d: %w", what, err)
		}
	}
	return unix.Exec(o.Program, []string{o.Program}, o.Env)
}
