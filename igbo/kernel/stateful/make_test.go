package stateful

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSelftest checks that a newly built host is ready and passes its self-test, and that wrong output makes the self-test fail.
func TestSelftest(t *testing.T) {
	m := making(t)
	if !m.Ready() {
		t.Error("not ready")
	}
	if err := os.Remove(must.Of(m.testedFile()).In(t)); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	n, err := m.test(t.Context())
	if err != nil || n < 100 {
		t.Errorf("%d cells: %v", n, err)
	}
	if few, err := m.test(t.Context()); err != nil || few < 50 || few > n/2 {
		t.Errorf("%d cells after the whole self-test of %d: %v", few, n, err)
	}
	right := selftest
	defer func() { selftest = right }()
	selftest = strings.Replace(right, "[1 1 2 3]", "[1 1 2 4]", 1)
	if _, err := m.Selftest(t.Context(), false); err == nil || !strings.Contains(err.Error(), "cell 2 printed") {
		t.Errorf("a wrong expectation passes: %v", err)
	}
}

// TestTested checks that the whole self-test runs again if the code that loads cells has changed, but not if only packages that cells
// import have.
func TestTested(t *testing.T) {
	m := Made{Config: Config{Cache: t.TempDir(), Version: "go1.26.8"}, Folder: t.TempDir()}
	tested := func(changed string) string {
		var list strings.Builder
		for _, path := range []string{hostPackage, "runtime", "reflect", module + "/table"} {
			file := filepath.Join(t.TempDir(), "export")
			text := path
			if path == changed {
				text += " changed"
			}
			write(t, file, text)
			fmt.Fprintf(&list, "packagefile %s=%s\n", path, file)
		}
		write(t, m.file(packagesFile), list.String())
		return must.Of(m.testedFile()).In(t)
	}
	before := tested("")
	if again := tested(module + "/table"); again != before {
		t.Errorf("a package that cells import counts: %s, want %s", again, before)
	}
	for _, path := range []string{hostPackage, "runtime", "reflect"} {
		if again := tested(path); again == before {
			t.Errorf("%s does not count", path)
		}
	}
	if _, err := (Made{Config: m.Config, Folder: t.TempDir()}).testedFile(); err == nil {
		t.Error("a process without a list of packages is taken for tested")
	}
}

// TestDefaultGODEBUG checks that the process has the GODEBUG settings of a program of this module. Releases after that of go.mod set some.
func TestDefaultGODEBUG(t *testing.T) {
	m := making(t)
	all, err := m.wanted(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(m.file(hostFile))
	if err != nil || !bytes.Contains(program, []byte(all.debug)) {
		t.Errorf("the process has not %q: %v", all.debug, err)
	}
}
