package door

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
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

// WriteToken writes the token, or one that it draws, into a configuration of
// JupyterLab in the session's folder, and returns it with the setting by which
// JupyterLab finds that before any other configuration.
func WriteToken(folder, asked string) (token, setting string, err error) {
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

// Hide removes the token from a log.
func Hide(log, token string) string {
	return strings.NewReplacer(token, "…", url.QueryEscape(token), "…").Replace(log)
}
