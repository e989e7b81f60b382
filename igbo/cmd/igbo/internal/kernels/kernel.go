package kernels

import (
	"cmp"
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/kernel"
)

// NewKernelCommand returns the command kernel with its subcommands.
func NewKernelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel",
		Short: "Install, list, check and remove the Go kernel for Jupyter",
		Long: `Install, list, check and remove the kernel "Go (igbolab)" for a Jupyter that you have:
JupyterLab, Notebook 7, VS Code or JupyterHub. Notebooks can be in any folder and need
no go.mod and no network. Packages of igbolab, GoMLX, gonum and the standard library
are imported automatically.

On linux/amd64 values persist between cells: x := 42 in one cell is x in the next. On
other platforms, and after %live off or with IGBOLAB_PROGRAMS=1, each cell is a program.
Run %help in a notebook for the kernel's commands.`,
	}
	cmd.AddCommand(newInstallCommand(), newListCommand(), newRemoveCommand(), newCheckCommand(), newRunCommand())
	return cmd
}

// place is the location of a specification: the flags of ipykernel's installer.
type place struct {
	user, sysPrefix bool
	prefix          string
}

func (p *place) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&p.user, "user", false, "apply to every Jupyter of this user (the default)")
	cmd.Flags().BoolVar(&p.sysPrefix, "sys-prefix", false, "apply to the Python in use (the active virtual environment, or the first on the PATH), not to every Jupyter of this user")
	cmd.Flags().StringVar(&p.prefix, "prefix", "", "apply to the Python environment in this folder, not to every Jupyter of this user")
	cmd.MarkFlagsMutuallyExclusive("user", "sys-prefix", "prefix")
}

// check returns an error if a prefix is invalid.
func (p *place) check(cmd *cobra.Command) error {
	if err := cli.NotEmpty(cmd, "prefix"); err != nil || p.prefix == "" {
		return err
	}
	return cli.Kept(cmd, "prefix", p.prefix)
}

// folder returns Jupyter's data folder.
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

// homeFlag defines the flag for the folder of the kernel.
func homeFlag(cmd *cobra.Command, home *string) {
	cmd.Flags().StringVar(home, "home", "", "folder of the kernel (default: igbolab/kernel in your data folder)")
}

func checkHome(cmd *cobra.Command, home string) error {
	if err := cli.NotEmpty(cmd, "home"); err != nil || home == "" {
		return err
	}
	return cli.Kept(cmd, "home", home)
}

// supervisor returns the command that supervises what the kernel starts.
func supervisor() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "lab", "supervise"}, err
}

// newRunCommand returns the command that Jupyter starts.
func newRunCommand() *cobra.Command {
	var home string
	var noXLA, linkXLA bool
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
			err = k.Run(ctx, kernel.RunOptions{Connection: args[0], XLA: linkXLA || !noXLA && cli.HasXLA(), Version: igbo.Version})
			if errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		},
	}
	homeFlag(cmd, &home)
	cmd.Flags().BoolVar(&noXLA, "no-xla", false, "build cells without XLA even if its plugin is installed")
	cmd.Flags().Bool("live", false, "has no effect: earlier specifications pass it")
	_ = cmd.Flags().MarkHidden("live") // the flag is defined above
	cmd.Flags().BoolVar(&linkXLA, "link-xla", false, "build cells with XLA even if no plugin is installed")
	cmd.MarkFlagsMutuallyExclusive("no-xla", "link-xla")
	return cmd
}
