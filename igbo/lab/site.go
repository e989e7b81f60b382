package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/internal/setup"
	"github.com/igbolab/igbolab/igbo/lab/site"
)

// jupyterLite is the release with which sites are made, with its digest, in pip's format.
const jupyterLite = "jupyterlite-core==0.8.6 --hash=sha256:2c77f7ca2a667e5404800632abedbc83d3edb9cc73303aa357016138e94e7aaa\n"

func (l *Lab) jupyterLite() string { return filepath.Join(l.Home, "jupyterlite") }

// SetupSite creates what making a site needs: the virtual environment, which fetches JupyterLite, and JupyterLite.
func (l *Lab) SetupSite(ctx context.Context) error {
	return setup.Make(ctx, l.Out, l.Home, l.environmentPart(), setup.Part{
		Name: "JupyterLite", Key: jupyterLite, Stamp: filepath.Join(l.jupyterLite(), "ready"), Make: l.fetchJupyterLite,
	})
}

// fetchJupyterLite fetches JupyterLite's package without installing it.
func (l *Lab) fetchJupyterLite(ctx context.Context, p *setup.Progress) error {
	dir := l.jupyterLite()
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	pinned := filepath.Join(dir, "requirements.txt")
	if err := os.WriteFile(pinned, []byte(jupyterLite), 0o600); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	p.Say("fetching it")
	err := l.run(ctx, l.Home, nil, l.python(), "-m", "pip", "download", "--progress-bar=off", "--no-input", "--no-deps", "--require-hashes", "--only-binary=:all:", "-d", dir, "-r", pinned)
	if err != nil {
		return fmt.Errorf("%w\nJupyterLite could not be downloaded; the first site requires a network connection", err)
	}
	return nil
}

// MakeSite calls [site.Make] with the lab's source and the JupyterLite that SetupSite has fetched.
func (l *Lab) MakeSite(ctx context.Context, o site.Options) error {
	wheels, err := filepath.Glob(filepath.Join(l.jupyterLite(), "*.whl"))
	if err != nil || len(wheels) != 1 {
		return fmt.Errorf("lab: found %d JupyterLite packages (*.whl) in %s, want one", len(wheels), l.jupyterLite())
	}
	o.Source, o.JupyterLite, o.Say = l.Checkout, wheels[0], func(line string) { fmt.Fprintln(l.Out, line) }
	return site.Make(ctx, o)
}

// exportSite makes a site of notebooks with their outputs, and the files next to them.
func (l *Lab) exportSite(ctx context.Context, o ExportOptions, sources []source) error {
	files, err := l.beside("images/*", "*.md", "pages/*.md")
	if err != nil {
		return err
	}
	fmt.Fprintf(l.Out, "a site of %d notebooks and %d files beside them\n", len(sources), len(files))
	for _, s := range sources {
		files[s.Name] = []byte(s.Text)
	}
	if err := l.MakeSite(ctx, site.Options{Files: files, Folder: o.Out}); err != nil {
		return err
	}
	fmt.Fprintf(l.Out, "wrote %s: publish the folder on any static web server; its first page is index.html\n", o.Out)
	return nil
}
