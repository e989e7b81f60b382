//go:build unix

package proxy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/internal/program"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestMain makes this program the proxy or its supervisor, if it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "supervise":
			code, err := procgroup.Supervise(os.Stdin)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			os.Exit(code)
		case "echo":
			echoEngine(os.Args[2])
		case "proxy":
			bin := os.Args[2] // holds gonb and goimports
			options := Options{
				Connection: os.Args[3], memory: pretendedMemory(), Stateful: statefulOptions(), History: os.Getenv(historyVariable),
				Folder: filepath.Join(bin, "runtime"), Supervisor: []string{os.Args[0], "supervise"},
				Engine: func(connection string) (argv, environment []string) {
					return []string{filepath.Join(bin, "gonb"), "--kernel", connection, "-raw_error=true"}, append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
				},
			}
			if os.Getenv(echoVariable) != "" {
				options.Engine = func(connection string) (argv, environment []string) {
					return []string{os.Args[0], "echo", connection}, nil
				}
			}
			if err := Run(context.Background(), options); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	code := m.Run()
	if tools.folder != "" {
		os.RemoveAll(tools.folder)
	}
	os.Exit(code)
}

// historyVariable is the environment variable with the history file of a proxy.
const historyVariable = "WIRE_TEST_HISTORY"

// memoryVariable is the environment variable with a simulated memory size in bytes, all of which is free at the start of the proxy.
const memoryVariable = "WIRE_TEST_MEMORY"

func pretendedMemory() func() (left, total float64, known bool) {
	total, err := strconv.ParseFloat(os.Getenv(memoryVariable), 64)
	if err != nil {
		return nil
	}
	before, _, _ := pressure.Left()
	return func() (float64, float64, bool) {
		now, _, known := pressure.Left()
		return total - (before - now), total, known
	}
}

// tools is the folder with gonb and goimports, built once.
var tools struct {
	sync.Once
	folder string
	err    error
}

func toolsFolder(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds GoNB and compiles cells, which takes seconds")
	}
	tools.Do(func() {
		if tools.folder, tools.err = os.MkdirTemp("", "wire-test-"); tools.err != nil {
			return
		}
		for _, tool := range []string{"github.com/janpfeifer/gonb", "golang.org/x/tools/cmd/goimports"} {
			tools.err = errors.Join(tools.err, os.Symlink(program.Built(t, tool), filepath.Join(tools.folder, filepath.Base(tool))))
		}
	})
	if tools.err != nil {
		t.Fatal(tools.err)
	}
	return tools.folder
}

// startKernel starts GoNB with the proxy.
func startKernel(t testing.TB, env ...string) *wire.Kernel {
	t.Helper()
	bin := toolsFolder(t)
	return start(t, func(connection string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], "proxy", bin, connection)
		cmd.Env = append(append(os.Environ(), "GOFLAGS="), env...) // -trimpath would hide the line of a failure
		return cmd
	})
}

// startBare starts GoNB without the proxy.
func startBare(t testing.TB) *wire.Kernel {
	t.Helper()
	bin := toolsFolder(t)
	return start(t, func(connection string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, "gonb"), "--kernel", connection, "-raw_error=true")
		cmd.Env = append(os.Environ(), "GOFLAGS=", "PATH="+bin+":"+os.Getenv("PATH"))
		return cmd
	})
}

func start(t testing.TB, command func(connection string) *exec.Cmd) *wire.Kernel {
	t.Helper()
	log, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	k, err := wire.Start(ctx, func(connection string) *exec.Cmd {
		cmd := command(connection)
		cmd.Dir = t.TempDir()
		cmd.Stdout, cmd.Stderr = log, log
		return cmd
	})
	if err != nil {
		text, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, text)
	}
	t.Cleanup(func() {
		select {
		case <-k.Ended():
			k.Close()
			os.RemoveAll(filepath.Dir(k.File))
		default:
			if err := k.Stop(patience); err != nil {
				t.Error(err)
			}
		}
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("%s", text)
		}
	})
	return k
}

// usable checks that a kernel runs the next cell.
func usable(t testing.TB, k *wire.Kernel, after string) {
	t.Helper()
	if e := execute(t, k, "!echo next"); e.Err() != nil || e.Stdout() != "next\n" {
		t.Errorf("%s: the next cell: %+v", after, e)
	}
}

// patience limits steps that normally take a second, because the machine may be busy.
const patience = 5 * time.Minute

// execute runs a cell.
func execute(t testing.TB, k *wire.Kernel, code string) wire.Execution {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	e, err := k.Execute(ctx, code)
	if err != nil {
		t.Fatalf("%v: %+v", err, e)
	}
	return e
}
