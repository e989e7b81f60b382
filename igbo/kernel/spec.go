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

// Name is the kernel's name in Jupyter, and DisplayName the name in its menus.
const (
	Name        = "igbolab"
	DisplayName = "Go (igbolab)"
)

// Spec mirrors Jupyter's kernel.json.
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

// formerName is the name of the separate stateful kernel that earlier versions installed.
const formerName = "igbolab-live"

// Spec returns the kernel's specification. With noXLA, cells are built without XLA
// even if its plugin is installed.
func (k *Kernel) Spec(noXLA bool) Spec {
	argv := []string{k.program("igbo"), "kernel", "run", "--home", k.Home}
	if noXLA {
		argv = append(argv, "--no-xla")
	}
	return Spec{
		Argv: append(argv, "{connection_file}"), DisplayName: DisplayName, Language: "go", InterruptMode: "message",
		Env: map[string]string{}, Metadata: map[string]any{"debugger": true, "igbolab": map[string]string{"home": k.Home}},
	}
}

// Register writes a specification into Jupyter's data folder under [Name] and returns its folder. The file kernel.json is written last, so
// Jupyter sees a complete specification or none. Register removes the separate stateful kernel of earlier versions from the same data
// folder, and records the folder in the kernel's home for [List].
//
// It returns an error if the folder holds the specification of another kernel.
func (k *Kernel) Register(data string, spec Spec) (string, error) {
	dir := filepath.Join(data, "kernels", Name)
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
	if former := filepath.Join(data, "kernels", formerName); there(former) && foreign(former) == nil {
		if err := os.RemoveAll(former); err != nil {
			return "", fmt.Errorf("kernel: %w", err)
		}
		fmt.Fprintf(k.Out, "replaced %s: values persist in the kernel %q now\n", former, DisplayName)
	}
	return dir, k.remember(dir)
}

// Prepare creates Jupyter's folder of kernels in a data folder. It returns an error if the folder cannot be written or another project's
// kernel has the same name. Calling it first reports this before a long set-up.
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

// foreign returns an error if a folder contains the specification of a kernel that is not from this project.
func foreign(dir string) error {
	spec, err := readSpec(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && homeOf(spec) != "" {
		return nil
	}
	return fmt.Errorf("kernel: %s is the kernel specification of another project (remove it, or choose another folder)", dir)
}

// readSpec reads the specification in a folder.
func readSpec(dir string) (s Spec, err error) {
	text, err := os.ReadFile(filepath.Join(dir, specFile))
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

// homeOf returns the kernel's folder that a specification names, or "" for another kernel.
func homeOf(s Spec) string {
	ours, _ := s.Metadata["igbolab"].(map[string]any)
	home, _ := ours["home"].(string)
	if len(s.Argv) < 3 || !strings.HasPrefix(filepath.Base(s.Argv[0]), "igbo") {
		return ""
	}
	return home
}
