package linker

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMake makes the linker on a release that is known.
func TestMake(t *testing.T) {
	if err := Supported(runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("builds a linker, which takes seconds")
	}
	program := filepath.Join(t.TempDir(), "link")
	at := Place{Go: "go", Root: root(t), Version: runtime.Version(), Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off")}
	if err := Make(t.Context(), at, program); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-V=full").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "link version "+runtime.Version()) {
		t.Errorf("%v: %s", err, out)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(program), "*")); len(left) != 1 {
		t.Errorf("files are left: %q", left)
	}
}

func root(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestHunks: one that does not match, or matches too often, is refused.
func TestHunks(t *testing.T) {
	for _, text := range []string{"", "a b a"} {
		if out, err := apply("x.go", text, []hunk{{"a", "c", 1}}); err == nil {
			t.Errorf("%q became %q", text, out)
		}
	}
	if out, err := apply("x.go", "a b", []hunk{{"a", "c", 1}, {"c b", "d", 1}}); err != nil || out != "d" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestSupported: another release or platform is told, with what is expected.
func TestSupported(t *testing.T) {
	for _, c := range [][3]string{{"go1.99", "linux", "amd64"}, {Known[0], "darwin", "arm64"}, {Known[0], "linux", "arm64"}} {
		if err := Supported(c[0], c[1], c[2]); err == nil {
			t.Errorf("%v is supported", c)
		}
	}
}
