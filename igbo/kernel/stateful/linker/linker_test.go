package linker

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMake builds the linker on a supported release.
func TestMake(t *testing.T) {
	if err := Supported(runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("builds a linker, which takes seconds")
	}
	program := filepath.Join(t.TempDir(), "link")
	at, err := Toolchain(t.Context(), "go", runtime.Version(), ".", append(os.Environ(), "GOFLAGS="))
	if err != nil {
		t.Fatal(err)
	}
	at.Env = append(at.Env, "GOWORK=off")
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

// TestPatches checks that a patch that does not match, or matches too often, is refused.
func TestPatches(t *testing.T) {
	for _, text := range []string{"", "a b a"} {
		if out, err := apply("x.go", text, []patch{{"a", "c", 1}}); err == nil {
			t.Errorf("%q became %q", text, out)
		}
	}
	if out, err := apply("x.go", "a b", []patch{{"a", "c", 1}, {"c b", "d", 1}}); err != nil || out != "d" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestSupported checks that other releases and platforms are refused, and that the message names what is supported.
func TestSupported(t *testing.T) {
	for _, release := range []string{Default, "go1.26.5", "go1.26.9", "go1.27.0", "go1.27.4"} {
		if err := Supported(release, "linux", "amd64"); err != nil {
			t.Error(err)
		}
	}
	for _, c := range [][3]string{
		{"go1.26", "linux", "amd64"}, {"go1.26.4", "linux", "amd64"}, {"go1.26.10", "linux", "amd64"}, {"go1.26.08", "linux", "amd64"}, {"go1.27rc1", "linux", "amd64"}, {"go1.27.5", "linux", "amd64"},
		{"go1.26.8-vendor", "linux", "amd64"}, {"go1.26.8 X:simd", "linux", "amd64"}, {"go1.28.0", "linux", "amd64"}, {"devel go1.28-abc", "linux", "amd64"}, {"", "linux", "amd64"},
		{Default, "darwin", "arm64"}, {Default, "linux", "arm64"}, {Default, "windows", "amd64"},
	} {
		if err := Supported(c[0], c[1], c[2]); err == nil || !strings.Contains(err.Error(), "require") {
			t.Errorf("%v: %v", c, err)
		}
	}
}
