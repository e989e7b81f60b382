package kernel

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Name is the kernel's name in Jupyter, and DisplayName what its menus show.
const (
	Name        = "igbolab"
	DisplayName = "Go (igbolab)"
)

// Spec is Jupyter's kernel.json.
type Spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
	Metadata      map[string]any    `json:"metadata"`
}

//go:embed logo
var logos embed.FS

// LiveName and LiveDisplayName are those of the kernel in which values live.
const (
	LiveName        = "igbolab-live"
	LiveDisplayName = "Go (igbolab, living)"
)

// LiveSpec is the specification of the kernel in which values live.
func (k *Kernel) LiveSpec(noXLA bool) Spec {
	s := k.Spec(noXLA)
	last := len(s.Argv) - 1
	s.Argv = append(s.Argv[:last:last], "--live", s.Argv[last])
	s.DisplayName = LiveDisplayName
	return s
}

// Spec is the kernel's specification. Where noXLA is set, cells are built without XLA
// even where its plugin is there.
func (k *Kernel) Spec(noXLA bool) Spec {
	argv := []string{k.program("igbo"), "kernel", "run", "--home", k.Home}
	if noXLA {
		argv = append(argv, "--no-xla")
	}
	return Spec{
		Argv: append(argv, "{connection_file}"), DisplayName: DisplayName, Language: "go", InterruptMode: "message",
		Env: map[string]string{}, Metadata: map[string]any{"debugger": false, "igbolab": map[string]string{"home": k.Home}},
	}
}

// Register writes a specification into Jupyter's folder of data, under [Name] or [LiveName], and
// returns its folder. The file kernel.json is written last, so that Jupyter sees the whole or nothing.
func (k *Kernel) Register(data, name string, spec Spec) (string, error) {
	dir := filepath.Join(data, "kernels", name)
	if err := foreign(dir); err != nil {
		return "", err
	}
	text, err := json.MarshalIndent(spec, "", "  ")
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	files, err := fs.ReadDir(logos, "logo")
	if err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	for _, f := range files {
		picture, err := fs.ReadFile(logos, "logo/"+f.Name())
		if err == nil {
			err = durable.WriteFile(filepath.Join(dir, f.Name()), picture, 0o644)
		}
		if err != nil {
			return "", fmt.Errorf("kernel: %w", err)
		}
	}
	if err := durable.WriteFile(filepath.Join(dir, specFile), append(text, '\n'), 0o644); err != nil {
		return "", fmt.Errorf("kernel: %w", err)
	}
	return dir, nil
}

// Prepare makes Jupyter's folder of kernels in its folder for data, so that one which cannot be
// written is told before a long set-up. Errors: that, or a specification of another kernel of the same name.
func Prepare(data string) error {
	dir := filepath.Join(data, "kernels")
	if err := foreign(filepath.Join(dir, Name)); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".igbolab-")
	if err != nil {
		return fmt.Errorf("kernel: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

const specFile = "kernel.json"

// foreign is an error where a folder holds the specification of a kernel that is none of this project.
func foreign(dir string) error {
	spec, err := readSpec(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && homeOf(spec) != "" {
		return nil
	}
	return fmt.Errorf("kernel: %s is the specification of something else: remove it, or choose another place", dir)
}

// readSpec reads the specification in a folder.
func readSpec(dir string) (s Spec, err error) {
	text, err := os.ReadFile(filepath.Join(dir, specFile))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

// homeOf is the kernel's folder that a specification names; empty where it is of another kernel.
func homeOf(s Spec) string {
	ours, _ := s.Metadata["igbolab"].(map[string]any)
	home, _ := ours["home"].(string)
	if len(s.Argv) < 3 || !strings.HasPrefix(filepath.Base(s.Argv[0]), "igbo") {
		return ""
	}
	return home
}
