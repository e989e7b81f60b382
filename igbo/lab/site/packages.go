package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/igbolab/igbolab/igbo/internal/parallel"
)

// buildFlags are the flags for packages of cells: no XLA, only gonum's imported figure formats (no PDF), and no debug information.
var buildFlags = []string{"-tags=noxla,minimal", "-trimpath", "-gcflags=all=-dwarf=false"}

// archive describes a package's files, and the packages that it imports, which the linker opens after it.
type archive struct {
	Exports string   `json:"exports"` // what the compiler reads
	Code    string   `json:"code"`    // what the linker reads, in column order
	Imports []string `json:"imports,omitempty"`
}

// makePackages compiles packages and their imports, and returns the archives by import path.
func (m *maker) makePackages(ctx context.Context, paths []string) (map[string]archive, error) {
	m.say("compiling packages for the browser")
	args := append([]string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export,Imports,ImportMap,Error"}, buildFlags...)
	out, err := m.run(ctx, append(args, paths...)...)
	if err != nil {
		return nil, err
	}
	found, err := m.listed(out)
	if err != nil {
		return nil, err
	}
	m.say("packing %d packages", len(found))
	packed, faults := make([]archive, len(found)), make([]error, len(found))
	parallel.For(len(found), func(i int) {
		if ctx.Err() == nil {
			packed[i], faults[i] = m.pack(found[i])
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	all := map[string]archive{}
	for i, p := range found {
		all[p.ImportPath] = packed[i]
	}
	return all, errors.Join(faults...)
}

// listedPackage is the output of go list about a package.
type listedPackage struct {
	ImportPath, Export string
	Imports            []string
	ImportMap          map[string]string
	Error              *struct{ Err string }
}

// listed parses the output of go list. Packages that do not compile for the browser are reported and omitted.
func (m *maker) listed(out string) (found []listedPackage, err error) {
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var p listedPackage
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("site: go list: %w", err)
		}
		switch {
		case p.ImportPath == "unsafe":
		case p.Export == "" && p.Error != nil:
			m.say("without %s: %s", p.ImportPath, p.Error.Err)
		case p.Export == "":
			m.say("without %s, which does not compile for the browser", p.ImportPath)
		default:
			found = append(found, p)
		}
	}
	return found, nil
}

// pack writes a package's archives.
func (m *maker) pack(p listedPackage) (a archive, err error) {
	for _, i := range p.Imports {
		if i != "unsafe" {
			a.Imports = append(a.Imports, cmp.Or(p.ImportMap[i], i))
		}
	}
	content, err := os.ReadFile(p.Export)
	if err != nil {
		return a, fmt.Errorf("site: %w", err)
	}
	exports, code, err := parted(content)
	if err == nil {
		code, err = columns(code)
	}
	if err != nil {
		return a, fmt.Errorf("site: reading the archive of %s: %w", p.ImportPath, err)
	}
	name := "go/packages/" + p.ImportPath[strings.LastIndexByte(p.ImportPath, '/')+1:]
	if a.Exports, err = m.packed(name, ".x", exports); err != nil {
		return a, err
	}
	a.Code, err = m.packed(name, ".a", code)
	return a, err
}

// digest returns the name of a content.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// packed writes a compressed file under a name that changes with its content, and returns the name.
func (m *maker) packed(name, ending string, content []byte) (string, error) {
	name += "." + digest(content) + ending + ".gz"
	var b bytes.Buffer
	w := gzip.NewWriter(&b) // the best compression saves only a sixtieth, and takes five times as long
	if _, err := w.Write(content); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	return name, m.write(name, b.Bytes())
}
