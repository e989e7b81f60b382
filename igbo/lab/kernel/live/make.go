package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/linker"
)

const (
	module      = "github.com/igbolab/igbolab"
	hostPackage = module + "/igbo/lab/kernel/live/host"
)

// redirects are functions of the host that others stand in the place of.
var redirects = []string{
	"os.Exit=" + hostPackage + ".Exit", "runtime.fatalpanic=" + hostPackage + ".Fatal", "runtime.getitab:runtime.persistentalloc=" + hostPackage + ".Room",
	"runtime.execute:runtime.casgstatus=runtime.liveChosen", "runtime.coroswitch:runtime.mcall=runtime.liveSwitched", "runtime.exitsyscall=runtime.liveReturned", "runtime.GC=runtime.liveCollected", "runtime.sigpanic:runtime.canpanic=runtime.liveCanLeave",
}

// goCommand runs the go command in the source.
func (m Made) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, m.Go, args...)
	cmd.Dir, cmd.Env = m.Source, m.environment()
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("live: go %s: %w\n%s", args[0], err, bytes.TrimSpace(problems.Bytes()))
	}
	return out, nil
}

// Linked is the version of a module of which packages are linked into the living process, empty where none is.
func (m Made) Linked(ctx context.Context, module string) string {
	text, err := os.ReadFile(m.file(packagesFile))
	list := string(text)
	if err != nil || !strings.Contains(list, "packagefile "+module+"/") && !strings.Contains(list, "packagefile "+module+"=") {
		return ""
	}
	version, err := m.goCommand(ctx, "list", "-m", "-f", "{{.Version}}", module)
	if err != nil { // a longer path is another module's, or nobody knows
		return ""
	}
	return strings.TrimSpace(string(version))
}

// makeLinker makes the linker.
func (m Made) makeLinker(ctx context.Context) error {
	root, err := m.goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return err
	}
	env := append(m.environment(), "GOFLAGS=", "GOEXPERIMENT=")
	return linker.Make(ctx, linker.Place{Go: m.Go, Root: strings.TrimSpace(string(root)), Version: m.Version, Env: env}, m.file(linkerFile))
}

// wanted are the packages that the host imports: those of cells, and the standard library but for what is internal.
func (m Made) wanted(ctx context.Context) ([]string, error) {
	out, err := m.goCommand(ctx, "list", "-f", "{{if not .Error}}{{.ImportPath}}{{end}}", "std")
	if err != nil {
		return nil, err
	}
	all := []string{hostPackage}
	for path := range strings.FieldsSeq(string(out)) {
		if !strings.HasPrefix(path, "vendor/") && !strings.Contains("/"+path+"/", "/internal/") && path != "plugin" && path != "runtime/race" && path != "runtime/cgo" {
			all = append(all, path)
		}
	}
	return append(all, m.Packages...), nil
}

// listPackages compiles what is linked into the host, and lists the compiler's files: path=file, a line each.
func (m Made) listPackages(ctx context.Context) error {
	paths, err := m.wanted(ctx)
	if err != nil {
		return err
	}
	out, err := m.goCommand(ctx, append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"}, paths...)...)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for line := range bytes.Lines(out) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			fmt.Fprintf(&list, "packagefile %s\n", line)
		}
	}
	return m.keep(packagesFile, list.Bytes())
}

// keep writes a file of the folder, whole or not at all.
func (m Made) keep(name string, text []byte) error {
	if err := durable.WriteFile(m.file(name), text, 0o600); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	return nil
}

// makeHost compiles the main package of the host, and links it with the linker of living cells.
func (m Made) makeHost(ctx context.Context) error {
	paths, err := m.wanted(ctx)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp(m.Folder, "host-")
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	defer os.RemoveAll(work)
	var main strings.Builder
	fmt.Fprintf(&main, "package main\n\nimport (\n\tliving %q\n", hostPackage)
	for _, p := range paths[1:] {
		if p != "unsafe" {
			fmt.Fprintf(&main, "\t_ %q\n", p)
		}
	}
	main.WriteString(")\n\nfunc main() { living.Main() }\n")
	file, object, program, index := filepath.Join(work, "main.go"), filepath.Join(work, "main.o"), filepath.Join(work, "host"), filepath.Join(work, "index")
	if err := os.WriteFile(file, []byte(main.String()), 0o600); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	tools, err := m.tools(ctx)
	if err != nil {
		return err
	}
	for _, argv := range [][]string{
		{filepath.Join(tools, "compile"), "-p", "main", "-complete", "-importcfg", m.file(packagesFile), "-o", object, file},
		{m.file(linkerFile), "-liveindex", index, "-liveredirect", strings.Join(redirects, ","), "-importcfg", m.file(packagesFile), "-checklinkname=0", "-linkmode=internal", "-s", "-o", program, object},
	} {
		if _, err := m.tool(ctx, argv...); err != nil {
			return err
		}
	}
	for from, to := range map[string]string{program: hostFile, index: indexFile, index + ".session": roomFile} {
		if err := os.Rename(from, m.file(to)); err != nil {
			return fmt.Errorf("live: %w", err)
		}
	}
	return nil
}

// tools is the folder of Go's compiler.
func (m Made) tools(ctx context.Context) (string, error) {
	if text, err := os.ReadFile(m.file(toolsFile)); err == nil {
		return string(text), nil
	}
	out, err := m.goCommand(ctx, "env", "GOTOOLDIR")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), m.keep(toolsFile, bytes.TrimSpace(out))
}

// tool runs the compiler or the linker, and returns what it says.
func (m Made) tool(ctx context.Context, argv ...string) (said string, err error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(m.environment(), "GOGC=off")
	out, err := cmd.CombinedOutput()
	said = strings.TrimSpace(string(out))
	if err != nil {
		err = fmt.Errorf("live: %s: %w\n%s", filepath.Base(argv[0]), err, said)
	}
	return said, err
}

// prove runs the self-test and keeps that it passed.
func (m Made) prove(ctx context.Context) error {
	start := time.Now()
	n, err := m.Selftest(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(m.Out, "the self-test of living cells: %d cells in %.0f s\n", n, time.Since(start).Seconds())
	text, err := json.Marshal(map[string]any{"cells": n, "go": m.Version, "when": time.Now().UTC().Format(time.RFC3339)})
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	return m.keep(provenFile, append(text, '\n'))
}

// keptHosts is how many hosts the cache keeps: each takes a hundred megabytes and more.
const keptHosts = 3

// prune removes the oldest hosts.
func (m Made) prune() error {
	found, err := filepath.Glob(filepath.Join(m.Cache, "*", provenFile))
	if err != nil || len(found) <= keptHosts {
		return err
	}
	age := func(path string) time.Time {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortStableFunc(found, func(a, b string) int { return age(a).Compare(age(b)) })
	for _, old := range found[:len(found)-keptHosts] {
		err = errors.Join(err, os.RemoveAll(filepath.Dir(old)))
	}
	return err
}
