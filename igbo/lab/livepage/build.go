package livepage

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Builder compiles programs of notebooks.
type Builder struct {
	// Go is the go command, Source the source of the library.
	Go, Source string
	// Env is its environment.
	Env []string
	// Folder is an empty folder for the output.
	Folder string

	modules string // the file go.mod that it builds with
}

// place is the apparent path of a program's text, from which its imports are resolved.
const place = "igbo/lab/livepage/sliders"

// fontsModule has the fonts of plots.
const fontsModule = "codeberg.org/go-fonts/liberation"

// build compiles a program and returns its path. Fonts without outlines are used for WebAssembly, and for the trial that checks whether
// texts keep their positions without outlines.
func (b *Builder) build(ctx context.Context, cells []Cell, chosen []int, name string, env []string, flags ...string) (string, error) {
	text, err := composed(cells, chosen)
	if err != nil {
		return "", err
	}
	if err := b.lighten(ctx); err != nil {
		return "", err
	}
	source, list, program := filepath.Join(b.Folder, name+".go"), filepath.Join(b.Folder, name+".json"), filepath.Join(b.Folder, name)
	seems := filepath.Join(b.Source, filepath.FromSlash(place), "main.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{seems: source}})
	if err == nil {
		err = errors.Join(os.WriteFile(source, []byte(text), 0o600), os.WriteFile(list, overlay, 0o600))
	}
	if err != nil {
		return "", fmt.Errorf("livepage: %w", err)
	}
	args := append([]string{"build", "-overlay=" + list, "-modfile=" + b.modules, "-tags=noxla", "-ldflags=-s -w", "-o", program}, flags...)
	reported, err := b.command(ctx, env, append(args, "./"+place)...)
	if first, rest, _ := strings.Cut(reported, "\n"); err != nil && strings.HasPrefix(first, "#") { // the compiler's output begins with the package
		first, _, _ = strings.Cut(rest, "\n")
		return "", fmt.Errorf("%w: %s", errCells, first)
	}
	return program, err
}

// command runs the go command in the folder of the source. It returns the output, or an error with the messages.
func (b *Builder) command(ctx context.Context, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, b.Go, args...)
	cmd.Dir, cmd.Env = b.Source, append(append(b.Env, "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0"), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		reported := strings.TrimSpace(stderr.String())
		return reported, fmt.Errorf("livepage: go %s: %w\n%s", args[0], err, reported)
	}
	return strings.TrimSpace(stdout.String()), nil
}

// lighten writes a go.mod with which programs get fonts without outlines.
func (b *Builder) lighten(ctx context.Context) error {
	if b.modules != "" {
		return nil
	}
	from, err := b.command(ctx, nil, "list", "-m", "-f", "{{.Dir}}", fontsModule)
	if err != nil {
		return err
	}
	to := filepath.Join(b.Folder, "fonts")
	if err := lightFonts(from, to); err != nil {
		return fmt.Errorf("livepage: %w", err)
	}
	modules, err := os.ReadFile(filepath.Join(b.Source, "go.mod"))
	sums, fault := os.ReadFile(filepath.Join(b.Source, "go.sum"))
	if err := errors.Join(err, fault); err != nil {
		return fmt.Errorf("livepage: %w", err)
	}
	b.modules = filepath.Join(b.Folder, "light.mod")
	modules = fmt.Appendf(modules, "\nreplace %s => %q\n", fontsModule, to)
	return errors.Join(os.WriteFile(b.modules, modules, 0o600), os.WriteFile(filepath.Join(b.Folder, "light.sum"), sums, 0o600))
}

// native builds the program of cells for this machine.
func (b *Builder) native(ctx context.Context, cells []Cell, chosen []int) (string, error) {
	// All packages except the fonts and their users are compiled as for graded answers, and only once. The path of the fonts changes each
	// time, which does not affect the compiled code of their users.
	quote := "'"
	if strings.Contains(b.Folder, quote) {
		quote = `"`
	}
	fonts := "-gcflags=" + fontsModule + "/...=-dwarf=false " + quote + "-trimpath=" + filepath.Join(b.Folder, "fonts") + "=>" + quote
	return b.build(ctx, cells, chosen, "trial", []string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}, fonts)
}

// wasm builds the program of cells as compressed WebAssembly.
func (b *Builder) wasm(ctx context.Context, cells []Cell, chosen []int) ([]byte, error) {
	// Packages are compiled without debug information, as for the course in a browser, and only once for both.
	path, err := b.build(ctx, cells, chosen, "sliders", []string{"GOOS=js", "GOARCH=wasm"}, "-trimpath", "-gcflags=all=-dwarf=false")
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("livepage: %w", err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
	_, err = w.Write(program)
	if err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}

// runtimeScript returns the script of the Go release that runs a program in a page.
func (b *Builder) runtimeScript(ctx context.Context) (string, error) {
	root, err := b.command(ctx, nil, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", fmt.Errorf("livepage: this Go installation has no WebAssembly support file: %w", err)
	}
	return string(text), nil
}
