package stateful

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/internal/setup"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

const (
	module      = "github.com/igbolab/igbolab"
	hostPackage = module + "/igbo/kernel/stateful/host"
)

// redirects are functions that the linker replaces by functions of the process.
var redirects = []string{
	"os.Exit=" + hostPackage + ".Exit", "runtime.fatalpanic=" + hostPackage + ".Fatal", "runtime.getitab:runtime.persistentalloc=" + hostPackage + ".Space",
	"runtime.execute:runtime.casgstatus=runtime.statefulChosen", "runtime.coroswitch:runtime.mcall=runtime.statefulSwitched", "runtime.exitsyscall=runtime.statefulReturned", "runtime.GC=runtime.statefulCollected", "runtime.sigpanic:runtime.canpanic=runtime.statefulCanLeave",
}

// goCommand runs the go command in the source.
func (m Made) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, m.Go, args...)
	cmd.Dir, cmd.Env = m.Source, m.environment()
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("stateful: running go %s: %w\n%s", args[0], err, bytes.TrimSpace(problems.Bytes()))
	}
	return out, nil
}

// Linked returns the version of a module whose packages are linked into the process, or "" if none is.
func (m Made) Linked(ctx context.Context, module string) string {
	text, err := os.ReadFile(m.file(packagesFile))
	list := string(text)
	if err != nil || !strings.Contains(list, "packagefile "+module+"/") && !strings.Contains(list, "packagefile "+module+"=") {
		return ""
	}
	version, err := m.goCommand(ctx, "list", "-m", "-f", "{{.Version}}", module)
	if err != nil { // the path belongs to a module with a longer path, or to none
		return ""
	}
	return strings.TrimSpace(string(version))
}

// makeLinker builds the linker for this release, and reads the facts about the runtime.
func (m Made) makeLinker(ctx context.Context) error {
	if err := os.MkdirAll(m.linkerFolder(), 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	at := linker.Place{Go: m.Go, Root: filepath.Dir(filepath.Dir(m.Go)), Version: m.Version, Env: append(m.environment(), "GOFLAGS=", "GOEXPERIMENT=")}
	if err := linker.Make(ctx, at, m.file(linkerFile)); err != nil {
		return err
	}
	facts, err := m.readFacts(ctx, at)
	if err != nil {
		return err
	}
	text, err := json.Marshal(facts)
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	if err := keep(m.file(factsFile), text); err != nil {
		return err
	}
	return seal{}.write(linkersFolder, m.linkerFolder())
}

// readFacts gets facts about the runtime and about object files from Go's compiler and linker, and compares them with the facts that
// package verify needs.
func (m Made) readFacts(ctx context.Context, at linker.Place) (map[string]uint64, error) {
	work, err := os.MkdirTemp(m.linkerFolder(), "facts-")
	if err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	defer os.RemoveAll(work)
	facts, err := linker.Facts(ctx, at, m.state.Tools, work)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(work, "numbers")
	if _, err := m.tool(ctx, m.file(linkerFile), "-statefulfacts", file, "-o", filepath.Join(work, "none"), file); err != nil {
		return nil, err
	}
	numbers, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	for line := range strings.Lines(string(numbers)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if facts[name], err = strconv.ParseUint(value, 10, 64); err != nil {
			return nil, fmt.Errorf("stateful: reading the numbers of object files: %w", err)
		}
	}
	_, err = verify.Words(facts)
	return facts, err
}

// facts returns the facts that were read when the linker was built.
func (m Made) facts() (facts map[string]uint64, err error) {
	text, err := os.ReadFile(m.file(factsFile))
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil {
		err = fmt.Errorf("stateful: %w", err)
	}
	return facts, err
}

// mainProgram returns the source of the process's main package.
func mainProgram(paths []string, facts map[string]uint64) string {
	var text strings.Builder
	fmt.Fprintf(&text, "package main\n\nimport (\n\thost %q\n", hostPackage)
	for _, path := range paths {
		if path != "unsafe" && path != hostPackage {
			fmt.Fprintf(&text, "\t_ %q\n", path)
		}
	}
	text.WriteString(")\n\nfunc main() {\n\thost.Main(map[string]uint64{\n")
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		if ofRuntime(name) {
			fmt.Fprintf(&text, "\t\t%q: %d,\n", name, facts[name])
		}
	}
	text.WriteString("\t})\n}\n")
	return text.String()
}

// ofRuntime reports whether the process compares a fact with its own structs.
func ofRuntime(fact string) bool {
	for _, prefix := range []string{"g_", "m_", "stack_", "moduledata_", "itab_", "bitvector_", "_panic_", "const__G", "const_stack", "const_FUNCDATA"} {
		if strings.HasPrefix(fact, prefix) {
			return true
		}
	}
	return false
}

// makeProcess compiles the main package of the process, links it with the modified linker, and runs the self-test.
func (m Made) makeProcess(ctx context.Context, p *setup.Progress, all parts) (done string, err error) {
	p.Say("linking the process of the cells")
	if err := m.link(ctx, all); err != nil {
		return "", err
	}
	p.Say("running the self-test")
	n, err := m.test(ctx)
	if err != nil {
		return "", err
	}
	if err := (seal{Cells: n, Linker: filepath.Base(m.linkerFolder())}).write(hostsFolder, m.Folder); err != nil {
		return "", fmt.Errorf("stateful: %w", err)
	}
	return fmt.Sprintf("ready, %d cells of the self-test passed", n), nil
}

// link links the process, but does not seal it.
func (m Made) link(ctx context.Context, all parts) error {
	if err := m.clean(); err != nil {
		return err
	}
	work, err := os.MkdirTemp(m.Folder, "host-")
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	defer os.RemoveAll(work)
	facts, err := m.facts()
	if err != nil {
		return err
	}
	file, object, program, index := filepath.Join(work, "main.go"), filepath.Join(work, "main.o"), filepath.Join(work, "host"), filepath.Join(work, "index")
	if err := os.WriteFile(file, []byte(mainProgram(all.paths, facts)), 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	for _, argv := range [][]string{
		{filepath.Join(m.state.Tools, "compile"), "-p", "main", "-complete", "-importcfg", m.file(packagesFile), "-o", object, file},
		{m.file(linkerFile), "-statefulindex", index, "-statefulredirect", strings.Join(redirects, ","), "-X=runtime.godebugDefault=" + all.debug, "-importcfg", m.file(packagesFile), "-checklinkname=0", "-linkmode=internal", "-s", "-o", program, object},
	} {
		if _, err := m.tool(ctx, argv...); err != nil {
			return err
		}
	}
	for from, to := range map[string]string{program: hostFile, index: indexFile, index + ".session": spaceFile} {
		if err := os.Rename(from, m.file(to)); err != nil {
			return fmt.Errorf("stateful: %w", err)
		}
	}
	return nil
}

// clean makes the folder of the process, and removes what an earlier attempt left there.
func (m Made) clean() error {
	if err := os.MkdirAll(m.Folder, 0o700); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(m.Folder, "*-*"))
	for _, folder := range left {
		if err == nil {
			err = os.RemoveAll(folder)
		}
	}
	if err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	return nil
}

// toolEnvironment returns the environment of the compiler and the linker. Without GOROOT, the linker would write $GOROOT into file names.
func (m Made) toolEnvironment() []string { return append(m.environment(), "GOGC=off") }

// tool runs the compiler or the linker, and returns what it prints.
func (m Made) tool(ctx context.Context, argv ...string) (reported string, err error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = m.toolEnvironment()
	out, err := cmd.CombinedOutput()
	reported = strings.TrimSpace(string(out))
	if err != nil {
		err = fmt.Errorf("stateful: %s: %w\n%s", filepath.Base(argv[0]), err, reported)
	}
	return reported, err
}
