package lab

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// TokenVariable is the environment variable that may hold the token of `igbo lab`.
const TokenVariable = "IGBOLAB_TOKEN"

// maxToken is the largest size of a token's file, in bytes.
const maxToken = 4096

// ReadToken reads a token from a file that its owner alone may read, or, where no
// file is named, from TokenVariable; empty means that one is drawn.
//
// Errors: a file that others may read, one that is empty or larger than 4096 bytes,
// and a token that is not one line of text.
func ReadToken(path string) (string, error) {
	token, from := strings.TrimSpace(os.Getenv(TokenVariable)), TokenVariable
	if path != "" {
		text, err := readPrivate(path)
		if err != nil {
			return "", fmt.Errorf("lab: %w", err)
		}
		if token, from = strings.TrimSpace(text), path; token == "" {
			return "", fmt.Errorf("lab: %s holds no token, expected one line", path)
		}
	}
	if strings.ContainsFunc(token, unicode.IsControl) || !utf8.ValidString(token) {
		return "", fmt.Errorf("lab: the token in %s has line ends or control characters, expected one line of text", from)
	}
	return token, nil
}

// readPrivate reads a small file that its owner alone may read.
func readPrivate(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("others may read the token in %s (mode %04o), expected mode 0600", path, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, maxToken+1))
	if err == nil && len(text) > maxToken {
		err = fmt.Errorf("%s has more than %d bytes, expected one line with a token", path, maxToken)
	}
	return string(text), err
}

// writeToken writes the token, or one that it draws, into a configuration of
// JupyterLab in the session's folder, and returns it with the setting by which
// JupyterLab finds that before any other configuration.
func writeToken(folder, asked string) (token, setting string, err error) {
	token = asked
	if token == "" {
		token = rand.Text()
	}
	text, err := json.Marshal(map[string]any{"IdentityProvider": map[string]string{"token": token}})
	if err != nil {
		return "", "", fmt.Errorf("lab: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "jupyter_server_config.json"), text, 0o600); err != nil {
		return "", "", fmt.Errorf("lab: %w", err)
	}
	return token, "JUPYTER_CONFIG_PATH=" + folder, nil
}

// hide removes the token from a log.
func hide(log, token string) string {
	return strings.NewReplacer(token, "…", url.QueryEscape(token), "…").Replace(log)
}

// openBrowser opens the address by way of a page in the session's folder that
// leads there: an argument with the token would show in the process list.
func openBrowser(folder, address string) error {
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
