// Command module writes the tree of a commit as a version of the module, into a folder that GOPROXY=file://FOLDER reads:
//
//	go run .ci/module.go VERSION FOLDER [COMMIT]
//
// It fails if the tree has a file name that modules do not allow, or is larger than modules may be.
package main

import (
	archivezip "archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const path = "github.com/igbolab/igbolab"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 && len(os.Args) != 4 {
		log.Fatal("usage: go run .ci/module.go VERSION FOLDER [COMMIT]")
	}
	commit := "HEAD"
	if len(os.Args) == 4 {
		commit = os.Args[3]
	}
	if err := write(os.Args[1], filepath.Join(os.Args[2], filepath.FromSlash(path), "@v"), commit); err != nil {
		log.Fatalf("module: %v", err)
	}
}

// file is a file of a Git archive.
type file struct{ *archivezip.File }

func (f file) Path() string                { return f.Name }
func (f file) Lstat() (fs.FileInfo, error) { return f.FileInfo(), nil }

// write writes the four files of a version.
func write(version, dir, commit string) error {
	gomod, err := exec.Command("git", "show", commit+":go.mod").Output()
	if err != nil {
		return fmt.Errorf("reading go.mod of %s: %w", commit, err)
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, time.Now().UTC()})
	if err != nil {
		return err
	}
	tree, err := exec.Command("git", "archive", "--format=zip", commit).Output()
	if err != nil {
		return fmt.Errorf("reading the tree of %s: %w", commit, err)
	}
	archived, err := archivezip.NewReader(bytes.NewReader(tree), int64(len(tree)))
	if err != nil {
		return err
	}
	var files []zip.File
	for _, f := range archived.File {
		if !f.FileInfo().IsDir() {
			files = append(files, file{f})
		}
	}
	var archive bytes.Buffer
	if err := zip.Create(&archive, module.Version{Path: path, Version: version}, files); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range map[string][]byte{"list": []byte(version + "\n"), version + ".mod": gomod, version + ".info": info, version + ".zip": archive.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%s@%s: %.1f MB as a zip file (at most %d MB)\n", path, version, float64(archive.Len())/1e6, zip.MaxZipFile>>20)
	return nil
}
