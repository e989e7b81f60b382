package doctest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// root is the folder of go.mod.
const root = "../../.."

// read reads a file below the root.
func read(t *testing.T, path string) string {
	t.Helper()
	text := must.Of(os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))).In(t)
	return string(text)
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// blocks returns the fenced blocks in a language.
func blocks(markdown, language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(markdown, -1) {
		if m[1] == language {
			found = append(found, m[2])
		}
	}
	return found
}

// cell is one cell of a notebook.
type cell struct {
	ID       string   `json:"id"`
	Type     string   `json:"cell_type"`
	Source   []string `json:"source"`
	Count    int      `json:"execution_count"`
	Metadata struct{ Tags []string }
	Outputs  []struct {
		Type  string   `json:"output_type"`
		Name  string   `json:"name"`
		Text  []string `json:"text"`
		Error string   `json:"evalue"`
		Data  map[string]any
	}
}

func (c cell) text() string { return strings.Join(c.Source, "") }

// documents returns all texts in Markdown by path: the files, and the prose of the notebooks.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	must.Do(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch name = filepath.ToSlash(name); {
		case err != nil:
			return err
		case e.IsDir() && name != "." && name != ".github" && (strings.HasPrefix(e.Name(), ".") || e.Name() == "out" || e.Name() == "work"):
			return filepath.SkipDir
		case !e.IsDir() && strings.HasSuffix(name, ".md"):
			texts[name] = read(t, name)
		}
		return nil
	}))
	for path, b := range books(t) {
		texts[path] = b.prose()
	}
	return texts
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// anchor returns the anchor that Markdown renderers give a heading.
func anchor(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(title)) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestLinks checks that every link inside the project leads to a file, and to a heading of it.
func TestLinks(t *testing.T) {
	texts, links := documents(t), 0
	for path, text := range texts {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "attachment:") {
				continue
			}
			links++
			file, fragment, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(path), file))
			}
			if _, err := os.Stat(filepath.Join(root, target)); errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s links to %s, which is not there", path, m[1])
			}
			found := fragment == ""
			for _, h := range heading.FindAllStringSubmatch(texts[target], -1) {
				found = found || anchor(h[1]) == fragment || strings.HasSuffix(target, ".ipynb") && strings.ReplaceAll(h[1], " ", "-") == fragment // as Jupyter names it
			}
			if !found {
				t.Errorf("%s links to %s, a heading that is not there", path, m[1])
			}
		}
	}
	if links < 15 {
		t.Errorf("%d links found, so the test looks past them", links)
	}
}
