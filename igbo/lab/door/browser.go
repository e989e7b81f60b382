package door

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// OpenBrowser opens the address by way of a page in the session's folder that
// leads there: an argument with the token would show in the process list.
func OpenBrowser(folder, address string) error {
	page := filepath.Join(folder, "open.html")
	link := html.EscapeString(address)
	text := fmt.Sprintf("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; url=%[1]s\">\n<a href=\"%[1]s\">JupyterLab</a>\n", link)
	if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
		return err
	}
	file := url.URL{Scheme: "file", Path: filepath.ToSlash(page)}
	if runtime.GOOS == "windows" {
		file.Path = "/" + file.Path
	}
	argv, err := browserCommand(file.String(), os.Getenv("BROWSER"), exec.LookPath)
	if err != nil {
		return err
	}
	// The browser outlives the lab, so it belongs neither to its session nor to its terminal.
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = session.Apart()
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

// browserCommand is the command that opens an address here.
func browserCommand(address, chosen string, look func(string) (string, error)) ([]string, error) {
	switch runtime.GOOS {
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}, nil
	case "darwin":
		return []string{"open", address}, nil
	}
	for _, name := range append(strings.Split(chosen, ":"), "xdg-open", "wslview", "sensible-browser") {
		if path, err := look(name); name != "" && err == nil {
			return []string{path, address}, nil
		}
	}
	return nil, errors.New("neither BROWSER nor xdg-open is there")
}

// Answers waits until the JupyterLab of the session in a folder does, which says there that it has the port: who else
// answers at the address is asked for nothing. False: the context has ended before.
func Answers(ctx context.Context, at netip.AddrPort, folder string) bool {
	client := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // and no proxy
	for listens := false; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if !listens {
			said, _ := filepath.Glob(filepath.Join(folder, "jpserver-*.json"))
			listens = len(said) > 0
			continue
		}
		answer, err := client.Get("http://" + near(at).String() + "/api")
		if err == nil {
			answer.Body.Close()
			return true
		}
	}
	return false
}

// RemoveOpenPages removes the pages with the token that JupyterLab leaves for browsers it
// opens itself, of mode 0644, though in a private folder.
func RemoveOpenPages(folder string) {
	pages, _ := filepath.Glob(filepath.Join(folder, "jpserver-*-open.html"))
	for _, page := range pages {
		_ = os.Remove(page)
	}
}
