package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// repository is the address of files that are not exported.
const repository = "https://github.com/igbolab/igbolab/blob/main/"

// documentation returns the text pages that are exported with all notebooks, as notebooks with one cell: README.md of the checkout
// as index.md, and the texts next to the notebooks. Links between them and to the notebooks stay; other links lead to the repository.
func (l *Lab) documentation(notebooks []source) ([]source, error) {
	texts, err := l.beside("*.md", "pages/*.md")
	if err != nil {
		return nil, err
	}
	exported := map[string]string{} // names in the export, by paths in the checkout
	for _, n := range notebooks {
		exported["notebooks/"+n.Name] = n.Name
	}
	for name := range texts {
		exported["notebooks/"+name] = name
	}
	readme, err := os.ReadFile(filepath.Join(l.Checkout, "README.md"))
	if err == nil {
		texts["index.md"], exported["README.md"] = readme, "index.md"
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("lab: %w", err)
	}
	var sources []source
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		at, folder := "notebooks/"+name, filepath.Join(l.Notebooks, filepath.FromSlash(path.Dir(name)))
		text := string(texts[name])
		if name == "index.md" {
			at, folder = "README.md", l.Checkout
		} else if exported["README.md"] != "" {
			text = "[igbolab](" + strings.Repeat("../", strings.Count(name, "/")) + "index.md)\n\n" + text
		}
		text = relinked(text, at, name, exported)
		cell := map[string]any{"cell_type": "markdown", "id": "text", "metadata": struct{}{}, "source": text}
		notebook, err := json.Marshal(map[string]any{"cells": []any{cell}, "metadata": struct{}{}, "nbformat": 4, "nbformat_minor": 5})
		if err != nil {
			return nil, err
		}
		title := strings.TrimSuffix(path.Base(name), ".md")
		if name == "index.md" {
			title = "igbolab"
		}
		sources = append(sources, source{Title: title, Folder: folder, Text: string(notebook), Name: name})
	}
	return sources, nil
}

// relinked changes the links of a text whose path is at in the checkout, and name in the export.
func relinked(text, at, name string, exported map[string]string) string {
	markdownLink := regexp.MustCompile(`(!?\[[^\]]*\])\(([^)#\s:]+)(#[^)\s]*)?\)`) // to a file, or of a picture
	return markdownLink.ReplaceAllStringFunc(text, func(link string) string {
		m := markdownLink.FindStringSubmatch(link)
		target := path.Join(path.Dir(at), m[2])
		to, ok := exported[target]
		switch {
		case strings.HasPrefix(m[1], "!"), m[2] == "index.md" || strings.HasSuffix(m[2], "/index.md"):
			return link
		case !ok:
			return m[1] + "(" + repository + target + m[3] + ")"
		}
		up := strings.Repeat("../", strings.Count(name, "/"))
		return m[1] + "(" + up + to + m[3] + ")"
	})
}
