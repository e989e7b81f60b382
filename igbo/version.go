package igbo

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/module"
)

// Version is the number of the latest release. In the repository, it is already the next number
// while a release is being prepared.
const Version = "0.1.0"

// ownVersion returns the version of this library in the build: the number of a release, or else
// Version with the commit of the build or of version control.
func ownVersion(built string) string {
	if commit, err := module.PseudoVersionRev(built); err == nil {
		if strings.HasSuffix(built, "+dirty") {
			commit += " with changes"
		}
		return Version + " at " + commit
	}
	if built != "" && built != "(devel)" {
		return strings.TrimPrefix(built, "v")
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

// movedSince reports whether the checkout moved to another commit after the program was built. The
// commit of the build is then unknown.
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

// gitFolder returns the folder in which Git stores the state of a checkout or a worktree.
func gitFolder(root string) string {
	git := filepath.Join(root, ".git")
	if info, err := os.Lstat(git); err == nil && info.IsDir() { // do not open it: go test would treat every change in it as a change of an input
		return git
	}
	if elsewhere, ok := strings.CutPrefix(read(git), "gitdir: "); ok {
		return elsewhere
	}
	return git
}

// read returns the content of a file without surrounding space, or "" if it does not exist.
func read(parts ...string) string {
	text, _ := os.ReadFile(filepath.Join(parts...))
	return strings.TrimSpace(string(text))
}

// revision returns the abbreviated commit of a Git checkout, or "" if there is none.
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

// packed returns the commit of a ref in packed-refs.
func packed(refs, ref string) string {
	for line := range strings.Lines(refs) {
		if commit, ok := strings.CutSuffix(strings.TrimSpace(line), " "+ref); ok {
			return commit
		}
	}
	return ""
}
