package provenance

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"regexp"
)

// complete matches build IDs that the go command writes: digests of the link inputs, of the compile inputs of
// package main, of that package and of the program. Other build IDs were set by a user (-ldflags=-buildid=…).
var complete = regexp.MustCompile(`^[\w-]{20}(/[\w-]{20}){3}$`)

// buildID returns the build ID that the go command wrote to a note at the start of an ELF program, or "" if
// there is none. This is much faster than hashing the program.
func buildID(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	begin := make([]byte, 32<<10)
	n, _ := io.ReadFull(f, begin)
	begin = begin[:n]
	// A note consists of the sizes of its owner's name and its content, its type, the name and the content.
	const head, kind = 16, 4 // 4 bytes of head are the name
	at := bytes.Index(begin, []byte("\x04\x00\x00\x00Go\x00\x00"))
	if at < 8 {
		return ""
	}
	at -= 8
	size := int64(binary.NativeEndian.Uint32(begin[at+4:]))
	if binary.NativeEndian.Uint32(begin[at:]) != kind || size > int64(len(begin)-at-head) {
		return ""
	}
	id := string(begin[at+head:][:size])
	if !complete.MatchString(id) {
		return ""
	}
	return id
}
