package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// memos is the folder of records, next to the cell; the go command ignores it.
const memos = ".builds"

// commands lists the commands of an earlier build.
type commands struct {
	Compile, Link []string
}

// foreignID marks programs that the go command did not build. With its own mark, it would not build them again.
const foreignID = "igbolab"

// work replaces the path of the go command's temporary folder in the commands.
const work = "$WORK"

// record builds with the go command and records its commands. It returns false if the build did not succeed.
func record(memo, real, program string) bool {
	cmd := exec.Command(real, "build", "-work", "-x", "-o", program)
	cmd.Env = append(os.Environ(), "GOGC=400")
	log, err := cmd.CombinedOutput()
	first, rest, _ := strings.Cut(string(log), "\n")
	folder, is := strings.CutPrefix(strings.TrimSpace(first), "WORK=")
	if is && filepath.IsAbs(folder) {
		defer os.RemoveAll(folder)
	}
	if err != nil || !is {
		return false
	}
	if err := remember(memo, folder, rest, real); err != nil {
		_ = os.RemoveAll(memo) // the go command has built it anyway
	}
	return true
}

// remember saves the commands and the lists of packages of a build.
func remember(memo, folder, log, real string) error {
	var c commands
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, work+"/b001/_pkg_.a") && strings.Contains(line, "/compile"):
			c.Compile = words(line)
		case strings.Contains(line, work+"/b001/exe/a.out") && strings.Contains(line, "/link"):
			c.Link = words(line)
		}
	}
	if len(c.Compile) < 2 || len(c.Link) < 2 || c.Compile[len(c.Compile)-1] != "./main.go" {
		return errors.New("the log of go build has no compile and link command")
	}
	for i, a := range c.Link {
		if strings.HasPrefix(a, "-buildid=") {
			c.Link[i] = "-buildid=" + foreignID
		}
	}
	if linksByItself(real) {
		c.Link = slices.Insert(c.Link, len(c.Link)-1, "-linkmode=internal")
	}
	if err := os.MkdirAll(memo, 0o700); err != nil {
		return err
	}
	for _, name := range []string{"importcfg", "importcfg.link"} {
		text, err := os.ReadFile(filepath.Join(folder, "b001", name))
		if err != nil {
			return err
		}
		text = bytes.ReplaceAll(text, []byte(filepath.Join(folder, "b001")), []byte(memo))
		if bytes.Contains(text, []byte(folder)) {
			return errors.New("packages were compiled that are not yet in the build cache")
		}
		if err := os.WriteFile(filepath.Join(memo, name), text, 0o600); err != nil {
			return err
		}
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(memo, "commands.json"), text, 0o600)
}

// plainC lists packages outside of the standard library whose C code only opens a library, so Go's own linker is sufficient.
var plainC = []string{"github.com/gomlx/go-xla/internal/cbuffer", "github.com/gomlx/go-xla/pjrt"}

// linksByItself reports whether the C code of the cell is only that of such packages. Then Go's linker does not need the system's
// linker, which doubles the time.
func linksByItself(real string) bool {
	if runtime.GOOS != "linux" {
		return false
	}
	out, err := exec.Command(real, "list", "-deps", "-f", "{{if and (not .Standard) .CgoFiles}}{{.ImportPath}}{{end}}", ".").Output()
	found := strings.Fields(string(out))
	return err == nil && len(found) > 0 && !slices.ContainsFunc(found, func(p string) bool { return !slices.Contains(plainC, p) })
}

// words splits a line of the shell; the go command uses both kinds of quotes.
func words(line string) (all []string) {
	var b strings.Builder
	var quote rune
	begun := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && r == ' ':
			if begun {
				all = append(all, b.String())
			}
			b.Reset()
			begun = false
		default:
			b.WriteRune(r)
			begun = true
		}
	}
	if begun {
		all = append(all, b.String())
	}
	return all
}

// again builds as an earlier build did. It returns false if the go command must build.
func again(memo, dir, program string) (code int, done bool) {
	text, err := os.ReadFile(filepath.Join(memo, "commands.json"))
	if err != nil {
		return 0, false
	}
	var c commands
	if json.Unmarshal(text, &c) != nil || !cached(filepath.Join(memo, "importcfg.link")) {
		_ = os.RemoveAll(memo) // it is created again
		return 0, false
	}
	if last, err := os.ReadFile(filepath.Join(memo, "last")); err == nil && string(last) == built(dir, program) && touch(program) == nil {
		mark(memo, dir, program)
		return 0, true
	}
	out, err := tool(c.Compile, memo, dir)
	if err != nil {
		if _, is := errors.AsType[*exec.ExitError](err); is && bytes.HasPrefix(out, []byte("./main.go:")) { // a fault of the cell
			fmt.Fprintf(os.Stderr, "# %s\n%s", filepath.Base(dir), out)
			return 1, true
		}
		return 0, false
	}
	if _, err := tool(c.Link, memo, dir); err != nil {
		return 0, false
	}
	if err := os.Rename(filepath.Join(memo, "exe", "a.out"), program); err != nil {
		return 0, false
	}
	mark(memo, dir, program)
	return 0, true
}

// touch makes a program newer than its source, as after a build, because programs compare themselves with the source next to
// them.
func touch(program string) error {
	now := time.Now()
	return os.Chtimes(program, now, now)
}

// mark records which cell the program belongs to. If this fails, the cell is only built again.
func mark(memo, dir, program string) {
	_ = os.WriteFile(filepath.Join(memo, "last"), []byte(built(dir, program)), 0o600)
}

// built returns what distinguishes one cell and its program from others.
func built(dir, program string) string {
	sum := sha256.New()
	text, err := os.ReadFile(filepath.Join(dir, "main.go"))
	if err == nil {
		_, _ = sum.Write(text)
		err = stamp(sum, program)
	}
	if err != nil {
		return err.Error()
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// cached reports whether the packages of a list are still in the build cache.
func cached(list string) bool {
	text, err := os.ReadFile(list)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if _, path, is := strings.Cut(strings.TrimSpace(line), "="); is && strings.HasPrefix(line, "packagefile ") && filepath.Base(path) != "_pkg_.a" {
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				return false
			}
		}
	}
	return true
}

// tool runs the compiler or the linker as in the earlier build, with the records instead of the temporary folder.
func tool(argv []string, memo, dir string) ([]byte, error) {
	if err := os.MkdirAll(filepath.Join(memo, "exe"), 0o700); err != nil {
		return nil, err
	}
	env := append(os.Environ(), "GOGC=off")
	var own []string
	for _, a := range argv {
		a = strings.ReplaceAll(a, work+"/b001", memo)
		if name, value, is := strings.Cut(a, "="); is && len(own) == 0 && !strings.ContainsAny(name, `/\`) {
			env = append(env, name+"="+value)
			continue
		}
		own = append(own, a)
	}
	cmd := exec.Command(own[0], own[1:]...)
	cmd.Dir, cmd.Env = dir, env
	return cmd.CombinedOutput()
}
