package kernels

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

// installFlags are the flags of `igbo kernel install`.
type installFlags struct {
	place
	home, source string
	noXLA, live  bool
}

func newInstallCommand() *cobra.Command {
	f := &installFlags{}
	cmd := &cobra.Command{
		Use:   "install",
		Short: `Install the kernel "Go (igbolab)"`,
		Long: `Builds the kernel's programs and a warm build cache, and writes the kernel's
specification where Jupyter looks for it. Cells are compiled by the go command that
is on the PATH now, against the source that this igbo was built from: a checkout, or
the module cache. Installing again brings the kernel up to date.`,
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
	cmd.Flags().StringVar(&f.source, "source", "", "the source that cells import, a checkout of igbolab (default: the one that this igbo was built from)")
	cmd.Flags().BoolVar(&f.live, "live", false, `install "Go (igbolab, living)" too, in which values live from cell to cell (linux/amd64, proven releases of Go; takes a minute or two)`)
	cmd.Flags().BoolVar(&f.noXLA, "no-xla", false, "build cells without XLA even where its plugin is there")
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
	k, err := kernel.Open(kernel.Options{Home: f.home, Source: f.source, Out: cmd.ErrOrStderr(), Supervisor: above})
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
		return cli.Leaving(err, "what is done so far lies in "+k.Home+", and the next `igbo kernel install` goes on from there")
	}
	folder, err := k.Register(data, kernel.Name, k.Spec(f.noXLA))
	if err != nil {
		return err
	}
	if err := f.installLive(cmd, k, data); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: installed in %s\n", kernel.DisplayName, folder)
	fmt.Fprintf(out, "  programs: %s\n  source:   %s\n", k.Home, k.Source)
	return nil
}

// installLive sets living cells up, where they are asked for. What it needs and cannot have is told, and
// the other kernel is there all the same.
func (f *installFlags) installLive(cmd *cobra.Command, k *kernel.Kernel, data string) error {
	if !f.live {
		return nil
	}
	if err := k.SetupLive(cmd.Context()); err != nil {
		return fmt.Errorf("%s is installed, and living cells are not: %w", kernel.DisplayName, err)
	}
	folder, err := k.Register(data, kernel.LiveName, k.LiveSpec(f.noXLA))
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: installed in %s\n", kernel.LiveDisplayName, folder)
	}
	return err
}

func newListCommand() *cobra.Command {
	var prefix string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the kernels that are installed, and say what they lack",
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
	cmd.Flags().StringVar(&prefix, "prefix", "", "folder of a Python, to look there too")
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
		for _, fault := range r.Faults {
			text := strings.TrimPrefix(fault.Error(), "kernel: ")
			if !strings.Contains(text, "`igbo kernel install`") {
				text += "; `igbo kernel install` mends it"
			}
			fmt.Fprintf(out, "  fault:    %s\n", text)
		}
	}
}

func newRemoveCommand() *cobra.Command {
	p, home, all := &place{}, "", false
	cmd := &cobra.Command{
		Use:   "remove",
		Short: "Remove the kernel from Jupyter, and with --all its folder",
		Example: `  igbo kernel remove
  igbo kernel remove --sys-prefix --all`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if home != "" && !all {
				return fmt.Errorf("got --home %s, expected it with --all", home)
			}
			return cmp.Or(p.check(cmd), checkHome(cmd, home))
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return remove(cmd, p, home, all) },
	}
	p.flags(cmd)
	homeFlag(cmd, &home)
	cmd.Flags().BoolVar(&all, "all", false, "remove the kernel's own folder too")
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
			fmt.Fprintf(cmd.OutOrStdout(), "  but Jupyter still shows %s, which runs no more; see --prefix and --sys-prefix\n", r.Folder)
		}
	}
	return nil
}
