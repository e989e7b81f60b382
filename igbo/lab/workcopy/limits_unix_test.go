//go:build unix

package workcopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain makes this program a process with a file size limit of 300 bytes, if it is started as one.
func TestMain(m *testing.M) {
	if from := os.Getenv("WORKCOPY_TEST_COURSE"); from != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 300, Max: 300}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		r, err := Refresh(context.Background(), from, os.Getenv("WORKCOPY_TEST_DIR"), nil, noon)
		if !errors.Is(err, syscall.EFBIG) || len(r.Kept)+len(r.Replaced)+len(r.Added) > 0 {
			fmt.Println("error", err, "report", r)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestFullDisk checks that the user's notebook keeps its place and name, and that the next call completes the update.
func TestFullDisk(t *testing.T) {
	from, dir := course(t)
	update(t, from, dir)
	mine, long := source("mine", "1"), source(strings.Repeat("x", 1000), "1")
	write(t, dir, "01_one.ipynb", mine)
	write(t, from, "01_one.ipynb", long)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "WORKCOPY_TEST_COURSE="+from, "WORKCOPY_TEST_DIR="+dir)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if got := read(t, dir, "01_one.ipynb"); got != mine {
		t.Errorf("the notebook holds %s", got)
	}
	var others []string
	_ = filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if name := d.Name(); Own(name) || strings.HasSuffix(name, ".tmp") {
			others = append(others, name)
		}
		return err
	})
	if len(others) > 0 {
		t.Errorf("left: %v", others)
	}
	if r := refresh(t, from, dir, ""); r.Kept["01_one.ipynb"] != keptName || read(t, dir, "01_one.ipynb") != long || read(t, dir, keptName) != mine {
		t.Errorf("afterwards: %+v", r)
	}
}
