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

// part is a file of an archive: its header and its content.
type part struct{ head, content []byte }

func (p part) name() string { return strings.TrimSpace(string(p.head[:16])) }

// parts returns the files of an archive.
func parts(archive []byte) (all []part, err error) {
	rest, is := bytes.CutPrefix(archive, []byte(archiveHead))
	if !is {
		return nil, errors.New("not a Go archive")
	}
	for len(rest) > 0 {
		if len(rest) < memberHead {
			return nil, errors.New("the archive is truncated")
		}
		head := rest[:memberHead]
		size, err := strconv.Atoi(strings.TrimSpace(string(head[48:58])))
		if err != nil || size < 0 || size > len(rest)-memberHead {
			return nil, fmt.Errorf("a part has the size %q, but only %d bytes are left", head[48:58], len(rest)-memberHead)
		}
		all = append(all, part{head, rest[memberHead : memberHead+size]})
		rest = rest[min(len(rest), memberHead+size+size%2):]
	}
	return all, nil
}

// parted splits a package's archive into the part that a compiler reads to import the package, and the part that a linker reads.
func parted(archive []byte) (exports, code []byte, err error) {
	all, err := parts(archive)
	if err != nil {
		return nil, nil, err
	}
	exports, code = []byte(archiveHead), []byte(archiveHead)
	for i, p := range all {
		if (i == 0) != (p.name() == packageMember) {
			return nil, nil, fmt.Errorf("%s must occur exactly once, as the first part", packageMember)
		}
		if i > 0 {
			code = p.appendTo(code)
			continue
		}
		exports = p.appendTo(exports)
		lines, _, found := bytes.Cut(p.content, []byte("\n\n")) // the linker reads lines up to an empty one
		if !found {
			return nil, nil, fmt.Errorf("%s must have header lines before the exports", packageMember)
		}
		code = part{p.head, append(bytes.Clone(lines), "\n\n"...)}.appendTo(code)
	}
	return exports, code, nil
}

// appendTo appends a part to an archive.
func (p part) appendTo(archive []byte) []byte {
	archive = append(archive, p.head[:48]...)
	archive = fmt.Appendf(archive, "%-10d", len(p.content))
	archive = append(append(archive, p.head[58:]...), p.content...)
	if len(p.content)%2 == 1 {
		archive = append(archive, 0)
	}
	return archive
}
