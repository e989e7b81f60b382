package notebooks

import (
	"cmp"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/listener"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// labMargin is the time that `igbo lab` has after its patience to kill processes and to clean up.
const labMargin = 15 * time.Second

// labCounts lists the flags that have an effect for each task; the task "" is JupyterLab itself.
var labCounts = map[string][]string{
	"":        {"port", "listen", "token-file", "patience", "no-browser", "no-xla", "notebooks"},
	"execute": {"execute", "no-xla", "html", "timeout", "notebooks", "parameter", "out"},
	"check":   {"check", "no-xla", "timeout", "notebooks"},
	"export":  {"export", "notebooks", "out", "solutions"},
	"grade":   {"grade", "out", "timeout"},
	"fresh":   {"fresh"},
	"setup":   {"setup", "no-xla"},
	"clean":   {"clean"},
}

// hostName matches names that may be looked up.
var hostName = regexp.MustCompile(`^[\pL\pN]([\pL\pN.-]*[\pL\pN])?$`)

// settle checks flags and arguments.
func (f *labFlags) settle(cmd *cobra.Command, names []string) error {
	cli.Extend(cmd.Context(), f.patience+labMargin)
	if err := cmp.Or(cli.NotEmpty(cmd, "token-file", "notebooks", "out", "export", "grade"), f.settleTask(cmd, names), f.settleFolders(cmd)); err != nil {
		return err
	}
	switch {
	case f.port < 0 || f.port > 65535:
		return fmt.Errorf("--port must be from 0 to 65535 (0 = the first free port from 8888), got %d", f.port)
	case f.patience <= 0 || f.patience > time.Hour:
		return fmt.Errorf("--patience must be above 0 and at most one hour, such as 20s, got %s", f.patience)
	case f.timeout <= 0:
		return fmt.Errorf("--timeout must be above 0, such as 5m, got %s", f.timeout)
	case !listenable(f.listen):
		return fmt.Errorf("--listen must be an address or a name of this machine, such as 127.0.0.1 or ::1, got %q", f.listen)
	}
	if f.tokenFile != "" {
		if err := cli.ReadableFile("--token-file", f.tokenFile); err != nil {
			return err
		}
	}
	_, err := listener.ReadToken(f.tokenFile)
	return err
}

// settleFolders checks the input and output folders and the parameters.
func (f *labFlags) settleFolders(cmd *cobra.Command) (err error) {
	if f.export != "" && !slices.Contains(lab.ExportKinds, f.export) {
		return fmt.Errorf("--export must be one of %s, got %q", strings.Join(lab.ExportKinds, ", "), f.export)
	}
	if f.export != "" && f.out == "" {
		f.out = "out/" + f.export
	}
	if f.grade != "" {
		f.out = cmp.Or(f.out, "out/grade")
		if info, err := os.Stat(f.grade); err != nil || !info.IsDir() {
			return fmt.Errorf("--grade must be a folder that contains one notebook, or one folder of notebooks, per student, got %q", f.grade)
		}
	}
	if f.values, err = lab.ParseParameters(f.parameters); err != nil {
		return fmt.Errorf("--parameter: %w", err)
	}
	if f.notebooks != "" {
		if err := cli.CreatableFolder("notebooks", f.notebooks); err != nil {
			return err
		}
	}
	return f.paths().Check(cmd)
}

// paths returns the notebooks and their outputs: next to them by default, otherwise in a folder without notebooks.
func (f *labFlags) paths() *cli.Paths {
	p, folder := &cli.Paths{}, f.notebooks
	if folder == "" {
		folder, _ = workcopy.Folder() // without a home folder there is nothing to read yet
	}
	names := lab.Names(folder)
	for _, name := range names {
		p.Reads("notebooks", filepath.Join(folder, name))
	}
	p.Exports("out", f.out, names...) // package lab checks existing files
	if f.execute {
		p.Owns("html", f.html)
	}
	if f.execute && f.out == "" {
		p.Owns("notebooks", folder)
	}
	return p
}

// task returns the requested task, or "" for JupyterLab itself.
func (f *labFlags) task() string {
	for name, given := range map[string]bool{
		"execute": f.execute, "check": f.check, "setup": f.setupOnly, "clean": f.clean, "fresh": f.fresh, "export": f.export != "", "grade": f.grade != "",
	} {
		if given {
			return name
		}
	}
	return ""
}

// settleTask returns an error for flags without effect on the task.
func (f *labFlags) settleTask(cmd *cobra.Command, names []string) error {
	task := f.task()
	if len(names) > 0 && slices.Contains([]string{"", "setup", "clean"}, task) {
		return fmt.Errorf("notebook names (%s) require one of --execute, --check, --export, --grade or --fresh", strings.Join(names, " "))
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		_, isTask := labCounts[flag.Name]
		switch {
		case err != nil || isTask || slices.Contains(labCounts[task], flag.Name):
		case task == "":
			err = fmt.Errorf("--%s requires %s", flag.Name, counting(flag.Name))
		default:
			err = fmt.Errorf("--%s has no effect with --%s; use one of them", flag.Name, task)
		}
	})
	return err
}

// counting returns the tasks on which a flag has an effect.
func counting(flag string) string {
	var tasks []string
	for _, task := range []string{"execute", "check", "export", "grade"} {
		if slices.Contains(labCounts[task], flag) {
			tasks = append(tasks, "--"+task)
		}
	}
	return strings.Join(tasks, " or ")
}

// listenable reports whether a text can be an address. The start of the server checks whether it belongs to this machine.
func listenable(listen string) bool {
	bare := strings.TrimSuffix(strings.TrimPrefix(listen, "["), "]")
	_, err := netip.ParseAddr(bare)
	return bare == "" || err == nil || hostName.MatchString(bare)
}
