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
	fresh, solutions, live    bool
	html, listen, tokenFile   string
	notebooks, out, export    string
	grade                     string
	parameters                []string
	timeout, patience         time.Duration
	values                    map[string]string // the parameters by name
}

const labLong = `Sets up JupyterLab, the Go kernel (GoNB) and goimports in a folder of its own
under your cache and opens the notebooks. The first start needs Python 3.10 or
newer and the network; later ones take seconds and need no network. JupyterLab
listens on 127.0.0.1 with a token, which is drawn anew at each start unless
--token-file or the variable IGBOLAB_TOKEN gives one; it shows in no process
list and in no log.

You work in a copy of the course of your own: igbolab-notebooks in your home
folder, or the folder that the variable IGBOLAB_NOTEBOOKS names. Each start
brings up to date what you have not changed, keeps what you have, and says
which; what you delete stays away. --fresh puts fresh copies in place of all
notebooks, or of those named, and keeps yours beside them under a name with the
date: to undo it, give that one its old name again. --clean does not touch your
copy. --notebooks takes a folder as it is instead, such as the course's own.

Ctrl-C ends JupyterLab, its kernels and everything they started; what has not
ended after --patience, or at a second Ctrl-C, is ended by force. When igbo
itself is killed, all of it ends too.

With --execute the notebooks, or those named, run headless: outputs are written
into your copy, or into --out, and pages exported that work without a network.
-p sets a parameter of a notebook, a variable of its cell with the tag
parameters; such a run has a file of its own, NAME-seeds=20.ipynb. With --check
the course runs in a passing copy and is compared with its committed outputs,
and no file is changed. A name is the start of a notebook's name and selects its
solutions too; solutions/04 selects these alone, 04_name.ipynb that file alone.

With --export the notebooks are written in another form, as they are and without
a run: clean ones without outputs, to hand out; assignments, those of them with
exercises; html pages; slides, where each heading begins a slide. Pages and
slides need no network, and run no script of a notebook but the sliders'. Live
pages are pages that hold a program too, of some 7 MB: sliders and lists compute
in the browser, from a file as well, where this machine draws with it what the
outputs hold, fast enough for a page; else they play their frames, as in html
pages, and a line says why.
Solutions, and cells with the tag solution, go along with --solutions alone;
without them no link leads there. A site is a folder for any host of files: the
notebooks in JupyterLite, where cells are edited, compiled by Go's own compiler
and run in the reader's browser, with nothing installed.
Exports replace what exports wrote, whole or not at all. A file that no export
wrote, or that somebody changed since, is never replaced: it is named, and nothing
is written. A site's folder is replaced as a whole, so that nothing may lie beside.

With --grade the exercises that a class has handed in are marked: FOLDER holds a
notebook, or a folder of them, for each student. Each answer runs in a sandbox
with limits, and is judged outside of it; what can be had of a sandbox on this
machine is said first. Marks go to marks.csv, with a page for each student, and
what was handed in stays as it is. An interrupted class is marked from where it was.`

// NewLabCommand is the command lab.
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
  igbo lab --check --live 02
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
	flags.IntVar(&f.port, "port", 0, "port to listen on; 0 takes the first free one from 8888")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "address to listen on; others than 127.0.0.1 and ::1 open the server to other machines, without encryption")
	flags.StringVar(&f.tokenFile, "token-file", "", "file of mode 0600 with the token that guards the server (default: a random one)")
	flags.DurationVar(&f.patience, "patience", lab.DefaultPatience, "how long kernels may take to end before they are ended by force")
	flags.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	flags.BoolVar(&f.noXLA, "no-xla", false, "build cells without XLA even where its plugin is there")
	flags.BoolVar(&f.live, "live", false, `offer the kernel in which values live too, and run notebooks in it with --execute and --check`)
	flags.BoolVar(&f.execute, "execute", false, "run the notebooks headless, write outputs back, export HTML")
	flags.BoolVar(&f.check, "check", false, "run the notebooks headless and compare with the committed outputs")
	flags.StringVar(&f.export, "export", "", "write the notebooks in another form, one of clean, assignment, html, slides, live, site")
	flags.StringVar(&f.grade, "grade", "", "mark what a class has handed in, a folder with a notebook or a folder for each student")
	flags.BoolVar(&f.fresh, "fresh", false, "put fresh copies of the course's notebooks in place, and keep yours beside them")
	flags.BoolVar(&f.setupOnly, "setup", false, "set up and stop")
	flags.BoolVar(&f.clean, "clean", false, "remove everything that lab has made, except your notebooks")
	flags.StringVar(&f.notebooks, "notebooks", "", "folder of notebooks to take as it is (default: your copy of the course; with --check the course)")
	flags.StringArrayVarP(&f.parameters, "parameter", "p", nil, "parameter of a notebook with --execute, NAME=VALUE; may be repeated")
	flags.StringVar(&f.out, "out", "", "folder for executed notebooks with --execute (default: in place), for what is exported with --export (default out/KIND), or for marks with --grade (default out/grade)")
	flags.StringVar(&f.html, "html", "out/html", "folder for exported pages with --execute; empty exports none")
	flags.BoolVar(&f.solutions, "solutions", false, "export solutions too, with --export")
	flags.DurationVar(&f.timeout, "timeout", 5*time.Minute, "time limit for each cell with --execute and --check, and for each answer with --grade")
}
