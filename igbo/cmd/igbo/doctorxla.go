package main

import (
	"fmt"
	"io"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

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
