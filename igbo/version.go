package igbo

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/module"
)

// Version is that of the release which this source becomes.
const Version = "0.1.0-dev"

// ownVersion is that of this library by the build: of a release its number, else the
// source's, with the commit that the build or version control says.
func ownVersion(built string) string {
	if commit, err := module.PseudoVersionRev(built); err == nil {
		if strings.HasSuffix(built, "+dirty") {
			commit += " with changes"
		}
		return Version + " at " + commit
	}
	if built != "" && built != "(devel)" {
		return built
	}
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Dir(filepath.Dir(here))
	commit := revision(root)
	switch {
	case commit == "":
		return Version + ", a checkout"
	case movedSince(root):
		return Version + ", a checkout of a build before " + commit
	}
	return Version + ", a checkout at " + commit
}

// movedSince is whether the checkout went to another commit after the program was built, whose commit is not known then.
func movedSince(root string) bool {
	program, err := os.Executable()
	if err != nil {
		return false
	}
	built, err := os.Stat(program)
	if err != nil {
		return false
	}
	moved, err := os.Stat(filepath.Join(gitFolder(root), "logs", "HEAD"))
	return err == nil && moved.ModTime().After(built.ModTime())
}

// gitFolder is where Git keeps what it knows of a checkout or a worktree.
func gitFolder(root string) string {
	git := filepath.Join(root, ".git")
	if info, err := os.Lstat(git); err == nil && info.IsDir() { // which is not opened: go test would take all that changes in it for read
		return git
	}
	if elsewhere, ok := strings.CutPrefix(read(git), "gitdir: "); ok {
		return elsewhere
	}
	return git
}

// read is the text of a file without space around; "" where there is none.
func read(parts ...string) string {
	text, _ := os.ReadFile(filepath.Join(parts...))
	return strings.TrimSpace(string(text))
}

// revision is the commit of a Git checkout, shortened; "" where there is none.
func revision(root string) string {
	git := gitFolder(root)
	commit := read(git, "HEAD")
	if ref, ok := strings.CutPrefix(commit, "ref: "); ok {
		common := filepath.Join(git, read(git, "commondir")) // of a worktree
		if commit = read(common, ref); commit == "" {
			commit = packed(read(common, "packed-refs"), ref)
		}
	}
	return commit[:min(12, len(commit))]
}

// packed finds the commit of a ref among packed ones.
func packed(refs, ref string) string {
	for line := range strings.Lines(refs) {
		if commit, ok := strings.CutSuffix(strings.TrimSpace(line), " "+ref); ok {
			return commit
		}
	}
	return ""
}
