//go:build browser

package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel"
	"github.com/igbolab/igbolab/igbo/lab/listener"
)

// options holds the settings of the front ends in an ordinary virtual environment.
var options = map[string]struct {
	module, expose, address, folder string
}{
	"jupyterlab": {"jupyterlab", "--LabApp.expose_app_in_browser=True", "/lab", "/tree/"},
	"notebook":   {"notebook", "--JupyterNotebookApp.expose_app_in_browser=True", "", "/notebooks/"},
}

// startJupyter runs a front end from the virtual environment IGBOLAB_VENV until the context ends. It has the kernel, but nothing else of
// the lab.
func startJupyter(ctx context.Context, t *testing.T, name, dir string, names []string, ready chan<- frontEnd) error {
	venv, o := os.Getenv("IGBOLAB_VENV"), options[name]
	for _, n := range names {
		if err := askForKernel(filepath.Join(dir, filepath.FromSlash(n))); err != nil {
			return err
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	port := free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		return err
	}
	s, err := procgroup.Runtime{Folder: filepath.Join(t.TempDir(), "runtime"), Supervisor: []string{os.Args[0], "supervise"}}.New()
	if err != nil {
		return err
	}
	go func() {
		at := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(port))
		if listener.Answers(ctx, at, s.Folder) {
			ready <- frontEnd{"http://" + at.String() + o.address, "token=secret", o.folder, names, dir}
		}
	}()
	var reported bytes.Buffer
	err = s.Run(ctx, procgroup.Command{
		Argv: []string{filepath.Join(venv, "bin", "python"), "-m", o.module, "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1",
			"--ServerApp.port=" + strconv.Itoa(port), "--IdentityProvider.token=secret", "--ServerApp.root_dir=" + dir, o.expose},
		Env: append(os.Environ(), "PATH="+filepath.Join(venv, "bin")+string(os.PathListSeparator)+os.Getenv("PATH"),
			"JUPYTER_RUNTIME_DIR="+s.Folder, "JUPYTER_CONFIG_DIR="+filepath.Join(s.Folder, "config"), "JUPYTER_DATA_DIR="+filepath.Join(s.Folder, "data")),
		Dir: dir, Stdout: &reported, Stderr: &reported,
	}, procgroup.Ending{Patience: 20 * time.Second})
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("%s: %w\n%s", name, err, reported.String())
}

// askForKernel sets the kernel of a notebook to the installed kernel.
func askForKernel(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var n map[string]any
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	n["metadata"].(map[string]any)["kernelspec"] = map[string]string{"name": kernel.Name, "display_name": kernel.DisplayName, "language": "go"}
	if text, err = json.Marshal(n); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
