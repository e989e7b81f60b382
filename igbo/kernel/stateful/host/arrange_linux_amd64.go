package host

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// arrange changes the working directory and the environment of the process, and answers with their new values.
func arrange(o message.Order) message.Answer {
	a := message.Answer{ID: o.ID, End: message.Done}
	if err := change(o.Change); err != nil {
		a.End, a.Text = message.Refused, err.Error()
		return a
	}
	a.Surroundings.Dir, _ = os.Getwd() // empty if the directory was removed
	a.Surroundings.Env = os.Environ()
	return a
}

func change(c message.Change) error {
	if c.Dir != "" {
		if err := os.Chdir(c.Dir); err != nil {
			return err
		}
		if dir, err := os.Getwd(); err == nil {
			c.Set = append(c.Set, protocol.GONB_DIR_ENV+"="+dir)
		}
	}
	for _, pair := range c.Set {
		name, value, _ := strings.Cut(pair, "=")
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	if c.Input == "" {
		return nil
	}
	fd, err := syscall.Open(c.Input, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", c.Input, err)
	}
	defer syscall.Close(fd)
	return syscall.Dup3(fd, 0, 0) // a program that still reads the old pipe keeps it
}
