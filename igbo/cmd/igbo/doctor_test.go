package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// crashing compiles a plugin that ends the process that calls it, into a new folder.
func crashing(t *testing.T, body string) (folder string) {
	t.Helper()
	compiler, err := exec.LookPath("cc")
	if err != nil || runtime.GOOS != "linux" || !backend.XLACompiled {
		t.Skip("needs Linux, a C compiler and a build with XLA")
	}
	folder = t.TempDir()
	source := filepath.Join(folder, "plugin.c")
	must.Do(t, os.WriteFile(source, []byte(body), 0o600))
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-o", filepath.Join(folder, "pjrt_c_api_cpu_plugin.so"), source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}

// doctor runs the command in a separate process with only the plugins in a folder.
func doctor(t *testing.T, folder string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	p := apart(t, append([]string{"doctor"}, args...)...)
	p.Env = append(os.Environ(), "PJRT_PLUGIN_LIBRARY_PATH="+folder, "GOMLX_BACKEND=")
	var out, messages bytes.Buffer
	p.Stdout, p.Stderr = &out, &messages
	code = exitCode(t, p.Run())
	return code, out.String(), messages.String()
}

// TestDoctorSurvivesPlugins checks that a plugin that ends its process, when it is loaded or called, does not end the doctor. The doctor
// names the plugin, tests the embedded backend, and fails if the plugin would be used.
func TestDoctorSurvivesPlugins(t *testing.T) {
	for name, body := range map[string]string{
		"loaded": "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { abort(); }\n",
		"asked":  "void *GetPjrtApi(void) { return *(void *volatile *)0; }\n",
		"leaves": "#include <stdlib.h>\nvoid *GetPjrtApi(void) { exit(0); }\n",
	} {
		folder := crashing(t, body)
		code, stdout, stderr := doctor(t, folder)
		plugin := filepath.Join(folder, "pjrt_c_api_cpu_plugin.so")
		for _, want := range []string{"self-test of go: product", "self-test of xla:" + plugin + ": the process of the self-test failed", "XLA plugin: " + plugin, "not installed by igbo", "gonb"} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: no %q in\n%s", name, want, stdout)
			}
		}
		if code != cli.ExitFailed || !strings.Contains(stderr, "backend auto: the process of the self-test failed") || noTrace.MatchString(stderr) {
			t.Errorf("%s: exit code %d, %s", name, code, stderr)
		}
		if code, _, stderr := doctor(t, folder, "--backend", "go"); code != 0 {
			t.Errorf("%s: with the embedded backend exit code %d, %s", name, code, stderr)
		}
	}
}

// TestDoctorRefusesOddFlags checks flags that need another flag, and flags that exclude each other.
func TestDoctorRefusesOddFlags(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	for _, args := range [][]string{
		{"--from-wheel"}, {"--index", "x"}, {"--install-xla", "--index", "x"}, {"--install-xla", "--from-wheel", "--sha256", sum},
		{"--install-xla", "--remove-xla"}, {"--self-test", "--install-xla"},
	} {
		settled(append([]string{"doctor"}, args...)...).refused(t)
	}
}

// TestDoctorInstallsNothingFromNowhere checks that no network, a wrong file and a missing file each give one line and leave no files.
func TestDoctorInstallsNothingFromNowhere(t *testing.T) {
	if !backend.XLACompiled || runtime.GOOS+runtime.GOARCH != "linuxamd64" {
		t.Skip("a wheel is pinned for XLA on linux/amd64 alone")
	}
	wrong := filepath.Join(t.TempDir(), "wrong.whl")
	must.Do(t, os.WriteFile(wrong, []byte("no wheel"), 0o600))
	for from, want := range map[string]string{
		"http://127.0.0.1:1/simple": "refused", wrong: "is truncated: it has 8 bytes", filepath.Join(t.TempDir(), "none.whl"): "no such file", "http://mirror.invalid/": "https URL",
	} {
		folder := filepath.Join(t.TempDir(), "plugins")
		code, _, stderr := doctor(t, folder, "--install-xla", "--from-wheel", "--index", from)
		if code != cli.ExitFailed || !strings.Contains(stderr, want) || !strings.Contains(stderr, "igbo: backend: downloading the XLA plugin: ") || noTrace.MatchString(stderr) {
			t.Errorf("%s: exit code %d, %s, want %q", from, code, stderr, want)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, left %v", from, err, left)
		}
	}
}

// TestWithXLA checks the advice of a build without XLA: the commands where XLA runs, else the platforms where it does.
func TestWithXLA(t *testing.T) {
	if advice := withXLA("linux", "arm64"); !strings.Contains(advice, "CGO_ENABLED=1 go install") || !strings.Contains(advice, "igbo doctor --install-xla") {
		t.Errorf("linux/arm64: %s", advice)
	}
	if advice := withXLA("windows", "amd64"); strings.Contains(advice, "go install") || !strings.Contains(advice, "darwin/arm64") {
		t.Errorf("windows/amd64: %s", advice)
	}
}
