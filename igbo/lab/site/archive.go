package site

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	archiveHead   = "!<arch>\n"
	memberHead    = 60 // bytes
	packageMember = "__.PKGDEF"
)

// parted is a package's archive as two: what a compiler reads of a package that it imports, and what a linker does.
func parted(archive []byte) (exports, code []byte, err error) {
	rest, is := bytes.CutPrefix(archive, []byte(archiveHead))
	if !is {
		return nil, nil, errors.New("is none")
	}
	exports, code = []byte(archiveHead), []byte(archiveHead)
	for first := true; len(rest) > 0; first = false {
		if len(rest) < memberHead {
			return nil, nil, errors.New("is cut")
		}
		head := rest[:memberHead]
		size, err := strconv.Atoi(strings.TrimSpace(string(head[48:58])))
		if err != nil || size < 0 || size > len(rest)-memberHead {
			return nil, nil, fmt.Errorf("has a part of %q bytes, and %d are left", head[48:58], len(rest)-memberHead)
		}
		content := rest[memberHead : memberHead+size]
		rest = rest[min(len(rest), memberHead+size+size%2):]
		if first != (strings.TrimSpace(string(head[:16])) == packageMember) {
			return nil, nil, fmt.Errorf("has %s not first and once", packageMember)
		}
		if !first {
			code = member(code, head, content)
			continue
		}
		exports = member(exports, head, content)
		lines, _, found := bytes.Cut(content, []byte("\n\n")) // the linker reads lines, up to an empty one
		if !found {
			return nil, nil, fmt.Errorf("has in %s no lines before the exports", packageMember)
		}
		code = member(code, head, append(bytes.Clone(lines), "\n\n"...))
	}
	return exports, code, nil
}

// member appends a part to an archive.
func member(archive, head, content []byte) []byte {
	archive = append(archive, head[:48]...)
	archive = fmt.Appendf(archive, "%-10d", len(content))
	archive = append(append(archive, head[58:]...), content...)
	if len(content)%2 == 1 {
		archive = append(archive, 0)
	}
	return archive
}
