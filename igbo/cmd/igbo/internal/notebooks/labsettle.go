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
	"github.com/igbolab/igbolab/igbo/lab/door"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// labMargin is what `igbo lab` has beyond its patience to end by force and to clean up.
const labMargin = 15 * time.Second

// labCounts lists the flags that have an effect beside --execute and the like;
// empty is JupyterLab itself.
var labCounts = map[string][]string{
	"":        {"port", "listen", "token-file", "patience", "no-browser", "live", "no-xla", "notebooks"},
	"execute": {"execute", "live", "no-xla", "html", "timeout", "notebooks", "parameter", "out"},
	"check":   {"check", "live", "no-xla", "timeout", "notebooks"},
	"export":  {"export", "notebooks", "out", "solutions"},
	"grade":   {"grade", "out", "timeout"},
	"fresh":   {"fresh"},
	"setup":   {"setup", "live", "no-xla"},
	"clean":   {"clean"},
}

// hostName is what may be looked up.
var hostName = regexp.MustCompile(`^[\pL\pN]([\pL\pN.-]*[\pL\pN])?$`)

// settle checks flags and arguments.
func (f *labFlags) settle(cmd *cobra.Command, names []string) error {
	cli.Extend(cmd.Context(), f.patience+labMargin)
	if err := cmp.Or(cli.NotEmpty(cmd, "token-file", "notebooks", "out", "export", "grade"), f.settleTask(cmd, names), f.settleFolders(cmd)); err != nil {
		return err
	}
	switch {
	case f.port < 0 || f.port > 65535:
		return fmt.Errorf("--port %d: expected 0 to 65535; 0 takes the first free one from 8888", f.port)
	case f.patience <= 0 || f.patience > time.Hour:
		return fmt.Errorf("--patience %s: expected a time above 0 and up to an hour, such as 20s", f.patience)
	case f.timeout <= 0:
		return fmt.Errorf("--timeout %s: expected a time above 0, such as 5m", f.timeout)
	case !listenable(f.listen):
		return fmt.Errorf("--listen %q: expected an address or a name of this machine, such as 127.0.0.1 or ::1", f.listen)
	}
	if f.tokenFile != "" {
		if err := cli.ReadableFile("--token-file", f.tokenFile); err != nil {
			return err
		}
	}
	_, err := door.ReadToken(f.tokenFile)
	return err
}

// settleFolders checks where things come from and go to, and what is put in.
func (f *labFlags) settleFolders(cmd *cobra.Command) (err error) {
	if f.export != "" && !slices.Contains(lab.ExportKinds, f.export) {
		return fmt.Errorf("--export %q: expected one of %s", f.export, strings.Join(lab.ExportKinds, ", "))
	}
	if f.export != "" && f.out == "" {
		f.out = "out/" + f.export
	}
	if f.grade != "" {
		f.out = cmp.Or(f.out, "out/grade")
		if info, err := os.Stat(f.grade); err != nil || !info.IsDir() {
			return fmt.Errorf("--grade %q: expected a folder with a notebook, or a folder of them, for each student", f.grade)
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

// paths are the notebooks, and what is written of them: beside them by default, else
// into a folder in which none of them lies.
func (f *labFlags) paths() *cli.Paths {
	p, folder := &cli.Paths{}, f.notebooks
	if folder == "" {
		folder, _ = workcopy.Folder() // without one there is nothing to read yet
	}
	names := lab.Names(folder)
	for _, name := range names {
		p.Reads("notebooks", filepath.Join(folder, name))
	}
	p.Exports("out", f.out, names...) // package lab looks at what is there
	if f.execute {
		p.Owns("html", f.html)
	}
	if f.execute && f.out == "" {
		p.Owns("notebooks", folder)
	}
	return p
}

// task is what is asked for; empty is JupyterLab itself.
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

// settleTask refuses what has no effect on the task at hand.
func (f *labFlags) settleTask(cmd *cobra.Command, names []string) error {
	task := f.task()
	if len(names) > 0 && slices.Contains([]string{"", "setup", "clean"}, task) {
		return fmt.Errorf("got the notebooks %s, expected them with --execute or --check, or with --export, --grade or --fresh", strings.Join(names, " "))
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		_, isTask := labCounts[flag.Name]
		switch {
		case err != nil || isTask || slices.Contains(labCounts[task], flag.Name):
		case task == "":
			err = fmt.Errorf("--%s has no effect on JupyterLab itself, expected it with %s", flag.Name, counting(flag.Name))
		default:
			err = fmt.Errorf("--%s has no effect with --%s, expected one of them", flag.Name, task)
		}
	})
	return err
}

// counting names the tasks that a flag has an effect on.
func counting(flag string) string {
	var tasks []string
	for _, task := range []string{"execute", "check", "export", "grade"} {
		if slices.Contains(labCounts[task], flag) {
			tasks = append(tasks, "--"+task)
		}
	}
	return strings.Join(tasks, " or ")
}

// listenable tells whether an address could be one; whether it is of this
// machine turns out when the server starts.
func listenable(listen string) bool {
	bare := strings.TrimSuffix(strings.TrimPrefix(listen, "["), "]")
	_, err := netip.ParseAddr(bare)
	return bare == "" || err == nil || hostName.MatchString(bare)
}
