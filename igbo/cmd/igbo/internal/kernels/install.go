package kernels

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/kernel"
)

// installFlags holds the flags of `igbo kernel install`.
type installFlags struct {
	place
	home, source string
	noXLA        bool
}

func newInstallCommand() *cobra.Command {
	f := &installFlags{}
	cmd := &cobra.Command{
		Use:   "install",
		Short: `Install the kernel "Go (igbolab)"`,
		Long: `Build the kernel's programs and a build cache, set up and test stateful cells (on
linux/amd64), and write the kernel specification where Jupyter looks for it. Cells are
compiled with the go command on the PATH. If its release is not supported, igbo downloads
a supported one, once. Cells import the source from which this igbo was built: a checkout
or the module cache. Run the command again to update the kernel.`,
		Example: `  igbo kernel install
  igbo kernel install --sys-prefix
  igbo kernel install --prefix ~/venv`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			err := cmp.Or(f.check(cmd), checkHome(cmd, f.home), cli.NotEmpty(cmd, "source"))
			if err == nil && f.source != "" {
				err = kernel.CheckSource(f.source)
			}
			return err
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return f.install(cmd) },
	}
	f.flags(cmd)
	homeFlag(cmd, &f.home)
	cmd.Flags().StringVar(&f.source, "source", "", "checkout of igbolab that cells import (default: the source of this igbo)")
	cmd.Flags().BoolVar(&f.noXLA, "no-xla", false, "build cells without XLA even if its plugin is installed")
	return cmd
}

func (f *installFlags) install(cmd *cobra.Command) error {
	above, err := supervisor()
	if err != nil {
		return err
	}
	if f.source == "" {
		if f.source, err = kernel.FindSource(cmd.Context()); err != nil {
			return err
		}
	}
	k, err := kernel.Open(kernel.Options{Home: f.home, Source: f.source, Out: cmd.ErrOrStderr(), Supervisor: above, XLA: func() bool { return !f.noXLA && cli.HasXLA() }})
	if err != nil {
		return err
	}
	data, err := f.folder(cmd.Context())
	if err != nil {
		return err
	}
	if err := kernel.Prepare(data); err != nil {
		return err
	}
	if err := k.Setup(cmd.Context()); err != nil {
		return cli.Leaving(err, "the parts done so far are in "+k.Home+"; rerun `igbo kernel install` to resume")
	}
	folder, err := k.Register(data, k.Spec(f.noXLA))
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: installed in %s\n", kernel.DisplayName, folder)
	fmt.Fprintf(out, "  programs: %s\n  source:   %s\n", k.Home, k.Source)
	if k.Stateful() == nil {
		fmt.Fprintln(out, "  values:   persist between cells")
	}
	for _, r := range kernel.List(cmd.Context()) {
		if r.Former {
			fmt.Fprintf(out, "  an earlier version installed another kernel in %s, which is no longer needed: remove that folder\n", r.Folder)
		}
	}
	return nil
}

func newListCommand() *cobra.Command {
	var prefix string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the installed kernels and their problems",
		Args:  cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			return cmp.Or((&place{prefix: prefix}).check(cmd))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			var more []string
			if prefix != "" {
				data, err := kernel.PrefixPlace(prefix)
				if err != nil {
					return err
				}
				more = append(more, data)
			}
			list(cmd, kernel.List(cmd.Context(), more...))
			return nil
		},
	}
	cmd.Flags().StringVar(&prefix, "prefix", "", "another Python environment to search")
	return cmd
}

func list(cmd *cobra.Command, found []kernel.Registered) {
	out := cmd.OutOrStdout()
	if len(found) == 0 {
		fmt.Fprintln(out, "no kernel is installed where Jupyter looks; `igbo kernel install` installs one")
	}
	for _, r := range found {
		fmt.Fprintf(out, "%s\n  programs: %s\n", r.Folder, r.Home)
		if r.Source != "" {
			fmt.Fprintf(out, "  source:   %s\n", r.Source)
		}
		if len(r.Faults) == 0 && r.Programs == nil {
			fmt.Fprintln(out, "  values:   persist between cells")
		} else if len(r.Faults) == 0 {
			fmt.Fprintf(out, "  values:   end with their cell: %s\n", strings.TrimPrefix(r.Programs.Error(), "kernel: "))
		}
		for _, fault := range r.Faults {
			text := strings.TrimPrefix(fault.Error(), "kernel: ")
			if !strings.Contains(text, "`igbo kernel install`") {
				text += "; run `igbo kernel install`"
			}
			fmt.Fprintf(out, "  fault:    %s\n", text)
		}
	}
}

func newRemoveCommand() *cobra.Command {
	p, home, all := &place{}, "", false
	cmd := &cobra.Command{
		Use:   "remove",
		Short: "Remove the kernel from Jupyter",
		Example: `  igbo kernel remove
  igbo kernel remove --sys-prefix --all`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if home != "" && !all {
				return fmt.Errorf("--home %s requires --all", home)
			}
			return cmp.Or(p.check(cmd), checkHome(cmd, home))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return remove(cmd, p, home, all) },
	}
	p.flags(cmd)
	homeFlag(cmd, &home)
	cmd.Flags().BoolVar(&all, "all", false, "remove the folder of the kernel too")
	return cmd
}

func remove(cmd *cobra.Command, p *place, home string, all bool) error {
	data, err := p.folder(cmd.Context())
	if err != nil {
		return err
	}
	folder, there, err := kernel.Unregister(data)
	if err != nil {
		return err
	}
	if there {
		fmt.Fprintln(cmd.OutOrStdout(), "removed", folder)
	} else {
		fmt.Fprintf(cmd.OutOrStdout(), "nothing to remove: no kernel is installed in %s\n", folder)
	}
	elsewhere := kernel.List(cmd.Context())
	if !all {
		if !there {
			for _, r := range elsewhere {
				fmt.Fprintf(cmd.OutOrStdout(), "  but one is in %s; see --prefix and --sys-prefix\n", r.Folder)
			}
		}
		return nil
	}
	above, err := supervisor()
	if err != nil {
		return err
	}
	if home, err = kernel.Remove(home, above); err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), "removed", home)
	for _, r := range elsewhere {
		if r.Home == home {
			fmt.Fprintf(cmd.OutOrStdout(), "  but Jupyter still lists %s, which no longer works; see --prefix and --sys-prefix\n", r.Folder)
		}
	}
	return nil
}
