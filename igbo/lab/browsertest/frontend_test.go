//go:build browser

package browsertest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab"
	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// frontEnd is a server with notebooks.
type frontEnd struct {
	address, query string // of its pages
	folder         string // path of its notebooks below the address
	names          []string
	dir            string // folder of the notebooks
}

// copyCourse copies the notebooks, because runs change them. Of the solutions, only those with sliders run here; the others are executed
// headless.
func copyCourse(t *testing.T) (checkout, dir string, names []string) {
	t.Helper()
	checkout = must.Of(lab.FindCheckout(".")).In(t)
	dir = t.TempDir()
	if _, err := workcopy.Update(t.Context(), filepath.Join(checkout, "notebooks"), dir); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.ipynb", "solutions/*.ipynb"} {
		paths, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		for _, at := range paths {
			name, err := filepath.Rel(dir, at)
			text, err2 := os.ReadFile(at)
			must.Do(t, errors.Join(err, err2))
			if filepath.Dir(name) == "." || (strings.Contains(string(text), "inline.Slider(") || strings.Contains(string(text), "inline.Select(")) {
				names = append(names, filepath.ToSlash(name))
			}
		}
	}
	return checkout, dir, names
}

// startFrontEnd starts the front end that IGBOLAB_FRONTEND names on a copy of the notebooks. It is the lab if the variable is empty, or
// else jupyterlab or notebook from the virtual environment that IGBOLAB_VENV names, which has the kernel.
func startFrontEnd(t *testing.T) frontEnd {
	t.Helper()
	checkout, dir, names := copyCourse(t)
	ended, ready := make(chan error, 1), make(chan frontEnd, 1)
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(func() { stop(); <-ended })
	begin := time.Now()
	switch name := os.Getenv("IGBOLAB_FRONTEND"); name {
	case "":
		l, err := lab.Open(lab.Options{Checkout: checkout, Notebooks: dir, Out: os.Stderr, Supervisor: []string{os.Args[0], "supervise"}})
		if err == nil {
			err = l.Setup(t.Context())
		}
		if err != nil {
			ended <- err
			t.Fatal(err)
		}
		go func() {
			ended <- l.Start(ctx, lab.StartOptions{Args: []string{"--LabApp.expose_app_in_browser=True"}, Ready: func(url string) {
				address, query, _ := strings.Cut(url, "?")
				address, _, _ = strings.Cut(address, "/tree/") // the lab prints the address of its first page
				ready <- frontEnd{address, query, "/tree/", names, dir}
			}})
		}()
	case "jupyterlab", "notebook":
		go func() { ended <- startJupyter(ctx, t, name, dir, names, ready) }()
	default:
		ended <- nil
		t.Fatalf("no front end %q, expected jupyterlab or notebook", name)
	}
	select {
	case f := <-ready:
		t.Logf("it answers after %s", time.Since(begin).Round(time.Millisecond))
		return f
	case err := <-ended:
		ended <- err
		t.Fatalf("it ended: %v", err)
	case <-time.After(2 * time.Minute):
		t.Fatal("it does not answer")
	}
	return frontEnd{}
}
