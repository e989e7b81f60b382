package stdin

import (
	"bufio"
	"os/exec"
	"testing"
	"time"
)

// TestWaits checks that a process waits for its input until it gets some, and that a process that reads another pipe does not.
func TestWaits(t *testing.T) {
	if !Supported() {
		t.Skip("this system does not tell what processes wait for")
	}
	cmd := exec.Command("sh", "-c", "read a; echo $a; sleep 1000 | read b")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	pid := cmd.Process.Pid
	for !Waits(pid, Pipe(pid)) {
		time.Sleep(time.Millisecond)
	}
	if Waits(pid, "pipe:[1]") {
		t.Error("it waits for another pipe")
	}
	if err := Write(pid, "given\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "given\n" {
		t.Errorf("%q %v", line, err)
	}
	for range 100 {
		if Waits(pid, Pipe(pid)) {
			t.Fatal("it still waits")
		}
	}
}
