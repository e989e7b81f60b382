package kernel

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A competitor is a kernel to compare with: another kernel, or this one with other arguments.
type competitor struct {
	argv []string // its command, with {connection_file}
	env  []string
}

// command returns the command that starts it.
func (r *competitor) command(ctx context.Context, connection string) *exec.Cmd {
	argv := slices.Clone(r.argv)
	for i, word := range argv {
		argv[i] = strings.ReplaceAll(word, "{connection_file}", connection)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), r.env...)
	return cmd
}

// printingIn holds a cell that prints a number, by language and kernel; %d is the number.
var printingIn = map[string]string{"python": "print(%d)", "rust": "println!(\"{}\", %du64)", "go": "import \"fmt\"\nfmt.Println(%d)"}

// competitors returns cells of GoNB alone, and of the kernels that Jupyter finds by names. They have no goal.
func (k *Kernel) competitors(ctx context.Context, names []string) ([]sample, error) {
	s, err := k.settings()
	if err != nil {
		return nil, err
	}
	// The user's Go comes before the kernel's, and goimports is the kernel's.
	path := strings.Join([]string{filepath.Dir(s.Go), os.Getenv("PATH"), k.bin()}, string(filepath.ListSeparator))
	all := []sample{{name: "for comparison: a cell that prints in GoNB", code: "import \"fmt\"\n%%%%\nfmt.Println(%d)", before: "%noautoget",
		competitor: &competitor{argv: []string{k.program("gonb"), "--kernel", "{connection_file}"}, env: []string{"PATH=" + path}}}}
	var places []string
	if len(names) > 0 {
		places = SearchPath(ctx)
	}
	for _, name := range names {
		spec, err := specNamed(name, places)
		if err != nil {
			return nil, err
		}
		code := printingIn[strings.ToLower(spec.Language)]
		if code == "" {
			return nil, fmt.Errorf("kernel: unsupported language %q of the Jupyter kernel %s (must be Python, Rust or Go)", spec.Language, name)
		}
		r := &competitor{argv: spec.Argv}
		for name, value := range spec.Env {
			r.env = append(r.env, name+"="+value)
		}
		title := fmt.Sprintf("for comparison: a cell that prints in %s", filepath.Base(name))
		all = append(all, sample{name: title, code: code, competitor: r}, sample{name: title + " (the first cell)", code: code, first: true, competitor: r})
	}
	return all, nil
}

// specNamed returns the kernel specification with a name in Jupyter's data folders, or the one in a folder.
func specNamed(name string, places []string) (Spec, error) {
	folders := []string{name}
	for _, place := range places {
		folders = append(folders, filepath.Join(place, "kernels", name))
	}
	for _, folder := range folders {
		s, err := readSpec(folder)
		if err != nil || len(s.Argv) == 0 {
			continue
		}
		// In Jupyter's specifications, python means the Python of the environment.
		if own := filepath.Join(folder, "..", "..", "..", "..", "bin", "python"); strings.HasPrefix(s.Argv[0], "python") && there(own) {
			s.Argv[0] = own
		}
		return s, nil
	}
	return Spec{}, fmt.Errorf("kernel: Jupyter kernel %s not found; use a name from `jupyter kernelspec list`, or its folder", name)
}
