package linker

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Facts returns the offsets of fields, the sizes of structs and the constants of Go's runtime and of internal/abi, as the release's
// compiler prints them for assembly (go_asm.h). For example, g_m is the offset of the thread in a goroutine, and moduledata__size the size
// of a module's description. Facts compiles both packages, which takes seconds. The folder work is for temporary files, and tools holds the
// compiler.
func Facts(ctx context.Context, at Place, tools, work string) (map[string]uint64, error) {
	facts := map[string]uint64{}
	for _, pkg := range []string{"runtime", "internal/abi"} {
		text, err := header(ctx, at, tools, work, pkg)
		if err != nil {
			return nil, fmt.Errorf("linker: %w", err)
		}
		for line := range strings.Lines(text) {
			f := strings.Fields(line)
			if len(f) != 3 || f[0] != "#define" {
				continue
			}
			if v, err := strconv.ParseUint(f[2], 10, 64); err == nil { // values that are no numbers are dropped
				facts[f[1]] = v
			}
		}
	}
	return facts, nil
}

// header returns the file go_asm.h of a package.
func header(ctx context.Context, at Place, tools, work, pkg string) (string, error) {
	do := func(dir, program string, args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		var problems bytes.Buffer
		cmd.Dir, cmd.Env, cmd.Stderr = dir, at.Env, &problems
		out, err := cmd.Output()
		if err != nil {
			err = fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, bytes.TrimSpace(problems.Bytes()))
		}
		return string(out), err
	}
	dir := filepath.Join(at.Root, "src", filepath.FromSlash(pkg))
	list := func(args ...string) ([]string, error) {
		out, err := do(work, at.Go, append([]string{"list"}, args...)...)
		return strings.Split(strings.TrimSpace(out), "\n"), err
	}
	deps, err := list("-export", "-deps", "-f", "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}", pkg)
	if err != nil {
		return "", err
	}
	files, err := list("-f", `{{range .GoFiles}}{{.}}{{"\n"}}{{end}}`, pkg)
	if err != nil {
		return "", err
	}
	assembly, err := list("-f", `{{range .SFiles}}{{.}}{{"\n"}}{{end}}`, pkg)
	if err != nil {
		return "", err
	}
	config, symbols, head := filepath.Join(work, "config"), filepath.Join(work, "symbols"), filepath.Join(work, "go_asm.h")
	if err := os.WriteFile(config, []byte(strings.Join(deps, "\n")+"\n"), 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(head, nil, 0o600); err != nil { // assembly includes it
		return "", err
	}
	flags := []string{"-p", pkg, "-gensymabis", "-o", symbols, "-I", work, "-I", filepath.Join(at.Root, "pkg", "include"), "-D", "GOOS_" + runtime.GOOS, "-D", "GOARCH_" + runtime.GOARCH, "-D", "GOAMD64_v1"}
	if _, err := do(dir, filepath.Join(tools, "asm"), append(flags, assembly...)...); err != nil {
		return "", err
	}
	flags = []string{"-std", "-+", "-p", pkg, "-symabis", symbols, "-importcfg", config, "-asmhdr", head, "-o", filepath.Join(work, "object")}
	if _, err := do(dir, filepath.Join(tools, "compile"), append(flags, files...)...); err != nil {
		return "", err
	}
	text, err := os.ReadFile(head)
	return string(text), err
}
