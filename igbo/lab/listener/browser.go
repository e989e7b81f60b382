package listener

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

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// OpenBrowser opens the address with a page in the session's folder that redirects to it, because an argument with the token would appear
// in the process list.
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
	// The browser continues after the lab, so it belongs neither to its session nor to its terminal.
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.SysProcAttr = procgroup.Apart()
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

// browserCommand returns the command that opens an address on this system.
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
	return nil, errors.New("BROWSER is not set, and xdg-open was not found")
}

// Answers waits until the JupyterLab of the session in a folder answers. JupyterLab writes into the folder that it has the port, so no
// other server at that address is contacted. It returns false if the context ended before.
func Answers(ctx context.Context, at netip.AddrPort, folder string) bool {
	client := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}} // without a proxy
	for listens := false; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if !listens {
			reported, _ := filepath.Glob(filepath.Join(folder, "jpserver-*.json"))
			listens = len(reported) > 0
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

// RemoveOpenPages removes pages with the token that JupyterLab writes to open a browser itself. They have mode 0644, but are in a private
// folder.
func RemoveOpenPages(folder string) {
	pages, _ := filepath.Glob(filepath.Join(folder, "jpserver-*-open.html"))
	for _, page := range pages {
		_ = os.Remove(page)
	}
}
