package plots_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

func TestSave(t *testing.T) {
	dir := t.TempDir()
	figure := bars(t, "importance")
	paths := []string{filepath.Join(dir, "f.png"), filepath.Join(dir, "f.svg")}
	if err := plots.Save(figure, paths...); err != nil {
		t.Fatal(err)
	}
	for path, start := range map[string]string{paths[0]: "\x89PNG", paths[1]: "<?xml"} {
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s: %v, %.20q", path, err, data)
		}
	}
	before, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]string{{paths[0], filepath.Join(dir, "f.gif")}, {filepath.Join(dir, "none", "f.png")}, {}} {
		if err := plots.Save(figure, bad...); err == nil || !strings.HasPrefix(err.Error(), "plots: Save: ") {
			t.Errorf("Save to %q: error %v", bad, err)
		}
	}
	if err := plots.Save(nil, paths[0]); err == nil {
		t.Error("a nil figure was saved")
	}
	after, err := os.ReadFile(paths[0])
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("a failed Save changed the file, or %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d files, want the two saved", len(left))
	}
}

// TestSaveAll checks that SaveAll writes a PNG and an SVG for each figure, and a page for frames.
// If one file cannot be written, the other files do not change.
func TestSaveAll(t *testing.T) {
	dir := t.TempDir()
	frames, err := inline.Frames("λ", []float64{0, 1}, turned)
	if err != nil {
		t.Fatal(err)
	}
	album := []plots.Figure{bars(t, "importance"), frames}
	if err := plots.SaveAll(dir, album); err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]string{"importance.png": "\x89PNG", "importance.svg": "<?xml",
		"geometry.png": "\x89PNG", "geometry.svg": "<?xml", "geometry.html": "<!DOCTYPE html>"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s: %v, %.20q", name, err, data)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 5 {
		t.Errorf("%d files, want five", len(left))
	}
	full := t.TempDir()
	if err := os.Mkdir(filepath.Join(full, "geometry.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := plots.SaveAll(full, album); err == nil || !strings.HasPrefix(err.Error(), "plots: SaveAll: ") {
		t.Errorf("error %v: want that of a folder in the way", err)
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("%d files, want none beside the folder", len(left)-1)
	}
}

// TestAlbumsTellFiguresApart checks that two figures whose names differ only in case are rejected,
// because one file would overwrite the other.
func TestAlbumsTellFiguresApart(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, album := range [][]plots.Figure{{bars(t, "a"), bars(t, "A")}, {bars(t, "a"), nil}} {
		_, err := plots.Files(album)
		for function, err := range map[string]error{"Files": err, "SaveAll": plots.SaveAll(".", album), "ShowAll": plots.ShowAll(album)} {
			if err == nil || !strings.HasPrefix(err.Error(), "plots: ") {
				t.Errorf("%s: error %v", function, err)
			}
		}
	}
	want := errors.New("no figure")
	if err := plots.ShowAll([]plots.Figure{bars(t, "a")}, want); !errors.Is(err, want) {
		t.Errorf("error %v, want the one of making the figures", err)
	}
	if left, _ := os.ReadDir("."); len(left) != 0 {
		t.Errorf("%d files, want none", len(left))
	}
	if err := plots.ShowAll([]plots.Figure{bars(t, "a"), bars(t, "b")}); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir("."); len(left) != 2 {
		t.Errorf("%d files, want two", len(left))
	}
}

// bars returns a small figure with the given name.
func bars(t *testing.T, name string) plots.Figure {
	t.Helper()
	figure, err := plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: one}}, plots.Name(name))
	if err != nil {
		t.Fatal(err)
	}
	return figure
}
