package site

import (
	"fmt"
	"os"
	"strings"
)

// patch replaces a text that must occur exactly once in a source.
type patch struct{ old, new string }

// patches holds the patches of Go's linker and of the tools' runtime, by file. They halve the time of a link and save a quarter of its
// memory. Without them, a browser's memory grows slowly in many small steps, the linker's output is moved at each step, and the linker
// makes function names that it does not write.
var patches = map[string][]patch{
	"runtime/mem_wasm.go": {
		{"grow := (bl + n - blocMax) / physPageSize\n", "grow := max(bl+n-blocMax, 64<<20) / physPageSize\n"},
		{"blocMax = bl + n\n", "blocMax += grow * physPageSize\n"},
	},
	"cmd/link/internal/ld/outbuf.go": {
		{"\treturn &OutBuf{\n\t\tarch: arch,\n\t}\n", "\treturn &OutBuf{arch: arch, heap: make([]byte, 0, 48<<20)}\n"},
	},
	"cmd/link/internal/wasm/asm.go": {
		{"\t\t\tP := ldr.Data(fn)\n", "\t\t\tP := ldr.Data(fn)\n\t\t\twfn.Grow(len(P) + 4*relocs.Count())\n"},
		{"name := nameRegexp.ReplaceAllString(ldr.SymName(fn), \"_\")\n", "name := \"\"\n\t\tif !*ld.FlagS {\n\t\t\tname = nameRegexp.ReplaceAllString(ldr.SymName(fn), \"_\")\n\t\t}\n"},
	},
}

// patched returns a source with patches.
func patched(path string, patches []patch) ([]byte, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	text := string(content)
	for _, p := range patches {
		if n := strings.Count(text, p.old); n != 1 {
			return nil, fmt.Errorf("site: %s is not the file of Go 1.26: %q must occur once, found %d times", path, strings.TrimSpace(p.old), n)
		}
		text = strings.Replace(text, p.old, p.new, 1)
	}
	return []byte(text), nil
}
