package notebooks

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab"
)

// labMargin is what `igbo lab` has beyond its patience to end by force and to clean up.
const labMargin = 15 * time.Second

// labCounts lists the flags that have an effect beside --execute and the like;
// empty is JupyterLab itself.
var labCounts = map[string][]string{
	"":        {"port", "listen", "token-file", "patience", "no-browser", "no-xla", "notebooks"},
	"execute": {"execute", "no-xla", "html", "timeout", "notebooks"},
	"check":   {"check", "no-xla", "timeout", "notebooks"},
	"setup":   {"setup", "no-xla"},
	"clean":   {"clean"},
}

// hostName is what may be looked up.
var hostName = regexp.MustCompile(`^[\pL\pN]([\pL\pN.-]*[\pL\pN])?$`)

// settle checks flags and arguments.
func (f *labFlags) settle(cmd *cobra.Command, names []string) error {
	cli.Extend(cmd.Context(), f.patience+labMargin)
	if err := cli.FirstOf(cli.NotEmpty(cmd, "token-file", "notebooks"), f.settleTask(cmd, names)); err != nil {
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
	if f.execute && f.html != "" {
		if err := cli.CreatableFolder("html", f.html); err != nil {
			return err
		}
	}
	if f.notebooks != "" {
		if err := cli.CreatableFolder("notebooks", f.notebooks); err != nil {
			return err
		}
	}
	if f.tokenFile != "" {
		if err := cli.ReadableFile("--token-file", f.tokenFile); err != nil {
			return err
		}
	}
	_, err := lab.ReadToken(f.tokenFile)
	return err
}

// settleTask refuses what has no effect on the task at hand.
func (f *labFlags) settleTask(cmd *cobra.Command, names []string) error {
	task := ""
	for name, given := range map[string]bool{"execute": f.execute, "check": f.check, "setup": f.setupOnly, "clean": f.clean} {
		if given {
			task = name
		}
	}
	if len(names) > 0 && task != "execute" && task != "check" {
		return fmt.Errorf("got the notebooks %s, expected them with --execute or --check alone", strings.Join(names, " "))
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		_, isTask := labCounts[flag.Name]
		switch {
		case err != nil || isTask || slices.Contains(labCounts[task], flag.Name):
		case task == "":
			err = fmt.Errorf("--%s has no effect on JupyterLab itself, expected it with --execute or --check", flag.Name)
		default:
			err = fmt.Errorf("--%s has no effect with --%s, expected one of them", flag.Name, task)
		}
	})
	return err
}

// listenable tells whether an address could be one; whether it is of this
// machine turns out when the server starts.
func listenable(listen string) bool {
	bare := strings.TrimSuffix(strings.TrimPrefix(listen, "["), "]")
	_, err := netip.ParseAddr(bare)
	return bare == "" || err == nil || hostName.MatchString(bare)
}
