package site

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"path"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

const (
	extension     = "extensions/igbolab-kernel"
	serviceWorker = "service-worker.js"
	// theirs is the name of JupyterLite's own service worker, which the site's service worker loads.
	theirs = "service-worker-of-jupyterlite.js"
)

// jupyter unpacks JupyterLite and writes the site's features into its settings.
func (m *maker) jupyter() error {
	m.say("unpacking JupyterLite")
	wheel, err := zip.OpenReader(m.JupyterLite)
	if err != nil {
		return fmt.Errorf("site: JupyterLite: %w", err)
	}
	defer wheel.Close()
	for _, f := range wheel.File {
		if !strings.HasPrefix(path.Base(f.Name), "jupyterlite-app-") {
			continue
		}
		packed, err := f.Open()
		if err != nil {
			return fmt.Errorf("site: JupyterLite: %w", err)
		}
		defer packed.Close()
		return m.unpack(packed)
	}
	return fmt.Errorf("site: %s has no jupyterlite-app; it must be the Python package jupyterlite-core", m.JupyterLite)
}

// unpack writes the application, without files that only its developers need.
func (m *maker) unpack(packed io.Reader) error {
	unzipped, err := gzip.NewReader(packed)
	if err != nil {
		return fmt.Errorf("site: JupyterLite: %w", err)
	}
	settings := false
	for files := tar.NewReader(unzipped); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("site: JupyterLite: %w", err)
		}
		name := strings.TrimPrefix(path.Clean(h.Name), "package/")
		if h.Typeflag != tar.TypeReg || !fs.ValidPath(name) || strings.HasSuffix(name, ".map") || strings.HasPrefix(name, "rspack.") {
			continue
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return fmt.Errorf("site: JupyterLite: %w", err)
		}
		switch name {
		case "jupyter-lite.json":
			settings = true
			if text, err = configured(text); err != nil {
				return err
			}
		case serviceWorker:
			name = theirs
		}
		if err := m.write(name, text); err != nil {
			return err
		}
	}
	if !settings {
		return errors.New("site: JupyterLite has no jupyter-lite.json (want release 0.8)")
	}
	return nil
}

// configured returns JupyterLite's settings with those of the site.
func configured(text []byte) ([]byte, error) {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("site: jupyter-lite.json: %w", err)
	}
	page, is := all["jupyter-config-data"].(map[string]any)
	if !is {
		return nil, errors.New("site: jupyter-lite.json has no jupyter-config-data (want release 0.8)")
	}
	maps.Copy(page, map[string]any{
		"appName": "igbolab", "defaultKernelName": "igbolab", "exposeAppInBrowser": true, "contentsAllJsonFile": "all.json",
		"federated_extensions": []any{map[string]string{"name": path.Base(extension), "load": "static/remoteEntry.js", "extension": "./extension", "style": "./style"}},
		"settingsOverrides":    map[string]any{"@jupyterlab/apputils-extension:notification": map[string]any{"fetchNews": "false", "checkForUpdates": false}},
	})
	return json.MarshalIndent(all, "", "  ")
}

// contents writes the files that a reader sees, and the lists with which JupyterLite finds them.
func (m *maker) contents() error {
	folders, seen := map[string][]any{"": nil}, map[string]bool{".": true}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		text := m.Files[name]
		if path.Ext(name) == ".ipynb" {
			n, err := ipynb.Read(text)
			if err != nil {
				return fmt.Errorf("site: %s: %w", name, err)
			}
			n.Join() // JupyterLite passes a notebook to its page as in the file
			n.Trust(harmless)
			if text, err = n.Bytes(); err != nil {
				return fmt.Errorf("site: %s: %w", name, err)
			}
		}
		if err := m.write("files/"+name, text); err != nil {
			return err
		}
		for at := path.Dir(name); !seen[at]; at = path.Dir(at) {
			seen[at] = true
			up := strings.TrimPrefix(path.Dir(at), ".")
			folders[up] = append(folders[up], entry(at, "directory", "json", nil))
		}
		kind, format := "file", "text"
		switch mimetype := mime.TypeByExtension(path.Ext(name)); {
		case path.Ext(name) == ".ipynb":
			kind, format = "notebook", "json"
		case strings.HasPrefix(mimetype, "image/"):
			format = "base64"
		}
		up := strings.TrimPrefix(path.Dir(name), ".")
		folders[up] = append(folders[up], entry(name, kind, format, text))
	}
	if err := m.start(); err != nil {
		return err
	}
	for at, list := range folders {
		e := entry(at, "directory", "json", nil)
		e["content"] = list
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := m.write(path.Join("api/contents", at, "all.json"), text); err != nil {
			return err
		}
	}
	return nil
}

// entry describes a file or folder. Its times are zero, so a reader's own copy is always newer.
func entry(name, kind, format string, content []byte) map[string]any {
	const time = "2026-01-01T00:00:00Z"
	e := map[string]any{"name": strings.TrimPrefix(path.Base(name), "."), "path": name, "type": kind, "format": format, "mimetype": nil, "writable": true, "created": time, "last_modified": time, "content": nil}
	if kind == "file" {
		e["mimetype"] = mime.TypeByExtension(path.Ext(name))
	}
	if kind != "directory" {
		e["size"] = len(content)
	}
	return e
}

// copyTree visits the files of a folder.
func copyTree(from fs.FS, root string, visit func(name string, text []byte) error) error {
	return fs.WalkDir(from, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return visit(strings.TrimPrefix(name, root+"/"), text)
	})
}
