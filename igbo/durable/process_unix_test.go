//go:build unix

package durable

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// Environment variables that control a child process.
const (
	roleVariable   = "IGBO_TEST_ROLE"
	folderVariable = "IGBO_TEST_FOLDER"
)

// roles holds the actions of child processes in a folder.
var roles = map[string]func(dir string) error{
	"write":         func(dir string) error { return writeForever(dir, WriteFolder) },
	"write in two":  func(dir string) error { return writeForever(dir, inTwoSteps) },
	"lock":          lockOnce,
	"umask":         writeUnderUmask,
	"full disk":     writeBeyondLimit,
	"read-only":     writeReadOnly,
	"replace files": replaceFiles,
}

// TestMain makes the test binary a child process of its tests, if it is started as one.
func TestMain(m *testing.M) {
	role, found := roles[os.Getenv(roleVariable)]
	if !found {
		os.Exit(m.Run())
	}
	if err := role(os.Getenv(folderVariable)); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// child prepares a process with a role.
func child(role, dir string, more ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), roleVariable+"="+role, folderVariable+"="+dir,
		"GORACE=atexit_sleep_ms=0"), more...) // otherwise the race detector waits for a second
	return cmd
}

// size is the size of the files in the kill tests, large enough for a write to take a while.
const size = 64 << 10

func writeForever(dir string, write func(string, func(string) error) error) error {
	fmt.Println("begun")
	for i := 0; ; i++ {
		text := strings.Repeat(strconv.Itoa(i%10), size)
		if err := errors.Join(write(filepath.Join(dir, "folder"), fill(text)), WriteFile(filepath.Join(dir, "file"), []byte(text), 0o666)); err != nil {
			return err
		}
	}
}

// TestKilledWriters kills a process that keeps writing a folder and a file, at random times. After each kill
// both have a complete state, and the next write leaves no hidden files.
func TestKilledWriters(t *testing.T) {
	for _, role := range []string{"write", "write in two"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel() // it mostly waits
			killedWriters(t, role)
		})
	}
}

func killedWriters(t *testing.T, role string) {
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	leftovers, kills := 0, 0
	for ; kills < 60 || leftovers < 10 && kills < 600; kills++ { // on a busy machine, a writer may not run before it is killed
		cmd := child(role, dir)
		begun := must.Of(cmd.StdoutPipe()).In(t)
		must.Do(t, cmd.Start())
		must.Of(begun.Read(make([]byte, 1))).In(t) // from now on it writes
		time.Sleep(time.Duration(rng.IntN(25)) * time.Millisecond)
		must.Do(t, cmd.Process.Kill())
		if err := cmd.Wait(); cmd.ProcessState.Exited() {
			t.Fatalf("the writer ended by itself: %v", err)
		}
		if len(hidden(t, dir)) > 0 {
			leftovers++
		}
		Recover(filepath.Join(dir, "folder"))
		if left := hidden(t, dir); left != nil {
			t.Fatalf("left behind: %v", left)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "file")); err == nil && !oneState(string(text)) {
			t.Fatalf("the file holds %d bytes of %.10q", len(text), text)
		}
		if _, err := os.Stat(filepath.Join(dir, "folder")); err == nil && !oneState(wantFolder(t, filepath.Join(dir, "folder"))) {
			t.Fatal("the folder is of two states")
		}
	}
	if leftovers < 10 {
		t.Errorf("%s: %d of %d kills left something, want them in the middle of writes", role, leftovers, kills)
	}
	t.Logf("%s: %d of %d kills left a draft", role, leftovers, kills)
}

func oneState(text string) bool {
	return len(text) == size && strings.Trim(text, text[:1]) == ""
}

// lockOnce waits for a line on its input, tries to take the lock, prints the outcome and holds the lock until the input ends.
func lockOnce(dir string) error {
	input := bufio.NewReader(os.Stdin)
	if _, err := input.ReadString('\n'); err != nil {
		return err
	}
	unlock, err := Lock(dir)
	var locked *LockedError
	switch {
	case errors.As(err, &locked):
		fmt.Println(err)
		return nil
	case err != nil:
		return err
	}
	fmt.Println("mine")
	_, _ = input.ReadString('\n') // until the parent closes it
	return unlock()
}

// contender is a process that tries to take a lock.
type contender struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func newContender(t *testing.T, dir string) *contender {
	t.Helper()
	cmd := child("lock", dir)
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	must.Do(t, errors.Join(errIn, errOut, cmd.Start()))
	return &contender{cmd, in, bufio.NewReader(out)}
}

func (c *contender) answer() string {
	line, _ := c.out.ReadString('\n')
	return strings.TrimSpace(line)
}

// end ends the process or kills it.
func (c *contender) end(t *testing.T, kill bool) {
	t.Helper()
	if kill {
		_ = c.cmd.Process.Kill()
	}
	c.in.Close()
	if err := c.cmd.Wait(); err != nil && !kill {
		t.Error(err)
	}
}

// TestLockOfTwoProcesses repeatedly starts two processes concurrently: one locks the folder, and the error of
// the other names it. Every third holder is killed.
func TestLockOfTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	for round := range 100 {
		a, b := newContender(t, dir), newContender(t, dir)
		fmt.Fprintln(a.in)
		fmt.Fprintln(b.in)
		first, second, winner := a.answer(), b.answer(), a
		if second == "mine" {
			first, second, winner = second, first, b
		}
		want := fmt.Sprintf("another igbo (process %d) is writing to %s; ", winner.cmd.Process.Pid, dir)
		if first != "mine" || !strings.HasPrefix(second, want) {
			t.Fatalf("round %d: answers %q and %q, want \"mine\" and %q", round, first, second, want)
		}
		a.end(t, round%3 == 0)
		b.end(t, round%3 == 0)
	}
	unlock := must.Of(Lock(dir)).In(t)
	if err := unlock(); err != nil {
		t.Error(err)
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// replaceFiles repeatedly writes a file, while other processes do so too.
func replaceFiles(dir string) error {
	for range 200 {
		if err := WriteFile(filepath.Join(dir, "file"), []byte("x"), 0o666); err != nil {
			return err
		}
		if err := WriteFolderUnsynced(filepath.Join(dir, "folder"+strconv.Itoa(os.Getpid())), fill("x")); err != nil {
			return err
		}
	}
	return nil
}

// TestConcurrentWriters checks that no process removes the temporary file of a running writer.
func TestConcurrentWriters(t *testing.T) {
	dir := t.TempDir()
	var cmds []*exec.Cmd
	for range 3 {
		cmd := child("replace files", dir)
		cmd.Stdout = os.Stdout
		must.Do(t, cmd.Start())
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if left := hidden(t, dir); left != nil {
		t.Errorf("left behind: %v", left)
	}
}
