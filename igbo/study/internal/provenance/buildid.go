package provenance

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"regexp"
)

// complete are build IDs by the go command: digests of all that went into a program's linking and into the compilation of its main package,
// of that package and of the program. Others are somebody's own words (-ldflags=-buildid=…).
var complete = regexp.MustCompile(`^[\w-]{20}(/[\w-]{20}){3}$`)

// buildID is the build ID that the go command gave to an ELF program, in a note at the beginning of its file; "" where there is none. To read it
// takes microseconds, a digest of the program tens of milliseconds.
func buildID(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	begin := make([]byte, 32<<10)
	n, _ := io.ReadFull(f, begin)
	begin = begin[:n]
	// A note is the sizes of its owner's name and of its text, its kind, the name and the text.
	const head, kind = 16, 4 // of which the name has 4
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
