package notebooks

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/lab"
)

// labFlags holds the flags of `igbo lab`.
type labFlags struct {
	port                      int
	noBrowser, noXLA, clean   bool
	execute, check, setupOnly bool
	fresh, solutions          bool
	html, listen, tokenFile   string
	notebooks, out, export    string
	grade                     string
	parameters                []string
	timeout, patience         time.Duration
	values                    map[string]string // the parameters by name
}

const labLong = `Set up JupyterLab with the Go kernel in your cache folder and open the notebooks. The
first start needs Python 3.10 or newer and the network. JupyterLab listens on 127.0.0.1
and requires a token: a random one, or that of --token-file or IGBOLAB_TOKEN. Ctrl-C
stops JupyterLab and everything that it started.

You work in a copy of the course in ~/igbolab-notebooks, or the folder that
IGBOLAB_NOTEBOOKS names. Each start updates the notebooks that you did not change.
--fresh replaces notebooks by new copies, and renames yours.

NOTEBOOK is the start of a name: 04 selects 04, 04b and their solutions; solutions/04
selects only the solutions.
  --execute  run notebooks, save their outputs and export HTML; -p sets parameters
  --check    run them in a temporary copy and compare with the committed outputs
  --export   convert notebooks without running them: clean (without outputs),
             assignment (exercises), html, slides, live (HTML with working sliders),
             site (the course in JupyterLite, in which cells run in the browser)
  --grade    mark the submissions of a class in a sandbox; writes marks.csv

See notebooks/pages/teaching.md for exports and marks.`

// NewLabCommand returns the command lab.
func NewLabCommand() *cobra.Command {
	f := &labFlags{}
	cmd := &cobra.Command{
		Use:   "lab [NOTEBOOK…]",
		Short: "Set up JupyterLab with the Go kernel and open the course",
		Long:  labLong,
		Example: `  igbo lab
  igbo lab --fresh 03
  igbo lab --execute 06 -p seeds=20
  igbo lab --export clean --out handout
  igbo lab --export slides 02 03
  igbo lab --export live --out pages 00 04
  igbo lab --export site --solutions --out public
  igbo lab --grade handed-in --out marks 05
  igbo lab --check
  igbo lab --execute --notebooks notebooks   # renews the outputs of a checkout
  igbo lab --clean`,
		PreRunE: func(cmd *cobra.Command, args []string) error { return f.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(cmd.Flags())
	cmd.MarkFlagsMutuallyExclusive("execute", "check", "clean", "setup", "fresh", "export", "grade")
	cmd.AddCommand(newSuperviseCommand(), newSandboxCommand())
	return cmd
}

func (f *labFlags) add(flags *pflag.FlagSet) {
	flags.IntVar(&f.port, "port", 0, "port to listen on (0 = the first free port from 8888)")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "address to listen on; any address except 127.0.0.1 and ::1 is reachable from other machines, without encryption")
	flags.StringVar(&f.tokenFile, "token-file", "", "file of mode 0600 with the token of the server (default: a random token)")
	flags.DurationVar(&f.patience, "patience", lab.DefaultPatience, "grace period for kernels to stop before they are killed")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	flags.BoolVar(&f.noXLA, "no-xla", false, "build cells without XLA even if its plugin is installed")
	flags.BoolVar(&f.execute, "execute", false, "run the notebooks, save their outputs, export HTML")
	flags.BoolVar(&f.check, "check", false, "run the notebooks and compare with the committed outputs")
	flags.StringVar(&f.export, "export", "", "convert the notebooks to clean, assignment, html, slides, live or site")
	flags.StringVar(&f.grade, "grade", "", "mark submissions: a folder with a notebook or folder per student")
	flags.BoolVar(&f.fresh, "fresh", false, "replace notebooks by new copies, and rename yours")
	flags.BoolVar(&f.setupOnly, "setup", false, "set up and exit")
	flags.BoolVar(&f.clean, "clean", false, "remove everything that lab installed, except your notebooks")
	flags.StringVar(&f.notebooks, "notebooks", "", "folder of notebooks to use (default: your copy of the course; with --check: the notebooks of the checkout)")
	flags.StringArrayVarP(&f.parameters, "parameter", "p", nil, "notebook parameter NAME=VALUE, with --execute; repeatable")
	flags.StringVar(&f.out, "out", "", "output folder (default: in place with --execute, out/KIND with --export, out/grade with --grade)")
	flags.StringVar(&f.html, "html", "out/html", "folder for HTML pages, with --execute (empty = no pages)")
	flags.BoolVar(&f.solutions, "solutions", false, "include solutions, with --export")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "time limit per cell, with --execute and --check, or per answer, with --grade")
}
