//go:build unix

package proxy

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestCell checks that the first cell runs, that it is the first that the engine counts, that it has the kernel's identity and the
// session's folder, and that other users can read none of it.
func TestCell(t *testing.T) {
	k := startKernel(t)
	e := execute(t, k, "import \"fmt\"\n%%\nfmt.Println(6 * 7)")
	if e.Err() != nil || e.Stdout() != "42\n" || e.Count != 1 {
		t.Errorf("%+v", e)
	}
	e = execute(t, k, "!echo $GONB_JUPYTER_KERNEL_ID; echo $TMPDIR; echo $GONB_TMP_DIR; stat -c %a $TMPDIR $(dirname $TMPDIR)")
	lines := strings.Split(e.Stdout(), "\n")
	if len(lines) < 5 || filepath.Base(k.File) != "kernel-"+lines[0]+".json" || !strings.HasPrefix(lines[2], lines[1]) || lines[3] != "700" || lines[4] != "700" {
		t.Errorf("%q", lines)
	}
	if info, err := os.Stat(k.File); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	var info struct {
		Implementation string
		Language       struct {
			Name string
			File string `json:"file_extension"`
		} `json:"language_info"`
	}
	if err := k.Request(t.Context(), "kernel_info_request", struct{}{}, &info); err != nil || info.Language.Name != "go" || info.Implementation != "igbolab" || info.Language.File != ".go" {
		t.Errorf("%v %+v", err, info)
	}
}

// TestKeep checks that the engine, processes before the first cell, and their children belong to no cell.
func TestKeep(t *testing.T) {
	p := &programs{pid: 10, kept: map[int]bool{10: true, 11: true}}
	all := []procgroup.Process{{PID: 10, Parent: 1}, {PID: 11, Parent: 10}, {PID: 12, Parent: 11}, {PID: 13, Parent: 12}, {PID: 20, Parent: 10}, {PID: 21, Parent: 20}, {PID: 22, Parent: 1}}
	var kept []int
	for pid, keep := range p.keep(all) {
		if keep {
			kept = append(kept, pid)
		}
	}
	if slices.Sort(kept); !slices.Equal(kept, []int{10, 11, 12, 13}) {
		t.Errorf("kept %v", kept)
	}
}

// TestRunFails checks the errors for an engine that does not start or ends, ports in use and a context that has ended, and that nothing is
// left.
func TestRunFails(t *testing.T) {
	folder := t.TempDir()
	c, err := wire.NewConnection()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "kernel-1.json")
	if err := c.Write(path); err != nil {
		t.Fatal(err)
	}
	run := func(ctx context.Context, argv ...string) error {
		return Run(ctx, Options{
			Connection: path, Log: io.Discard, Folder: filepath.Join(folder, "runtime"), Supervisor: []string{os.Args[0], "supervise"},
			Engine: func(string) ([]string, []string) { return argv, nil },
		})
	}
	for _, argv := range [][]string{{"/no/such/program"}, {"false"}} {
		if err := run(t.Context(), argv...); err == nil || !strings.Contains(err.Error(), "proxy: the engine has ended") {
			t.Errorf("%v: %v", argv, err)
		}
	}
	ended, end := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer end()
	if err := run(ended, "sleep", "1000"); err != nil {
		t.Errorf("a context that ends: %v", err)
	}
	network, address := c.Address(c.StdinPort)
	taken, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if err := run(t.Context(), "sleep", "1000"); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a port in use: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "runtime", "*", "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestBadConnections checks that the error about an unusable connection file gives the reason.
func TestBadConnections(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "unexpected end",
		"{}":                     `transport ""`,
		`{"transport":"inproc"}`: "must be tcp or ipc",
		`{"transport":"tcp","key":"a","signature_scheme":"md5"}`: "must be hmac-sha256",
	} {
		path := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := wire.ReadConnection(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "wire: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	t.Setenv(OutputVariable, "many")
	if _, err := outputLimit(); err == nil || !strings.Contains(err.Error(), "at least 1") {
		t.Errorf("%v", err)
	}
}
