package lab

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
)

var (
	//go:embed export.py
	exportScript string
	//go:embed reveal/reveal.js
	revealScript string
	//go:embed reveal/reveal.css
	revealStyle string
)

// ExportKinds are what notebooks can be exported as: notebooks without outputs to
// hand out, the same as work to be marked, pages, slides, pages in which sliders compute, a site in which they are edited and run. Pages
// and slides need no network.
var ExportKinds = []string{"clean", "assignment", "html", "slides", "live", "site"}

// solutionTag marks the cells of a notebook that give a solution away.
const solutionTag = "solution"

// ExportOptions says what is exported and as what.
type ExportOptions struct {
	// Kind is one of ExportKinds.
	Kind string
	// Names of notebooks, or the start of names; none is all.
	Names []string
	// Out is the folder for what is exported.
	Out string
	// Solutions exports the solutions too: the notebooks of their folder, and cells with the tag solution.
	Solutions bool
}

// source is a notebook that is to be exported.
type source struct {
	Title  string `json:"title"`  // its file's name, without ending
	Folder string `json:"folder"` // where it lies
	Text   string `json:"text"`
	Name   string `json:"name"`             // its path in the folder of the notebooks
	Script string `json:"script,omitempty"` // what runs its program, in a live page
}

// Export writes notebooks as they are, without running them, in another form;
// clean ones with pictures and pages of text beside them. Errors: no notebook, a file that is none, a name that selects
// solutions alone where they are not exported, a folder that is that of the notebooks, a file that would be replaced and that no
// export wrote.
func (l *Lab) Export(ctx context.Context, o ExportOptions) error {
	sources, err := l.sources(o)
	if err != nil {
		return err
	}
	if sameFolder(o.Out, l.Notebooks) {
		return fmt.Errorf("lab: exports would go to %s, where the notebooks lie; expected another folder", o.Out)
	}
	if o.Kind == "site" {
		return l.exportSite(ctx, o, sources)
	}
	texts, ending := make([]string, len(sources)), ".html"
	switch o.Kind {
	case "clean", "assignment":
		ending = ".ipynb"
		for i, s := range sources {
			texts[i] = s.Text
		}
	case "live":
		if texts, err = l.livePages(ctx, ending, sources); err != nil {
			return err
		}
	case "slides":
		ending = ".slides.html"
		fallthrough
	default:
		if texts, err = l.pages(ctx, o.Kind, ending, sources); err != nil {
			return err
		}
	}
	files := map[string][]byte{}
	if ending == ".ipynb" {
		if files, err = l.beside("images/*", "*.md"); err != nil {
			return err
		}
	}
	var names []string
	for i, s := range sources {
		names = append(names, strings.TrimSuffix(s.Name, ".ipynb")+ending)
		files[names[i]] = []byte(texts[i])
	}
	if err := writeExported(o.Out, files); err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(l.Out, "wrote", filepath.Join(o.Out, filepath.FromSlash(name)))
	}
	return nil
}

// sources reads the notebooks, without solutions unless they are asked for, and
// without outputs where they are handed out.
func (l *Lab) sources(o ExportOptions) ([]source, error) {
	if !slices.Contains(ExportKinds, o.Kind) {
		return nil, fmt.Errorf("lab: no export %q, expected one of %s", o.Kind, strings.Join(ExportKinds, ", "))
	}
	names, err := l.find(o.Names)
	if err != nil {
		return nil, err
	}
	if !o.Solutions {
		names = slices.DeleteFunc(names, func(name string) bool { return path.Dir(name) == solutions })
	}
	if o.Solutions && o.Kind == "assignment" {
		return nil, errors.New("lab: assignments with solutions, expected clean notebooks where solutions go along")
	}
	if len(names) == 0 {
		return nil, errors.New("lab: only solutions are selected, expected --solutions with them")
	}
	var sources []source
	for _, name := range names {
		at := filepath.Join(l.Notebooks, filepath.FromSlash(name))
		text, err := os.ReadFile(at)
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		n, err := ipynb.Read(text)
		if err != nil {
			return nil, fmt.Errorf("lab: %s: %w", name, err)
		}
		if o.Kind == "clean" || o.Kind == "assignment" {
			n.Clear()
		}
		if !o.Solutions {
			n.Drop(solutionTag)
			n.Unlink(solutions)
		}
		if o.Kind == "assignment" && !n.Graded() {
			continue
		}
		if text, err = n.Bytes(); err != nil {
			return nil, fmt.Errorf("lab: %s: %w", name, err)
		}
		sources = append(sources, source{strings.TrimSuffix(path.Base(name), ".ipynb"), filepath.Dir(at), string(text), name, ""})
	}
	if len(sources) == 0 {
		return nil, errors.New("lab: no notebook with exercises is selected")
	}
	return sources, nil
}

// pages makes pages or slides in the lab's Python.
func (l *Lab) pages(ctx context.Context, kind, ending string, sources []source) ([]string, error) {
	sess, err := l.newSession()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	said, err := l.python3(ctx, sess, exportScript, map[string]any{
		"kind": kind, "ending": ending, "pages": names, "notebooks": sources, "style": pageStyle(), "reveal_js": revealScript, "reveal_css": revealStyle,
	})
	if err != nil {
		return nil, fmt.Errorf("lab: export: %w", err)
	}
	var made []struct {
		Text    string
		Remarks []string
	}
	if err := json.Unmarshal(said, &made); err != nil || len(made) != len(sources) {
		return nil, fmt.Errorf("lab: export: %d of %d pages made (%w)", len(made), len(sources), err)
	}
	var texts []string
	for i, m := range made {
		texts = append(texts, m.Text)
		for _, remark := range m.Remarks {
			fmt.Fprintf(l.Out, "%s: %s\n", sources[i].Name, remark)
		}
	}
	return texts, nil
}

// beside are files that lie beside notebooks, by their paths.
func (l *Lab) beside(patterns ...string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, pattern := range patterns {
		found, err := filepath.Glob(filepath.Join(l.Notebooks, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		for _, from := range found {
			if info, err := os.Lstat(from); err != nil || !info.Mode().IsRegular() {
				continue
			}
			name, err := filepath.Rel(l.Notebooks, from)
			if err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
			if files[filepath.ToSlash(name)], err = os.ReadFile(from); err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
		}
	}
	return files, nil
}

// sameFolder tells whether two folders are one.
func sameFolder(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
