package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/kernel"
)

// doctorFlags are what the doctor is asked for.
type doctorFlags struct {
	name, digest, index                  string
	install, fromWheel, remove, selfTest bool
}

func newDoctorCommand() *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say which backend would run and why, and whether the notebook tools are there",
		Long: `Says which backend would run and why, runs a small test on each backend that it
finds (a product, a gradient, a loop; each in a process of its own), and says
which XLA plugins are there and how they came, and whether the Go notebook kernel
and JupyterLab are there, with a way to mend what is missing.

With --install-xla it fetches the XLA plugin for this machine first, go-xla's own.
Its archive must have the SHA-256 that --sha256 gives; without one, and while none
is known for its version, it is trusted as it comes and its SHA-256 is said.

With --install-xla --from-wheel it takes XLA's CPU plugin out of a wheel of the
Python registry instead, without Python: one file, pinned by its SHA-256. Its
publisher makes it for another program; its origin, licence and version of PJRT's
interface are said. --index, else PIP_INDEX_URL, names another index, the wheel's own address,
or the wheel itself as a local file or folder. It goes into the first folder of
PJRT_PLUGIN_LIBRARY_PATH, where that is set.

What was installed is recorded, and a plugin that differs from then on, or that
lies where others can write, is not loaded; --remove-xla removes it. Else only
lab, while it sets up, and bench --setup download anything.`,
		Args: cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error {
			return cmp.Or(f.check(cmd), checkDigest(cmd, f.digest), backend.Check(f.name))
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.selfTest {
				return printSelfTest(cmd.OutOrStdout(), f.name)
			}
			if err := f.change(cmd); err != nil {
				return err
			}
			return diagnose(cmd.Context(), cmd.OutOrStdout(), f.name, exec.LookPath)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.name, "backend", "", fmt.Sprintf("backend to examine, one of %v", backend.Names()))
	flags.BoolVar(&f.install, "install-xla", false, "fetch the XLA plugin of this machine")
	flags.StringVar(&f.digest, "sha256", "", "SHA-256 that the fetched archive must have, with --install-xla")
	flags.BoolVar(&f.fromWheel, "from-wheel", false, "with --install-xla: take the pinned wheel of the Python registry")
	flags.StringVar(&f.index, "index", "", "with --from-wheel: index to fetch from, or the wheel itself (default $PIP_INDEX_URL, else the registry)")
	flags.BoolVar(&f.remove, "remove-xla", false, "remove the XLA plugins that --install-xla fetched")
	flags.BoolVar(&f.selfTest, "self-test", false, "test one backend in this process and print JSON")
	_ = flags.MarkHidden("self-test") // the flag is there
	return cmd
}

// check tells flags that say nothing without another, and those that exclude each other.
func (f *doctorFlags) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case given("sha256") && !f.install:
		return errors.New("got --sha256, expected it with --install-xla")
	case f.fromWheel && !f.install:
		return errors.New("got --from-wheel, expected it with --install-xla")
	case given("index") && !f.fromWheel:
		return errors.New("got --index, expected it with --from-wheel")
	case given("index") && f.index == "":
		return errors.New("--index \"\": expected the address of an index, or a file or folder")
	case given("sha256") && f.fromWheel:
		return errors.New("got --sha256 with --from-wheel, expected at most one of them: the wheel's is pinned")
	case f.remove && f.install:
		return errors.New("got --remove-xla and --install-xla, expected at most one of them")
	case f.selfTest && (f.install || f.remove):
		return errors.New("got --self-test, expected it alone or with --backend")
	}
	return nil
}

// change installs or removes the XLA plugin, where that is asked for.
func (f *doctorFlags) change(cmd *cobra.Command) (err error) {
	if f.remove {
		return backend.RemoveXLA(cmd.OutOrStdout())
	}
	if !f.install {
		return nil
	}
	var dir string
	if f.fromWheel {
		from := cmp.Or(f.index, os.Getenv("PIP_INDEX_URL"))
		dir, err = backend.InstallWheel(cmd.Context(), cmd.ErrOrStderr(), from)
	} else {
		err = cli.UnlessCancelled(cmd, func(context.Context) (err error) {
			dir, err = backend.InstallXLA(cmd.ErrOrStderr(), f.digest)
			return err
		})
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "XLA plugin: installed in %s\n", dir)
	return nil
}

// sha256Digits is how a digest is written.
var sha256Digits = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

func checkDigest(cmd *cobra.Command, digest string) error {
	if cmd.Flags().Changed("sha256") && !sha256Digits.MatchString(digest) {
		return fmt.Errorf("--sha256 %q: expected 64 hexadecimal digits", digest)
	}
	return nil
}

// diagnose prints one line for each thing that matters, and fails where the backend does.
func diagnose(ctx context.Context, w io.Writer, name string, look func(string) (string, error)) error {
	fault := diagnoseBackends(ctx, w, name)
	if err := ctx.Err(); err != nil {
		return err
	}
	fmt.Fprintln(w, "kernels of the embedded backend:", vector.Description())
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
	return fault
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

// diagnoseXLA lists the XLA plugins without loading one: where each lies, its digest, how it came.
func diagnoseXLA(w io.Writer) {
	if !backend.XLACompiled {
		fmt.Fprintln(w, "XLA: not in this build; it needs cgo, a C compiler, and a build without the tag noxla")
		return
	}
	found := backend.InstalledPlugins()
	if len(found) == 0 {
		fmt.Fprintln(w, "XLA plugins: none found; CPU: `igbo doctor --install-xla`, or with --from-wheel where that cannot be reached; CUDA: the plugin of the Python package "+
			"jax-cuda13-pjrt, by GOMLX_BACKEND=xla:/abs/path/xla_cuda_plugin.so with the nvidia/*/lib folders beside it on LD_LIBRARY_PATH")
	}
	for _, p := range found {
		fmt.Fprintln(w, "XLA plugin:", p.Path)
		switch {
		case p.Err != nil:
			fmt.Fprintln(w, "  ", cli.FirstLine(p.Err.Error()))
			continue
		case p.Target != "":
			fmt.Fprintln(w, "   a link to", p.Target)
		}
		switch {
		case p.Wheel != nil:
			fmt.Fprintln(w, "   out of the wheel", p.Wheel)
		case p.Recorded:
			fmt.Fprintln(w, "   go-xla's own, by --install-xla")
		default:
			fmt.Fprintln(w, "   not installed by igbo")
		}
		known := "no record of it"
		if p.Recorded {
			known = "as recorded"
		}
		fmt.Fprintf(w, "   SHA-256 %s, %s\n", p.SHA256, known)
	}
}
