package kernels

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

// NewKernelCommand is the command kernel with those below it.
func NewKernelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel",
		Short: "Install the Go kernel in your own Jupyter, list, check and remove it",
		Long: `Installs the kernel "Go (igbolab)" in a Jupyter that is there: JupyterLab,
Notebook 7, VS Code, JupyterHub. The engine is GoNB. igbolab's packages, GoMLX's,
gonum's and the usual ones of the standard library need no import line, and what
a cell does not use is not linked. All of it lies in one folder; notebooks may lie
anywhere and need neither go.mod, go.work nor a network.

With install --live there is a second kernel, "Go (igbolab, living)", in which values
live from cell to cell: x := 42 in one, x in the next. It compiles a cell in tens of
milliseconds. In it %who lists what lives, %reset forgets it, and %live off makes each
cell a program of its own. A first line %%time times a cell in both.`,
	}
	cmd.AddCommand(newInstallCommand(), newListCommand(), newRemoveCommand(), newCheckCommand(), newRunCommand())
	return cmd
}

// place is where a specification lies: the flags of ipykernel's installer.
type place struct {
	user, sysPrefix bool
	prefix          string
}

func (p *place) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.user, "user", false, "for this user, in every Jupyter (the default)")
	cmd.Flags().BoolVar(&p.sysPrefix, "sys-prefix", false, "for the Python that is in use alone: the active virtual environment, or the first on the PATH")
	cmd.Flags().StringVar(&p.prefix, "prefix", "", "folder of a Python, which alone gets the kernel")
	cmd.MarkFlagsMutuallyExclusive("user", "sys-prefix", "prefix")
}

// check refuses a prefix that could be none.
func (p *place) check(cmd *cobra.Command) error {
	if err := cli.NotEmpty(cmd, "prefix"); err != nil || p.prefix == "" {
		return err
	}
	return cli.Kept(cmd, "prefix", p.prefix)
}

// folder is Jupyter's folder for data.
func (p *place) folder(ctx context.Context) (string, error) {
	prefix := p.prefix
	if p.sysPrefix {
		var err error
		if prefix, err = kernel.SysPrefix(ctx); err != nil {
			return "", err
		}
	}
	if prefix == "" {
		return kernel.UserPlace()
	}
	return kernel.PrefixPlace(prefix)
}

// homeFlag is the flag of the kernel's folder.
func homeFlag(cmd *cobra.Command, home *string) {
	cmd.Flags().StringVar(home, "home", "", "the kernel's own folder (default: igbolab/kernel in your folder for data)")
}

func checkHome(cmd *cobra.Command, home string) error {
	if err := cli.NotEmpty(cmd, "home"); err != nil || home == "" {
		return err
	}
	return cli.Kept(cmd, "home", home)
}

// supervisor is the command that supervises what the kernel starts.
func supervisor() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "lab", "supervise"}, err
}

// newRunCommand is what Jupyter starts.
func newRunCommand() *cobra.Command {
	var home string
	var noXLA, linkXLA, living bool
	cmd := &cobra.Command{
		Use: "run CONNECTION", Short: "Run the kernel; Jupyter starts it", Hidden: true,
		Annotations: map[string]string{cli.BareKey: "it minds signals itself"},
		Args:        cli.Arguments(1, "the connection file that Jupyter writes"),
		PreRunE: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(checkHome(cmd, home), cli.ReadableFile("connection file", args[0]))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			above, err := supervisor()
			if err != nil {
				return err
			}
			k, err := kernel.Open(kernel.Options{Home: home, Supervisor: above})
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if ctx == nil {
				ctx = context.Background()
			}
			err = k.Run(ctx, kernel.RunOptions{Connection: args[0], XLA: linkXLA || !noXLA && cli.HasXLA(), Live: living})
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		},
	}
	homeFlag(cmd, &home)
	cmd.Flags().BoolVar(&noXLA, "no-xla", false, "build cells without XLA even where its plugin is there")
	cmd.Flags().BoolVar(&living, "live", false, "let values live from cell to cell")
	cmd.Flags().BoolVar(&linkXLA, "link-xla", false, "build cells with XLA even where no plugin is there")
	cmd.MarkFlagsMutuallyExclusive("no-xla", "link-xla")
	return cmd
}
