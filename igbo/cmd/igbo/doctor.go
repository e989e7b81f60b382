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
	"runtime"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/backend/vector"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/kernel"
	"github.com/igbolab/igbolab/igbo/lab"
)

// doctorFlags holds the flags of `igbo doctor`.
type doctorFlags struct {
	name, digest, index                  string
	install, fromWheel, remove, selfTest bool
}

func newDoctorCommand() *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Diagnose backends, XLA plugins and notebook tools",
		Long: `Diagnose this installation. It prints which backend would run and why, tests each
backend in its own process (a product, a gradient, a loop), lists the XLA plugins and
their origin, and reports whether the notebook kernel and JupyterLab are installed. For
each missing part it prints how to install it.

--install-xla downloads the XLA plugin of go-xla for this machine. --sha256 sets the
checksum that the plugin must have. Without it, a plugin of unknown checksum is
accepted, and its checksum is printed. --from-wheel downloads the CPU plugin from a
pinned Python wheel instead, without Python, and stores it in the first folder of
PJRT_PLUGIN_LIBRARY_PATH, if set. --index names another package index, or the wheel
itself (URL, file or folder).

igbo records what it installs. It does not load a plugin that was changed after its
installation, or that other users can write to. --remove-xla removes the plugins that
--install-xla installed.`,
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
	flags.BoolVar(&f.install, "install-xla", false, "download the XLA plugin for this machine")
	flags.StringVar(&f.digest, "sha256", "", "required SHA-256 of the download, with --install-xla (default: the pinned one, if any)")
	flags.BoolVar(&f.fromWheel, "from-wheel", false, "with --install-xla: take the plugin from a pinned Python wheel")
	flags.StringVar(&f.index, "index", "", "with --from-wheel: package index, or the wheel itself (default: $PIP_INDEX_URL, else the public index)")
	flags.BoolVar(&f.remove, "remove-xla", false, "remove the XLA plugins that --install-xla installed")
	flags.BoolVar(&f.selfTest, "self-test", false, "test one backend in this process and print JSON")
	_ = flags.MarkHidden("self-test") // the flag exists
	return cmd
}

// check reports flags that require another one, and flags that exclude each other.
func (f *doctorFlags) check(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case given("sha256") && !f.install:
		return errors.New("--sha256 requires --install-xla")
	case f.fromWheel && !f.install:
		return errors.New("--from-wheel requires --install-xla")
	case given("index") && !f.fromWheel:
		return errors.New("--index requires --from-wheel")
	case given("index") && f.index == "":
		return errors.New("--index is empty; it must be the address of a package index or of the wheel, or a file or folder")
	case given("sha256") && f.fromWheel:
		return errors.New("--sha256 cannot be used with --from-wheel: igbo already checks the SHA-256 of the wheel")
	case f.remove && f.install:
		return errors.New("use at most one of --remove-xla and --install-xla")
	case f.selfTest && f.install:
		return errors.New("use at most one of --self-test and --install-xla")
	case f.selfTest && f.remove:
		return errors.New("use at most one of --self-test and --remove-xla")
	}
	return nil
}

// change installs or removes the XLA plugin, if requested.
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

// sha256Digits matches a digest.
var sha256Digits = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)

func checkDigest(cmd *cobra.Command, digest string) error {
	if cmd.Flags().Changed("sha256") && !sha256Digits.MatchString(digest) {
		return fmt.Errorf("--sha256 must be 64 hexadecimal digits, got %q", digest)
	}
	return nil
}

// diagnose prints one line for each part of the installation, and fails if the backend fails.
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
		{"gonb", "Go kernel for Jupyter", "`igbo lab` and `igbo kernel` do not need it on the PATH"},
		{"goimports", "needed by GoNB", "`igbo lab` and `igbo kernel` do not need it on the PATH"},
		{"jupyter", "JupyterLab", "`igbo lab` does not need it on the PATH"},
	} {
		if path, err := look(tool.name); err == nil {
			fmt.Fprintf(w, "%s: %s (%s)\n", tool.name, path, tool.what)
		} else {
			fmt.Fprintf(w, "%s: not on the PATH (%s); %s\n", tool.name, tool.what, tool.mend)
		}
	}
	return fault
}

// diagnoseLab prints whether the notebook environment is set up.
func diagnoseLab(w io.Writer) {
	checkout, err := lab.FindCheckout(".")
	if err != nil {
		fmt.Fprintln(w, "lab: requires a checkout of igbolab, but this folder is not in one")
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

// diagnoseKernel prints whether the Go kernel is installed in a Jupyter of the user, and what it lacks.
func diagnoseKernel(ctx context.Context, w io.Writer) {
	found := kernel.List(ctx)
	if len(found) == 0 {
		fmt.Fprintf(w, "kernel: %s is not installed in any Jupyter; run `igbo kernel install`\n", kernel.DisplayName)
	}
	for _, r := range found {
		fmt.Fprintf(w, "kernel: %s is in %s\n", kernel.DisplayName, r.Folder)
		for _, fault := range r.Faults {
			fmt.Fprintf(w, "   %v; run `igbo kernel install`\n", fault)
		}
	}
}

// withXLA explains how to build igbo with XLA for a platform, if XLA supports it.
func withXLA(system, processor string) string {
	switch platform := system + "/" + processor; platform {
	case "linux/amd64", "linux/arm64", "darwin/arm64":
		return "to get it, install Go and a C compiler, run `CGO_ENABLED=1 go install github.com/igbolab/igbolab/igbo/cmd/igbo@latest` " +
			"without the tag noxla, then `igbo doctor --install-xla`"
	default:
		return "igbo supports XLA on linux/amd64, linux/arm64 and darwin/arm64, not on " + platform
	}
}

// diagnoseXLA lists the XLA plugins without loading them: path, digest and origin.
func diagnoseXLA(w io.Writer) {
	if !backend.XLACompiled {
		fmt.Fprintln(w, "XLA: not in this build;", withXLA(runtime.GOOS, runtime.GOARCH))
		return
	}
	found := backend.InstalledPlugins()
	if len(found) == 0 {
		fmt.Fprintln(w, "XLA plugins: none found. For a CPU, run `igbo doctor --install-xla`; if the download fails, add --from-wheel. For CUDA, install the Python package "+
			"jax-cuda13-pjrt, set GOMLX_BACKEND=xla:/abs/path/xla_cuda_plugin.so, and add the nvidia/*/lib folders next to it to LD_LIBRARY_PATH.")
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
			fmt.Fprintln(w, "   from the wheel", p.Wheel)
		case p.Recorded:
			fmt.Fprintln(w, "   from go-xla, installed by --install-xla")
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
