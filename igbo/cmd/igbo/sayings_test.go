package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// projectRoot is the folder of go.mod.
const projectRoot = "../../.."

// saying is a command line in a text.
type saying struct{ where, line string }

var (
	shellBlock   = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	codeSpan     = regexp.MustCompile("`([^`\n]+)`")
	inset        = regexp.MustCompile(`(?m)^    (\S.*)$`)
	reportedInGo = regexp.MustCompile("`(igbo [^`\n%\"]+)`")
	runsIgbo     = regexp.MustCompile(`(?:^|\s)(?:igbo|go run \./igbo/cmd/igbo)(\s.*)?$`)
)

// sayings returns everything that may be a command line in the documentation, the notebooks' prose, the sources and the help texts.
func sayings(t *testing.T) (found []saying) {
	t.Helper()
	for _, pattern := range []string{"*.md", ".github/*.md", "igbo/research/bench/*.md", "docker/*.md", "notebooks/pages/*.md", "notebooks/*.ipynb"} {
		paths := must.Of(filepath.Glob(filepath.Join(projectRoot, filepath.FromSlash(pattern)))).In(t)
		for _, path := range paths {
			text := prose(t, path)
			for _, block := range shellBlock.FindAllStringSubmatch(text, -1) {
				for line := range strings.Lines(block[1]) {
					found = append(found, saying{path, strings.TrimSpace(line)})
				}
			}
			for _, m := range append(codeSpan.FindAllStringSubmatch(text, -1), inset.FindAllStringSubmatch(text, -1)...) {
				found = append(found, saying{path, m[1]})
			}
		}
	}
	err := filepath.WalkDir(filepath.Join(projectRoot, "igbo"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range reportedInGo.FindAllStringSubmatch(string(text), -1) {
			found = append(found, saying{path, m[1]})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	cli.Each(newRootCommand(), func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			found = append(found, saying{c.CommandPath(), strings.TrimSpace(line)})
		}
	})
	return found
}

// prose returns the text of a Markdown file, or of a notebook's cells.
func prose(t *testing.T, path string) string {
	t.Helper()
	text := must.Of(os.ReadFile(path)).In(t)
	if filepath.Ext(path) != ".ipynb" {
		return string(text)
	}
	var book struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source []string
		}
	}
	if err := json.Unmarshal(text, &book); err != nil {
		t.Fatal(path, err)
	}
	var all strings.Builder
	for _, c := range book.Cells {
		if c.Type == "markdown" {
			all.WriteString(strings.Join(c.Source, "") + "\n\n")
		}
	}
	return all.String()
}

// arguments returns the arguments of igbo in a command line, and false if the line does not run igbo.
func arguments(line string) ([]string, bool) {
	line, _, _ = strings.Cut(line, " #")
	line, _, _ = strings.Cut(line, " | ")
	line, _, _ = strings.Cut(line, " && ")
	m := runsIgbo.FindStringSubmatch(line)
	if m == nil {
		return nil, false
	}
	// A quoted argument is one word, whatever it is.
	return strings.Fields(quoted.ReplaceAllString(strings.ReplaceAll(m[1], "…", ""), "quoted")), true
}

// quoted matches an argument with spaces in quotes of either kind.
var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)

// parse finds the command and parses its flags and arguments, without running it.
func parse(args []string) error {
	c, rest, err := newRootCommand().Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil && err != pflag.ErrHelp {
		return err
	}
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return fmt.Errorf("no command %q", c.Flags().Arg(0))
	}
	if len(rest) == 0 {
		return nil // a sentence that names the command
	}
	return c.ValidateArgs(c.Flags().Args())
}

// TestSayingsRun checks that every command line in a text uses existing commands and flags.
func TestSayingsRun(t *testing.T) {
	lines := 0
	for _, s := range sayings(t) {
		args, ours := arguments(s.line)
		if !ours {
			continue
		}
		lines++
		if err := parse(args); err != nil {
			t.Errorf("%s: %s: %v", s.where, s.line, err)
		}
	}
	if lines < 30 {
		t.Errorf("%d command lines found, so the test looks past them", lines)
	}
	for _, wrong := range [][]string{{"no-such"}, {"lab", "--no-such"}, {"reproduce", "--seeds", "five"}, {"version", "x"}} {
		if parse(wrong) == nil {
			t.Errorf("igbo %s parses", strings.Join(wrong, " "))
		}
	}
}

// TestSaidFlagsAreThere checks that a flag that a text mentions alone exists in some command.
func TestSaidFlagsAreThere(t *testing.T) {
	known := map[string]bool{}
	cli.Each(newRootCommand(), func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
	})
	for _, s := range sayings(t) {
		if name := strings.FieldsFunc(s.line, func(r rune) bool { return r == ' ' || r == '=' }); strings.HasPrefix(s.line, "--") && !known[name[0]] {
			t.Errorf("%s: no command has %s", s.where, s.line)
		}
	}
}

// TestSaidTestsAreThere checks that a go test command in a text has existing packages, and that its -run pattern matches a test in them.
func TestSaidTestsAreThere(t *testing.T) {
	tests := 0
	for _, s := range sayings(t) {
		fields := strings.Fields(strings.SplitN(s.line, " #", 2)[0])
		at := slices.Index(fields, "test")
		if at < 1 || fields[at-1] != "go" {
			continue
		}
		pattern := ""
		for i, f := range fields[at+1:] {
			if f == "-run" && !slices.Contains(fields, "-bench") {
				pattern = fields[at+2+i]
			}
			if !strings.HasPrefix(f, "./") || strings.HasSuffix(f, "/...") {
				continue
			}
			tests++
			if !hasTest(t, filepath.Join(projectRoot, f), pattern) {
				t.Errorf("%s: %s: %s has no test %q", s.where, s.line, f, pattern)
			}
		}
	}
	if tests < 4 {
		t.Errorf("%d go test commands found, so the test looks past them", tests)
	}
}

var testNames = regexp.MustCompile(`(?m)^func (Test\w*)`)

// hasTest reports whether a folder has a test whose name matches a pattern.
func hasTest(t *testing.T, dir, pattern string) bool {
	t.Helper()
	paths := must.Of(filepath.Glob(filepath.Join(dir, "*_test.go"))).In(t)
	for _, path := range paths {
		text := must.Of(os.ReadFile(path)).In(t)
		for _, found := range testNames.FindAllSubmatch(text, -1) {
			if regexp.MustCompile(pattern).Match(found[1]) {
				return true
			}
		}
	}
	return false
}
