package site

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
)

// tool is a program that runs in the tools worker of the browser.
type tool struct {
	name, pkg string
}

// makeTools builds the compiler, the linker and command cells, and returns the names of their files.
func (m *maker) makeTools(ctx context.Context) (map[string]string, error) {
	goroot, err := m.goroot(ctx)
	if err != nil {
		return nil, err
	}
	changed, err := overlay(goroot, m.temp)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, t := range []tool{
		{"cells", "github.com/igbolab/igbolab/igbo/lab/site/cells"},
		{"compile", "cmd/compile"},
		{"link", "cmd/link"},
	} {
		m.say("building %s for the browser", t.pkg)
		program := filepath.Join(m.temp, t.name+".wasm")
		if _, err := m.run(ctx, "build", "-trimpath", "-overlay="+changed, "-ldflags=-s -w", "-o", program, t.pkg); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(program)
		if err != nil {
			return nil, err
		}
		if names[t.name], err = m.packed("go/"+t.name, ".wasm", text); err != nil {
			return nil, err
		}
	}
	support, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return names, m.write("go/wasm_exec.js", support)
}

// release returns the release of Go, as information for readers of the folder.
func release() string { return runtime.Version() }
