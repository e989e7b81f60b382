//go:build unix

package proxy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportMagic checks that %export writes a package that go vet and go test accept, replaces its own files, and keeps files of others.
func TestExportMagic(t *testing.T) {
	k := startStatefulKernel(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module exported\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.go"), []byte("package main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	goCommand := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("go %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	runLines(t, k, []line{
		{code: "%cd " + dir},
		{code: "x := 2\n// double doubles.\nfunc double(i int) int { return x * i }\nfmt.Println(double(4))", stdout: "8\n"},
		{code: "func TestDouble(t *testing.T) {\n\tif double(2) != 4 {\n\t\tt.Fail()\n\t}\n}"},
		{code: "%timeit -n 1 -r 1 double(1)"},
		{code: "%time double(1)"},
		{code: "%export mine.go", fault: "mine.go exists, but %export did not write it"},
		{code: "%export mine_test.go", fault: "%export needs one file name such as FILE.go"},
		{code: "%export", fault: "%export needs one file name such as FILE.go"},
		{code: "%export nowhere/a.go", fault: "no such file or directory"},
		{code: "%export out.go", stdout: "wrote " + filepath.Join(dir, "out.go") + " and out_test.go\n"},
		{code: "%export out.go", stdout: "wrote "},
	})
	if err := os.Remove(filepath.Join(dir, "mine.go")); err != nil {
		t.Fatal(err)
	}
	goCommand("vet", ".")
	if got := goCommand("test", "-v", "."); !strings.Contains(got, "PASS: TestDouble") {
		t.Error(got)
	}
	if got := goCommand("run", "."); got != "8\n2\n" {
		t.Error(got)
	}
	runLines(t, k, []line{
		{code: "%reset"},
		{code: "%export out.go", stdout: "wrote " + filepath.Join(dir, "out.go") + "\n"},
		{code: "%live off"},
		{code: "%export out.go", fault: "%export needs stateful cells"},
	})
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 2 {
		t.Errorf("%q", files)
	}
	goCommand("vet", ".")
}
