package stateful

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// The work module is the source's module plus the modules that the notebook requires: another go.mod and go.sum in the session's folder for
// the same files. Packages of the process keep their versions, and a requirement does not affect other notebooks.
const (
	workFile = "modules.mod"
	sumFile  = "modules.sum"
)

// workCommand runs the go command with the work module.
func (s *Session) workCommand(ctx context.Context, cgo bool, args ...string) ([]byte, error) {
	args = append([]string{args[0], "-modfile=" + s.file(workFile)}, args[1:]...)
	cmd := exec.CommandContext(ctx, s.made.Go, args...)
	cmd.Dir, cmd.Env = s.made.Source, append(s.made.environment(), "GOTOOLCHAIN=local")
	if cgo {
		cmd.Env = append(cmd.Env, "CGO_ENABLED=1")
	}
	problems := progress{output: s.Output}
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return out, fmt.Errorf("stateful: running go %s: %w\n%s", args[0], err, bytes.TrimSpace(problems.text.Bytes()))
	}
	return out, nil
}

// progress collects what the go command writes to its standard error, and passes on which modules are downloaded.
type progress struct {
	text   bytes.Buffer
	passed int
	output func(stream, text string)
}

func (p *progress) Write(b []byte) (int, error) {
	n, err := p.text.Write(b)
	for {
		line, _, whole := bytes.Cut(p.text.Bytes()[p.passed:], []byte("\n"))
		if !whole {
			return n, err
		}
		p.passed += len(line) + 1
		if module, is := bytes.CutPrefix(line, []byte("go: downloading ")); is && p.output != nil {
			p.output("stderr", "[downloading "+string(module)+"]\n")
		}
	}
}

// prepareWork makes the work module once, and reads the versions of the modules in the process.
func (s *Session) prepareWork(ctx context.Context) error {
	if !s.packages.work {
		for from, to := range map[string]string{"go.mod": workFile, "go.sum": sumFile} {
			text, err := os.ReadFile(filepath.Join(s.made.Source, from))
			if err == nil {
				err = os.WriteFile(s.file(to), text, 0o600)
			}
			if err != nil {
				return fmt.Errorf("stateful: making the work module: %w", err)
			}
		}
	}
	if s.packages.first == nil {
		versions, err := s.linkedVersions()
		if err != nil {
			return err
		}
		root, err := s.made.goCommand(ctx, "env", "GOROOT")
		if err != nil {
			return err
		}
		s.packages.first, s.packages.root = versions, strings.TrimSpace(string(root))
		s.packages.modules = maps.Clone(versions)
	}
	if !s.packages.work && len(s.Required) > 0 {
		if _, err := s.workCommand(ctx, false, append([]string{"get"}, s.Required...)...); err != nil {
			return err
		}
	}
	s.packages.work = true
	return nil
}

// versionsIn reads the versions that a go.mod selects, by module. It covers all modules whose packages the module's packages import.
func versionsIn(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	mod, err := modfile.ParseLax(file, text, nil)
	if err != nil {
		return nil, fmt.Errorf("stateful: %w", err)
	}
	versions := map[string]string{}
	for _, r := range mod.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	return versions, nil
}

// moduleOf returns the module of a package: the module with the longest path that is a prefix of the package's path.
func moduleOf(path string, versions map[string]string) string {
	for ; path != "." && path != "/"; path = filepath.Dir(path) {
		if versions[path] != "" {
			return path
		}
	}
	return ""
}

// Require adds modules whose packages cells can import. Each word is PATH or PATH@VERSION, where PATH is a module or one of its packages.
// The version is by default the one that the process has, or else the latest. It returns the modules as MODULE@VERSION, and the packages
// that have the paths.
//
// It returns an error if the go command fails, or if the process has another version of a module. After an error the modules are unchanged.
func (s *Session) Require(ctx context.Context, words ...string) (modules, packages []string, err error) {
	if err := s.prepareWork(ctx); err != nil {
		return nil, nil, err
	}
	words = slices.Clone(words)
	for i, w := range words {
		path, version, exact := strings.Cut(w, "@")
		if module := moduleOf(path, s.packages.modules); !exact && module != "" {
			words[i] = path + "@" + s.packages.modules[module] // the process can have only this version
		} else if exact && semver.Canonical(version) == version { // refused without downloading it
			if err := s.otherVersion(path, version); err != nil {
				return nil, nil, err
			}
		}
	}
	before := map[string][]byte{}
	for _, name := range []string{workFile, sumFile} {
		text, err := os.ReadFile(s.file(name))
		if err != nil {
			return nil, nil, fmt.Errorf("stateful: %w", err)
		}
		before[name] = text
	}
	modules, packages, err = s.require(ctx, words)
	if err != nil {
		for name, text := range before {
			err = errors.Join(err, os.WriteFile(s.file(name), text, 0o600))
		}
		return nil, nil, err
	}
	for _, m := range modules {
		path, _, _ := strings.Cut(m, "@")
		s.Required = append(slices.DeleteFunc(s.Required, func(old string) bool { return strings.HasPrefix(old, path+"@") }), m)
	}
	return modules, packages, nil
}

// otherVersion returns an error if the process has packages of another version of a module.
func (s *Session) otherVersion(module, version string) error {
	has := s.packages.modules[module]
	switch {
	case has == "" || has == version:
		return nil
	case s.packages.first[module] == has:
		return fmt.Errorf("stateful: requiring %s %s: the stateful process is linked with %s (cells after %%live off can use another version)", module, version, has)
	}
	return fmt.Errorf("stateful: requiring %s %s: %s is already loaded, and a process can load only one version of a module (run %%reset first)", module, version, has)
}

func (s *Session) require(ctx context.Context, words []string) (modules, packages []string, err error) {
	if _, err := s.workCommand(ctx, false, append([]string{"get"}, words...)...); err != nil {
		return nil, nil, err
	}
	versions, err := versionsIn(s.file(workFile))
	if err != nil {
		return nil, nil, err
	}
	for _, w := range words {
		path, _, _ := strings.Cut(w, "@")
		module := moduleOf(path, versions)
		if module == "" {
			return nil, nil, fmt.Errorf("stateful: requiring %s: the go command found no module with this path", path)
		}
		if err := s.otherVersion(module, versions[module]); err != nil {
			return nil, nil, err
		}
		modules, packages = append(modules, module+"@"+versions[module]), append(packages, path)
	}
	all, err := s.list(ctx, false, append([]string{"-e", "-find", "-json=ImportPath,Name", "--"}, packages...)...)
	packages = nil
	for _, l := range all {
		if l.Name != "" && l.Name != "main" {
			packages = append(packages, l.ImportPath)
		}
	}
	return modules, packages, err
}

// linkedVersions returns the versions of the modules whose packages the process has from its start.
func (s *Session) linkedVersions() (map[string]string, error) {
	selected, err := versionsIn(filepath.Join(s.made.Source, "go.mod"))
	if err != nil {
		return nil, err
	}
	versions := map[string]string{}
	for path := range s.packages.linked {
		if m := moduleOf(path, selected); m != "" {
			versions[m] = selected[m]
		}
	}
	return versions, nil
}
