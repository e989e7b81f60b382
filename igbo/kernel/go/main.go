package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

func main() {
	real, err := next()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(127)
	}
	args := os.Args[1:]
	if len(args) == 3 && args[0] == "build" && args[1] == "-o" {
		os.Exit(build(real, args[2]))
	}
	env := os.Environ()
	if dir, err := os.Getwd(); err == nil && len(args) == 2 && args[0] == "work" && args[1] == "init" {
		env = append(env, "GOWORK="+filepath.Join(dir, "go.work")) // a workspace in a parent folder does not belong to the cells
	}
	os.Exit(pass(real, args, env))
}

// next returns the go command further down the PATH.
func next() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	own, err := os.Stat(self)
	if err != nil {
		return "", err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, filepath.Base(self))
		if info, err := os.Stat(path); err == nil && !info.IsDir() && !os.SameFile(own, info) && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return path, nil
		}
	}
	return "", errors.New("go: the go command was not found in the PATH of the kernel (install Go, or add it to the PATH)")
}

// pass runs the go command and returns its exit code.
func pass(real string, args, env []string) int {
	cmd := exec.Command(real, args...)
	cmd.Env = env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	switch exit, is := errors.AsType[*exec.ExitError](err); {
	case is:
		return max(1, exit.ExitCode())
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	return 0
}

// build builds the cell in the working folder.
func build(real, program string) int {
	if dir, err := os.Getwd(); err == nil {
		if key, err := state(dir, real); err == nil {
			memo := filepath.Join(dir, memos, key)
			if code, done := again(memo, dir, program); done {
				return code
			}
			if record(memo, real, program) {
				return 0
			}
		}
	}
	return pass(real, os.Args[1:], os.Environ())
}
