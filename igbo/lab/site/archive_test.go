package site

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestParted checks that the compiler's part of an archive has the exports and no code, that the linker's part has code and no exports, and
// that a program can be built from them.
func TestParted(t *testing.T) {
	out := must.Of(exec.Command("go", "list", "-export", "-f", "{{.Export}}", "strconv").Output()).In(t)
	whole := must.Of(os.ReadFile(strings.TrimSpace(string(out)))).In(t)
	exports, code, err := parted(whole)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(exports) + len(code); n < len(whole) || n > len(whole)+400 {
		t.Errorf("%d and %d bytes of %d, expected all of them and the heads twice", len(exports), len(code), len(whole))
	}
	for name, part := range map[string][]byte{"exports": exports, "code": code} {
		if has := bytes.Contains(part, []byte("\n$$B\n")); has != (name == "exports") {
			t.Errorf("%s: what the compiler reads is there: %v", name, has)
		}
		if has := bytes.Contains(part, []byte("_go_.o")); has != (name == "code") {
			t.Errorf("%s: code is there: %v", name, has)
		}
	}
	for name, damaged := range map[string][]byte{
		"not a Go archive": whole[1:], "is truncated": whole[:30], "are left": whole[:len(whole)/2], "exactly once, as the first part": append(bytes.Clone(whole), whole[len(archiveHead):]...),
	} {
		if _, _, err := parted(damaged); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, expected one with %q", err, name)
		}
	}
}
