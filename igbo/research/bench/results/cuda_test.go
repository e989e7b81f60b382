package results

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// rig is a machine with substitutes for a GPU, for a Python with the plugin of XLA, and for the copied programs.
type rig struct{ dir, site, plugin, python, prebuilt string }

func newRig(t *testing.T) rig {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS != "linux" {
		t.Skip("docker/cuda.sh is for bash on Linux")
	}
	dir := t.TempDir()
	r := rig{dir, filepath.Join(dir, "site"), filepath.Join(dir, "site", "jax_plugins", "xla_cuda12", "xla_cuda_plugin.so"),
		filepath.Join(dir, "bin", "python"), filepath.Join(dir, "prebuilt")}
	r.write(t, r.plugin, "a plugin")
	r.write(t, filepath.Join(r.site, "nvidia", "cudnn", "lib", "libcudnn.so.9"), "")
	r.write(t, filepath.Join(r.site, "nvidia", "cuda_nvcc", "nvvm", "libdevice", "libdevice.10.bc"), "")
	r.write(t, filepath.Join(dir, "bin", "nvidia-smi"), "#!/bin/sh\necho A GPU, 580\n")
	r.write(t, r.python, "#!/bin/sh\necho\necho "+r.site+"\n")
	reported := "#!/bin/sh\necho \"$(basename \"$0\") $*; in $(pwd); backend $GOMLX_BACKEND; libraries $LD_LIBRARY_PATH; flags $XLA_FLAGS; tf32 $NVIDIA_TF32_OVERRIDE\"\n"
	r.write(t, filepath.Join(dir, "bin", "timeout"), "#!/bin/sh\n[ \"$6\" != \"$HANGS\" ] || exit 124\necho limit $4 s\nshift 4\nexec \"$@\"\n")
	r.write(t, filepath.Join(r.prebuilt, "igbo"), reported+"[ \"$1\" != \"$FAILS\" ]\n")
	r.write(t, filepath.Join(r.prebuilt, "igbo_train.test"), reported)
	return r
}

func (r rig) write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(text), 0o755))
}

// run runs docker/cuda.sh on it, with a GPU or without.
func (r rig) run(t *testing.T, path string, environment string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"../../../../docker/cuda.sh", "--out", filepath.Join(r.dir, "out")}, args...)...)
	cmd.Env = append(os.Environ(), "PATH="+path, environment)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// TestCUDACommand runs every step with the plugin, its libraries and full precision, within the limits. After a step that fails
// or hangs, the other steps run, and the last line names the failed step.
func TestCUDACommand(t *testing.T) {
	r := newRig(t)
	path := filepath.Join(r.dir, "bin") + ":" + os.Getenv("PATH")
	args := []string{"--python", r.python, "--prebuilt", r.prebuilt, "--packages", "igbo/train,igbo/none"}
	text, err := r.run(t, path, "FAILS=", args...)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	backend := "xla:" + r.plugin + ",tf32=false"
	for _, want := range []string{
		"GPU: A GPU, 580\n", "igbo doctor --backend " + backend + ";", "igbo_train.test -test.timeout 20m; in ", "/igbo/train; backend " + backend + ";",
		"not carried\n", "igbo bench --backend " + backend + " --python " + r.python + " --out " + r.dir + "/out/bench --rows step,mlp,gru --peers torch,jax --rounds 2;",
		"igbo bench report " + r.dir + "/out/bench;", "igbo reproduce --backend " + backend + " --seeds 1 --out " + r.dir + "/out/reproduce;",
		"limit 108 s\nigbo doctor", "limit 360 s\nigbo bench", "limit 108 s\nigbo reproduce",
		"libraries " + r.site + "/nvidia/cudnn/lib", "flags --xla_gpu_cuda_data_dir=" + r.site + "/nvidia/cuda_nvcc; tf32 0\n", "all is done",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	text, err = r.run(t, path, "FAILS=bench", args...)
	if err == nil || !strings.Contains(text, "failed: bench report;") || !strings.Contains(text, "igbo reproduce") {
		t.Errorf("error %v, want the failed steps at the end, after reproduce:\n%s", err, text)
	}
	for _, file := range []string{"doctor", "suite", "bench", "report", "reproduce"} {
		if _, err := os.Stat(filepath.Join(r.dir, "out", file+".txt")); err != nil {
			t.Errorf("%s left no text: %v", file, err)
		}
	}
	text, err = r.run(t, path, "HANGS=bench", append(args, "--minutes", "2")...)
	if err == nil || !strings.Contains(text, "stopped after its limit of 60 s") || !strings.Contains(text, "igbo reproduce") || !strings.Contains(text, "failed: bench") {
		t.Errorf("error %v, want the limit of the bench, and reproduce after it:\n%s", err, text)
	}
	text, err = r.run(t, path, "FAILS=", append(args, "--full")...)
	if err != nil || strings.Contains(text, "limit") || !strings.Contains(text, "/out/bench;") || !strings.Contains(text, "--seeds 5 --out") {
		t.Errorf("error %v, want all rows, five seeds and no limit:\n%s", err, text)
	}
	text, err = r.run(t, path, "FAILS=doctor", append(args, "--dry-run")...)
	if err != nil || strings.Contains(text, "tf32 0") || !strings.Contains(text, "reproduce --backend "+strings.ReplaceAll(backend, ",", `\,`)) {
		t.Errorf("error %v, want what would run and nothing run:\n%s", err, text)
	}
}

// TestCUDACommandFaults checks that missing parts are reported before anything runs.
func TestCUDACommandFaults(t *testing.T) {
	r := newRig(t)
	path := filepath.Join(r.dir, "bin") + ":" + os.Getenv("PATH")
	empty, silent, bare := filepath.Join(r.dir, "empty"), filepath.Join(r.dir, "silent"), filepath.Join(r.dir, "bare")
	r.write(t, filepath.Join(empty, "none"), "")
	r.write(t, filepath.Join(silent, "nvidia-smi"), "#!/bin/sh\necho no devices were found\nexit 6\n")
	r.write(t, filepath.Join(bare, "python"), "#!/bin/sh\necho "+empty+"\n")
	r.write(t, filepath.Join(bare, "libpjrt.so"), "")
	for _, c := range []struct {
		name, path, want string
		args             []string
	}{
		{"no GPU", silent + ":" + os.Getenv("PATH"), "nvidia-smi finds no GPU: no devices were found", nil},
		{"no plugin", path, "has no jax_plugins/xla_cuda*/xla_cuda_plugin.so", []string{"--python", filepath.Join(bare, "python")}},
		{"no Python", path, "no Python at " + empty + "/python", []string{"--python", empty + "/python"}},
		{"no such plugin", path, "no plugin at " + empty + "/cuda.so", []string{"--python", r.python, "--plugin", empty + "/cuda.so"}},
		{"no CUDA plugin", path, `has no "cuda" in its name`, []string{"--python", r.python, "--plugin", bare + "/libpjrt.so"}},
		{"no programs", path, "has no igbo", []string{"--python", r.python, "--prebuilt", empty}},
		{"no such step", path, "unknown step tests", []string{"--steps", "doctor,tests"}},
		{"no value", path, "--seeds needs a value", []string{"--seeds"}},
		{"no minutes", path, "--minutes 0 must be a whole number", []string{"--minutes", "0"}},
		{"no such option", path, "unknown argument --gpu", []string{"--gpu"}},
	} {
		args := c.args
		if c.name != "no programs" {
			args = append([]string{"--prebuilt", r.prebuilt}, args...)
		}
		text, err := r.run(t, c.path, "FAILS=", args...)
		if err == nil || !strings.Contains(text, c.want) || strings.Contains(text, "tf32") {
			t.Errorf("%s: error %v, want %q and nothing run:\n%s", c.name, err, c.want, text)
		}
	}
	for _, dir := range strings.Split(os.Getenv("PATH"), ":") {
		if _, err := os.Stat(filepath.Join(dir, "nvidia-smi")); err == nil {
			return
		}
	}
	if text, err := r.run(t, os.Getenv("PATH"), "FAILS="); err == nil || !strings.Contains(text, "is there an NVIDIA driver?") {
		t.Errorf("no driver: error %v:\n%s", err, text)
	}
}
