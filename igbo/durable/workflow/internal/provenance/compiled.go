package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// sourceDigest returns the digest of all files of the module in the folder root that a build with these
// settings compiles or embeds. These files, and the packages' folders, must have been modified before the given
// time.
func sourceDigest(root string, settings []debug.BuildSetting, before time.Time) (string, error) {
	files, folders, err := sources(root, settings)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, name := range files {
		sum, err := durable.Digest(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, name, sum)
	}
	for _, name := range slices.Concat(files, folders) {
		if err := older(filepath.Join(root, filepath.FromSlash(name)), before); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sources returns the source and embedded files of the module's importable packages, and the packages' folders.
// Paths are relative to root.
func sources(root string, settings []debug.BuildSetting) (files, folders []string, err error) {
	context := contextOf(settings)
	files = []string{"go.mod", "go.sum"}
	for _, top := range []string{"datasets", "igbo", "plots"} {
		err = errors.Join(err, filepath.WalkDir(filepath.Join(root, top), func(dir string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case !e.IsDir():
				return nil
			case aside(dir, e.Name()):
				return filepath.SkipDir
			}
			inside, _ := filepath.Rel(root, dir) // dir is below root
			compiled, err := compiledIn(&context, dir)
			for _, name := range compiled {
				files = append(files, path.Join(filepath.ToSlash(inside), name))
			}
			if len(compiled) > 0 {
				folders = append(folders, filepath.ToSlash(inside))
			}
			return err
		}))
	}
	return files, folders, err
}

// older returns an error unless a file or folder was modified before the given time.
func older(path string, before time.Time) error {
	info, err := os.Stat(path)
	if err == nil && !info.ModTime().Before(before) {
		err = fmt.Errorf("workflow: %s changed after the program was built", path)
	}
	return err
}

// aside reports whether the go command ignores a folder and everything below it.
func aside(dir, name string) bool {
	if name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod")) // another module
	return err == nil
}

// contextOf returns the build context for these settings. It selects the files of a build.
func contextOf(settings []debug.BuildSetting) build.Context {
	c := build.Default
	for _, s := range settings {
		switch s.Key {
		case "CGO_ENABLED":
			c.CgoEnabled = s.Value == "1"
		case "-tags":
			c.BuildTags = strings.Split(s.Value, ",")
		case "GOEXPERIMENT":
			c.ToolTags = slices.Clone(c.ToolTags)
			for name := range strings.SplitSeq(s.Value, ",") {
				c.ToolTags = append(c.ToolTags, "goexperiment."+name)
			}
		}
	}
	return c
}

// compiledIn returns the files of the package in a folder and the files that it embeds, relative to the folder.
// It returns none if there is no package.
func compiledIn(c *build.Context, dir string) ([]string, error) {
	p, err := c.ImportDir(dir, 0)
	if none := (*build.NoGoError)(nil); errors.As(err, &none) {
		return nil, nil
	}
	if err != nil && len(p.InvalidGoFiles) == 0 { // otherwise the files count as they are, because programs that do not import the package can be built
		return nil, fmt.Errorf("workflow: %w", err)
	}
	files := slices.Concat(p.InvalidGoFiles, p.GoFiles, p.CgoFiles, p.CFiles, p.CXXFiles, p.MFiles, p.HFiles, p.FFiles, p.SFiles, p.SwigFiles, p.SwigCXXFiles, p.SysoFiles)
	for _, pattern := range p.EmbedPatterns {
		embedded, err := embeddedIn(os.DirFS(dir), pattern)
		if err != nil {
			return nil, fmt.Errorf("workflow: %s embeds %s: %w", dir, pattern, err)
		}
		files = append(files, embedded...)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// embeddedIn returns the files that a go:embed pattern matches. For a folder, these are all files below it.
// Files whose names start with a dot or an underscore are included only with the prefix all:.
func embeddedIn(dir fs.FS, pattern string) (files []string, err error) {
	pattern, all := strings.CutPrefix(pattern, "all:")
	named, err := fs.Glob(dir, pattern)
	for _, name := range named {
		err = errors.Join(err, fs.WalkDir(dir, name, func(at string, e fs.DirEntry, err error) error {
			hidden := at != name && !all && strings.ContainsAny(path.Base(at)[:1], "._")
			switch {
			case err != nil:
				return err
			case e.IsDir() && hidden:
				return fs.SkipDir
			case e.Type().IsRegular() && !hidden:
				files = append(files, at)
			}
			return nil
		}))
	}
	return files, err
}
