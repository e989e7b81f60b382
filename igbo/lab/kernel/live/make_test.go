package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// TestPackagesThatAreGone: where Go's cache has dropped a package, cells are not ready; what a session uses is not dropped.
func TestPackagesThatAreGone(t *testing.T) {
	m, cache := Made{Folder: t.TempDir()}, t.TempDir()
	one, two := filepath.Join(cache, "1-d"), filepath.Join(cache, "2-d")
	list := []byte("packagefile fmt=" + one + "\npackagefile os=" + two + "\n")
	for _, file := range []string{one, two, m.file(linkerFile), m.file(hostFile), m.file(indexFile), m.file(roomFile), m.file(provenFile)} {
		must.Do(t, os.WriteFile(file, []byte("x"), 0o600))
	}
	if m.Ready() {
		t.Error("ready without a list of packages")
	}
	must.Do(t, os.WriteFile(m.file(packagesFile), list, 0o600))
	if !m.Ready() {
		t.Error("not ready")
	}
	old := time.Now().Add(-100 * time.Hour)
	must.Do(t, os.Chtimes(one, old, old))
	use(cells.Exports(list))
	if info := must.Of(os.Stat(one)).In(t); time.Since(info.ModTime()) > time.Minute {
		t.Errorf("%s was last used at %s", one, info.ModTime())
	}
	must.Do(t, os.Remove(two))
	if use(cells.Exports(list)); m.Ready() {
		t.Error("ready without a package")
	}
}

// TestSelftest: a host that was made is ready, its self-test passes, and one that expects something else does not.
func TestSelftest(t *testing.T) {
	m := making(t)
	if !m.Ready() {
		t.Error("not ready")
	}
	n, err := m.Selftest(t.Context())
	if err != nil || n < 100 {
		t.Errorf("%d cells: %v", n, err)
	}
	right := selftest
	defer func() { selftest = right }()
	selftest = strings.Replace(right, "[1 1 2 3]", "[1 1 2 4]", 1)
	if _, err := m.Selftest(t.Context()); err == nil || !strings.Contains(err.Error(), "cell 2 says") {
		t.Errorf("a wrong expectation passes: %v", err)
	}
}
