package site

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// archiveOf returns the linker's part of a package's archive from go build.
func archiveOf(t *testing.T, path string) []byte {
	t.Helper()
	inputs.Module(t)
	out := must.Of(exec.Command("go", "list", "-export", "-f", "{{.Export}}", path).Output()).In(t)
	whole := must.Of(os.ReadFile(strings.TrimSpace(string(out)))).In(t)
	_, code, err := parted(whole)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// rowed reverses [columns], except for removed names, as packages.js does.
func rowed(turned []byte) []byte {
	number := binary.LittleEndian.Uint32
	n := int(number(turned))
	turned, list := turned[4+16*n:], turned[4:]
	archive := bytes.Clone(turned)
	for ; n > 0; n, list = n-1, list[16:] {
		from, row, rows, grows := int(number(list)), int(number(list[4:])), int(number(list[8:])), number(list[12:])
		for i := range row * rows {
			archive[from+i%rows*row+i/rows] = turned[from+i]
		}
		for at := range row {
			for i := 1; grows>>at&1 == 1 && i < rows; i++ {
				cell := archive[from+i*row+at:]
				binary.LittleEndian.PutUint32(cell, number(cell)+number(archive[from+(i-1)*row+at:]))
			}
		}
	}
	return archive
}

// packedSize returns the size of a content after compression.
func packedSize(t *testing.T, content []byte) int {
	t.Helper()
	m := &maker{out: t.TempDir()}
	name := must.Of(m.packed("a", ".a", content)).In(t)
	return len(m.read(t, name))
}

// TestColumns checks that the tables of an archive are found, and that other releases and truncated files are refused.
func TestColumns(t *testing.T) {
	code := archiveOf(t, "strconv")
	turned := must.Of(columns(code)).In(t)
	if before, after := packedSize(t, code), packedSize(t, turned); after > before*9/10 {
		t.Errorf("%d bytes packed, expected a tenth less than %d", after, before)
	}
	was := must.Of(parts(code)).In(t)
	is, err := parts(rowed(turned))
	if err != nil || len(is) != len(was) {
		t.Fatalf("%d parts, expected %d (%v)", len(is), len(was), err)
	}
	const end = objectHead + 4*(namesBlock+1)
	for i, p := range is {
		want := bytes.Clone(was[i].content)
		if at := bytes.Index(want, []byte(objectMagic)); at >= 0 {
			want = want[:at+block(want[at:], namesBlock)]
			copy(want[at+end:at+end+4], p.content[at+end:]) // the end of the file
		}
		if !bytes.Equal(p.content, want) {
			t.Errorf("part %s is not what it was", p.name())
		}
	}
	at := bytes.Index(code, []byte(objectMagic))
	for what, change := range map[string]func(b []byte) []byte{
		"is out of range":   func(b []byte) []byte { b[at+objectHead+3] = 1; return b },
		"not a multiple of": func(b []byte) []byte { b[at+objectHead+4*4]++; return b },
		"are left":          func(b []byte) []byte { return b[:at+objectHead] },
	} {
		if _, err := columns(change(bytes.Clone(code))); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, expected one with %q", err, what)
		}
	}
}
