package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

func newDoctorCommand() *cobra.Command {
	var name, digest string
	var install bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say which backend would run and why, and whether the notebook tools are there",
		Long: `Says which backend would run and why, what XLA needs, and whether the Go
notebook kernel and JupyterLab are there, with a way to mend what is missing.
With --install-xla it fetches the XLA plugin for this machine first. Its archive
must have the SHA-256 that --sha256 gives; without one, and while none is known
for its version, it is trusted as it comes and its SHA-256 is said. What was
installed is recorded, and a plugin that differs from then on, or that lies
where others can write, is not loaded. Else only lab, while it sets up, and
bench --setup download anything.`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("sha256") && !install {
				return errors.New("got --sha256, expected it with --install-xla")
			}
			return cli.FirstOf(checkDigest(cmd, digest), backend.Check(name))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if install {
				var dir string
				err := cli.UnlessCancelled(cmd, func(context.Context) (err error) {
					dir, err = backend.InstallXLA(cmd.ErrOrStderr(), digest)
					return err
				})
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "XLA plugin: installed in %s\n", dir)
			}
			return diagnose(cmd.Context(), cmd.OutOrStdout(), name, exec.LookPath)
		},
	}
	cmd.Flags().StringVar(&name, "backend", "", fmt.Sprintf("backend to examine, one of %v", backend.Names()))
	cmd.Flags().BoolVar(&install, "install-xla", false, "fetch the XLA plugin of this machine")
	cmd.Flags().StringVar(&digest, "sha256", "", "SHA-256 that the fetched archive must have, with --install-xla")
	return cmd
}

// sha256Digits is how a digest is written.
var sha256Digits = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

func checkDigest(cmd *cobra.Command, digest string) error {
	if cmd.Flags().Changed("sha256") && !sha256Digits.MatchString(digest) {
		return fmt.Errorf("--sha256 %q: expected 64 hexadecimal digits", digest)
	}
	return nil
}

// diagnose prints one line for each thing that matters.
func diagnose(ctx context.Context, w io.Writer, name string, look func(string) (string, error)) error {
	engine, choice, err := backend.Select(name)
	if err != nil {
		return err
	}
	engine.Finalize()
	fmt.Fprintln(w, choice)
	fmt.Fprintln(w, "  ", choice.Description)
	for _, t := range choice.Tried {
		fmt.Fprintf(w, "   tried %s: %s\n", t.Name, cli.FirstLine(t.Error))
	}
	diagnoseXLA(w)
	diagnoseLab(w)
	diagnoseKernel(ctx, w)
	for _, tool := range []struct{ name, what, mend string }{
		{"gonb", "Go kernel for Jupyter", "`igbo lab` and `igbo kernel` need none on the PATH"},
		{"goimports", "needed by GoNB", "`igbo lab` and `igbo kernel` need none on the PATH"},
		{"jupyter", "JupyterLab", "`igbo lab` needs none on the PATH"},
	} {
		if path, err := look(tool.name); err == nil {
			fmt.Fprintf(w, "%s: %s (%s)\n", tool.name, path, tool.what)
		} else {
			fmt.Fprintf(w, "%s: not on the PATH (%s); %s\n", tool.name, tool.what, tool.mend)
		}
	}
	return nil
}

// diagnoseLab says whether the notebook environment is set up.
func diagnoseLab(w io.Writer) {
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		fmt.Fprintln(w, "lab: needs a checkout of igbolab, and this folder is in none")
		return
	}
	l, err := lab.Open(lab.Options{Checkout: checkout})
	switch {
	case err != nil:
		fmt.Fprintln(w, err)
	case l.Ready():
		fmt.Fprintf(w, "lab: JupyterLab, the Go kernel and goimports are set up in %s\n", l.Home)
	default:
		fmt.Fprintf(w, "lab: not set up; `igbo lab` sets up JupyterLab and the Go kernel in %s\n", l.Home)
	}
}

// diagnoseKernel says whether the Go kernel is in a Jupyter of the user's, and what it lacks.
func diagnoseKernel(ctx context.Context, w io.Writer) {
	found := kernel.List(ctx)
	if len(found) == 0 {
		fmt.Fprintf(w, "kernel: %s is in no Jupyter; `igbo kernel install` installs it\n", kernel.DisplayName)
	}
	for _, r := range found {
		fmt.Fprintf(w, "kernel: %s is in %s\n", kernel.DisplayName, r.Folder)
		for _, fault := range r.Faults {
			fmt.Fprintf(w, "   %v; `igbo kernel install` mends it\n", fault)
		}
	}
}

func diagnoseXLA(w io.Writer) {
	if !backend.XLACompiled {
		fmt.Fprintln(w, "XLA: not in this build; it needs cgo, a C compiler, and a build without the tag noxla")
		return
	}
	found, err := backend.Plugins()
	switch {
	case err != nil:
		fmt.Fprintln(w, "XLA plugins:", cli.FirstLine(err.Error()))
	case len(found) == 0:
		fmt.Fprintln(w, "XLA plugins: none found; CPU: `igbo doctor --install-xla`; CUDA: the plugin of the Python package "+
			"jax-cuda13-pjrt, by GOMLX_BACKEND=xla:/abs/path/xla_cuda_plugin.so with the nvidia/*/lib folders beside it on LD_LIBRARY_PATH")
	default:
		var names []string
		for name, path := range found {
			names = append(names, name+" at "+path)
		}
		sort.Strings(names)
		fmt.Fprintln(w, "XLA plugins:", strings.Join(names, ", "))
	}
}
