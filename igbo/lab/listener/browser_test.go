package listener

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestBrowserCommand checks that the argument is the page's address, which contains no token.
func TestBrowserCommand(t *testing.T) {
	dir := t.TempDir()
	opener := filepath.Join(dir, "opener")
	put(t, opener, "#!/bin/sh\necho \"$@\" >"+dir+"/args\n", 0o755)
	t.Setenv("BROWSER", opener)
	must.Do(t, OpenBrowser(dir, "http://127.0.0.1:1/lab?token=a&b"))
	page := content(filepath.Join(dir, "open.html"))
	if !strings.Contains(page, "url=http://127.0.0.1:1/lab?token=a&amp;b") {
		t.Errorf("the page is %s", page)
	}
	for range 6000 { // up to a minute on a busy machine
		if content(filepath.Join(dir, "args")) != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if args := content(filepath.Join(dir, "args")); args != "file://"+dir+"/open.html\n" {
		t.Errorf("the browser is told %q", args)
	}
	none := func(string) (string, error) { return "", errors.New("no") }
	if _, err := browserCommand("file:///x", "", none); err == nil {
		t.Error("no browser, and no error")
	}
}

// content returns the content of a file, or "" if there is none.
func content(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}
