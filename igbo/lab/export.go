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

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

var (
	//go:embed export.py
	exportScript string
	//go:embed reveal/reveal.js
	revealScript string
	//go:embed reveal/reveal.css
	revealStyle string
)

// ExportKinds lists the kinds of exports: notebooks without outputs to hand out, the same as graded assignments, pages, slides, pages with
// sliders that compute, and a site in which readers edit and run notebooks. Pages and slides need no network.
var ExportKinds = []string{"clean", "assignment", "html", "slides", "live", "site"}

// solutionTag marks the cells of a notebook that contain a solution.
const solutionTag = "solution"

// ExportOptions selects the notebooks to export, and the form.
type ExportOptions struct {
	// Kind is one of ExportKinds.
	Kind string
	// Names holds names of notebooks, or prefixes of names. If it is empty, all are selected.
	Names []string
	// Out is the folder for the exported files.
	Out string
	// Solutions exports the solutions too: the notebooks of their folder, and cells with the tag solution.
	Solutions bool
}

// source is a notebook to export.
type source struct {
	Title  string `json:"title"`  // name of its file, without extension
	Folder string `json:"folder"` // its path
	Text   string `json:"text"`
	Name   string `json:"name"`             // its path in the folder of the notebooks
	Script string `json:"script,omitempty"` // the script that runs its program, in a live page
}

// Export converts notebooks without running them; it copies pictures and text pages next to clean ones. HTML of all notebooks is a
// site: it includes the text pages, and README.md of the checkout as index.html. Export returns an error if
//   - a notebook is missing or damaged,
//   - a name only selects solutions, and solutions are not exported,
//   - the output folder is that of the notebooks,
//   - it would replace a file that no export wrote.
func (l *Lab) Export(ctx context.Context, o ExportOptions) error {
	sources, err := l.sources(o)
	if err != nil {
		return err
	}
	if sameFolder(o.Out, l.Notebooks) {
		return fmt.Errorf("lab: the output folder %s contains the notebooks; use another folder", o.Out)
	}
	if o.Kind == "site" {
		return l.exportSite(ctx, o, sources)
	}
	if o.Kind == "html" && len(o.Names) == 0 {
		pages, err := l.documentation(sources)
		if err != nil {
			return err
		}
		sources = append(sources, pages...)
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
		names = append(names, strings.TrimSuffix(s.Name, path.Ext(s.Name))+ending)
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

// sources reads the notebooks. Solutions are omitted unless they are requested, and outputs are omitted in handed-out notebooks.
func (l *Lab) sources(o ExportOptions) ([]source, error) {
	if !slices.Contains(ExportKinds, o.Kind) {
		return nil, fmt.Errorf("lab: unknown export %q, want one of %s", o.Kind, strings.Join(ExportKinds, ", "))
	}
	names, err := l.find(o.Names)
	if err != nil {
		return nil, err
	}
	if !o.Solutions {
		names = slices.DeleteFunc(names, func(name string) bool { return path.Dir(name) == solutions })
	}
	if o.Solutions && o.Kind == "assignment" {
		return nil, errors.New("lab: assignments cannot include solutions; to include solutions, export clean notebooks")
	}
	if len(names) == 0 {
		return nil, errors.New("lab: the selected notebooks are solutions; use --solutions to export them")
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

// pages converts notebooks to pages or slides with the lab's Python.
func (l *Lab) pages(ctx context.Context, kind, ending string, sources []source) ([]string, error) {
	sess, err := l.newSession()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	reported, err := l.python3(ctx, sess, exportScript, map[string]any{
		"kind": kind, "ending": ending, "pages": names, "notebooks": sources, "style": pageStyle(), "reveal_js": revealScript, "reveal_css": revealStyle,
		"notation": l.notation(),
	})
	if err != nil {
		return nil, fmt.Errorf("lab: export: %w", err)
	}
	var made []struct {
		Text    string
		Remarks []string
	}
	if err := json.Unmarshal(reported, &made); err != nil {
		return nil, fmt.Errorf("lab: reading the exported pages: %w", err)
	}
	if len(made) != len(sources) {
		return nil, fmt.Errorf("lab: export: got %d pages from %d notebooks", len(made), len(sources))
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

// notation returns the text of the page that defines the symbols and terms of the course, or "" if there is no such page.
func (l *Lab) notation() string {
	text, err := os.ReadFile(filepath.Join(l.Course(), "pages", "notation.md"))
	if err != nil {
		return ""
	}
	return string(text)
}

// beside returns files next to the notebooks, by their paths.
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

// sameFolder reports whether two paths name the same folder.
func sameFolder(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
