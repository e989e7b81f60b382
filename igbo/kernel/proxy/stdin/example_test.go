//go:build linux

package stdin_test

import (
	"fmt"
	"log"
	"os/exec"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
)

// Wait until a program reads its standard input, if the system shows that, and write a line to it.
func ExampleWaits() {
	cmd := exec.Command("sh", "-c", "read name; echo hello $name")
	pipe, err := cmd.StdinPipe()
	check(err)
	defer pipe.Close()
	var out strings.Builder
	cmd.Stdout = &out
	check(cmd.Start())

	pid := cmd.Process.Pid
	for stdin.Visible(pid) && !stdin.Waits(pid, stdin.Pipe(pid)) {
		time.Sleep(time.Millisecond)
	}
	check(stdin.Write(pid, "world\n"))
	check(cmd.Wait())
	fmt.Print(&out)
	// Output: hello world
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
