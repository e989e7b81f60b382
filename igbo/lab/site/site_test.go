package site

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestOverlay checks that this Go's compiler can be reduced to one architecture. It fails if another release changes the sources.
func TestOverlay(t *testing.T) {
	out := must.Of(exec.Command("go", "env", "GOROOT").Output()).In(t)
	path := must.Of(overlay(strings.TrimSpace(string(out)), t.TempDir())).In(t)
	text := must.Of(os.ReadFile(path)).In(t)
	var found struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &found); err != nil || len(found.Replace) != 2+len(patches) {
		t.Fatalf("%s (%v)", text, err)
	}
	for from, to := range found.Replace {
		less := must.Of(os.ReadFile(to)).In(t)
		if _, err := parser.ParseFile(token.NewFileSet(), to, less, 0); err != nil {
			t.Errorf("%s: %v", from, err)
		}
		if !strings.Contains(from, "compile") {
			continue
		}
		if !bytes.Contains(less, []byte(`"wasm"`)) || bytes.Contains(less, []byte(`"riscv64"`)) {
			t.Errorf("%s keeps other architectures, or not its own", from)
		}
	}
}

// TestOverlayRefuses checks that the error about a missing table names the file.
func TestOverlayRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "main.go")
	must.Do(t, os.WriteFile(path, []byte("package main\n\nfunc main() {}\n"), 0o600))
	if _, err := lessened(path, oneEntry); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, expected one with the file", err)
	}
	if _, err := patched(path, []patch{{"func other()", "func another()"}}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, expected one with the file", err)
	}
}

// wheel writes a package of JupyterLite with these files.
func wheel(t *testing.T, files map[string]string) string {
	t.Helper()
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	archive := tar.NewWriter(g)
	for name, text := range files {
		must.Do(t, archive.WriteHeader(&tar.Header{Name: "package/" + name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))}))
		if _, err := archive.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, archive.Close())
	must.Do(t, g.Close())
	path := filepath.Join(t.TempDir(), "jupyterlite.whl")
	f := must.Of(os.Create(path)).In(t)
	z := zip.NewWriter(f)
	w := must.Of(z.Create("jupyterlite_core/jupyterlite-app-0.0.0.tgz")).In(t)
	if _, err := w.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	must.Do(t, z.Close())
	must.Do(t, f.Close())
	return path
}

// read returns a file of the site that is being made.
func (m *maker) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(m.out, filepath.FromSlash(name)))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

func TestJupyter(t *testing.T) {
	m := &maker{out: t.TempDir(), Options: Options{JupyterLite: wheel(t, map[string]string{
		"jupyter-lite.json": `{"jupyter-config-data": {"appName": "theirs", "appUrl": "./lab"}}`, "service-worker.js": "theirs()",
		"build/a.js": "a()", "build/a.js.map": "map", "../outside.js": "no",
	})}}
	must.Do(t, m.jupyter())
	if got := m.read(t, "jupyter-lite.json"); !strings.Contains(got, `"defaultKernelName": "igbolab"`) || !strings.Contains(got, `"appUrl": "./lab"`) {
		t.Errorf("settings %s", got)
	}
	if m.read(t, theirs) != "theirs()" || m.read(t, "build/a.js") != "a()" {
		t.Error("files are lost")
	}
	for _, name := range []string{"build/a.js.map", "../outside.js"} {
		if _, err := os.Stat(filepath.Join(m.out, name)); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	for name, files := range map[string]map[string]string{"has no jupyter-lite.json": {"a": ""}, "has no jupyter-config-data": {"jupyter-lite.json": "{}"}} {
		m := &maker{out: t.TempDir(), Options: Options{JupyterLite: wheel(t, files)}}
		if err := m.jupyter(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, expected %q", err, name)
		}
	}
}

func TestContents(t *testing.T) {
	empty := []byte(`{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`)
	m := &maker{out: t.TempDir(), Options: Options{Files: map[string][]byte{"a.ipynb": empty, "solutions/a.ipynb": empty, "pages/deep/b.md": []byte("b")}}}
	must.Do(t, m.contents())
	for folder, want := range map[string]string{"": "a.ipynb notebook, pages directory, solutions directory", "solutions": "solutions/a.ipynb notebook", "pages": "pages/deep directory", "pages/deep": "pages/deep/b.md file"} {
		var found struct {
			Content []struct{ Path, Type string }
		}
		must.Do(t, json.Unmarshal([]byte(m.read(t, "api/contents/"+folder+"/all.json")), &found))
		var got []string
		for _, e := range found.Content {
			got = append(got, e.Path+" "+e.Type)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q holds %q, expected %q", folder, got, want)
		}
	}
	if !strings.Contains(m.read(t, "files/solutions/a.ipynb"), `"cells": []`) {
		t.Error("a notebook is lost")
	}
}

// TestReplaceable checks that a folder with other files is not changed, nor a site with additional or modified files.
func TestReplaceable(t *testing.T) {
	dir := t.TempDir()
	if err := replaceable(dir); err != nil {
		t.Error(err)
	}
	put := func(name string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600))
	}
	refused := func(what string) {
		t.Helper()
		if err := Make(t.Context(), Options{Folder: dir}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, expected one with %q", err, what)
		}
	}
	put("mine.txt")
	refused("is not an exported site")
	put(index)
	refused("no export wrote") // an older site without a record
	made := func(temp string) error { return os.WriteFile(filepath.Join(temp, index), []byte("{}"), 0o600) }
	must.Do(t, durable.WriteFolder(dir, made))
	if err := replaceable(dir); err != nil {
		t.Error(err)
	}
	put("beside.html")
	refused("beside.html")
	must.Do(t, os.Remove(filepath.Join(dir, "beside.html")))
	put(index)
	refused(index)
}

// TestMakeKeeps checks that a failed or interrupted Make leaves the earlier site, and nothing else.
func TestMakeKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "public")
	made := func(temp string) error { return os.WriteFile(filepath.Join(temp, index), []byte("{}"), 0o600) }
	must.Do(t, durable.WriteFolder(dir, made))
	checkout := must.Of(filepath.Abs("../../..")).In(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupted := Options{
		Folder: dir, Source: checkout, Packages: []string{"fmt"}, JupyterLite: wheel(t, map[string]string{"jupyter-lite.json": `{"jupyter-config-data": {}}`}),
		Say: func(line string) {
			if strings.HasPrefix(line, "building") {
				interrupt()
			}
		},
	}
	for want, o := range map[string]Options{"JupyterLite": {Folder: dir, JupyterLite: "none.whl"}, "canceled": interrupted} {
		if err := Make(ctx, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected one with %q", err, want)
		}
		if _, err := durable.ReadFolder(dir); err != nil {
			t.Errorf("after %q: %v", want, err)
		}
	}
	if ctx.Err() == nil {
		t.Error("nothing was interrupted")
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 {
		t.Errorf("%v beside the site (%v)", entries, err)
	}
}

// TestPackingEnds checks that an interrupt stops the packing of packages, which takes half a minute, after those in progress.
func TestPackingEnds(t *testing.T) {
	inputs.Module(t)
	ctx, cancel := context.WithCancel(t.Context())
	m := &maker{Options{Source: "../../..", Go: "go", Say: func(line string) {
		if strings.HasPrefix(line, "packing") {
			cancel()
		}
	}}, t.TempDir(), t.TempDir()}
	_, err := m.makePackages(ctx, []string{"fmt"})
	if packed, _ := filepath.Glob(filepath.Join(m.out, "go", "packages", "*")); !errors.Is(err, context.Canceled) || len(packed) > 0 {
		t.Errorf("error %v, and %d files were packed, expected an end before the first", err, len(packed))
	}
}

// TestWorkersScripts checks that the page lists every script that the kernel's workers load, so one visit caches all of them.
func TestWorkersScripts(t *testing.T) {
	page := must.Of(static.ReadFile("static/remoteEntry.js")).In(t)
	scripts := must.Of(static.ReadDir("static")).In(t)
	known := 0
	for _, f := range scripts {
		if name := strings.TrimSuffix(f.Name(), ".js"); strings.Contains(string(page), "'"+name+"'") {
			known++
		} else if !slices.Contains([]string{"remoteEntry", "kernel", "storage", "contents", "service-worker"}, name) {
			t.Errorf("remoteEntry.js does not name %s", name)
		}
	}
	if known < 6 || !strings.Contains(string(page), "'wasm_exec'") {
		t.Errorf("%d scripts are named", known)
	}
}
