package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// inAndOut is how a room's documentation says what flows.
var inAndOut = regexp.MustCompile(`(?s)What flows in:.*What flows\s+out:`)

// TestRooms: every room says what flows in and out, and uses what all commands
// share but no other family of commands; that uses none of them.
func TestRooms(t *testing.T) {
	const rooms, shared = "github.com/igbolab/igbolab/igbo/cmd/igbo/internal/", "cli"
	folders, err := filepath.Glob(filepath.Join("internal", "*"))
	if err != nil || len(folders) < 3 {
		t.Fatalf("rooms %v, %v, so the test looks past them", folders, err)
	}
	for _, folder := range folders {
		files := must.Of(filepath.Glob(filepath.Join(folder, "*.go"))).In(t)
		said := false
		for _, path := range files {
			file := must.Of(parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)).In(t)
			said = said || filepath.Base(path) == "doc.go" && inAndOut.MatchString(file.Doc.Text())
			for _, i := range file.Imports {
				other, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), rooms)
				if ours && (other != shared || filepath.Base(folder) == shared) {
					t.Errorf("%s imports the room %s", path, other)
				}
			}
		}
		if !said {
			t.Errorf("%s: its doc.go does not say what flows in and out", folder)
		}
	}
}
