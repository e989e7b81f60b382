package listener

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

// TokenVariable is the environment variable with the token of `igbo lab`.
const TokenVariable = "IGBOLAB_TOKEN"

// maxToken is the maximum size of a token file, in bytes.
const maxToken = 4096

// ReadToken reads a token from a file that only its owner can read or, without a file, from TokenVariable. If the result is empty, the
// caller must choose a random token.
//
// It returns an error if other users can read the file, if the file is empty or larger than 4096 bytes, or if the token is not one line of
// text.
func ReadToken(path string) (string, error) {
	token, from := strings.TrimSpace(os.Getenv(TokenVariable)), TokenVariable
	if path != "" {
		text, err := readPrivate(path)
		if err != nil {
			return "", fmt.Errorf("lab: %w", err)
		}
		if token, from = strings.TrimSpace(text), path; token == "" {
			return "", fmt.Errorf("lab: the token file %s is empty; it must contain one line with the token", path)
		}
	}
	if strings.ContainsFunc(token, unicode.IsControl) || !utf8.ValidString(token) {
		return "", fmt.Errorf("lab: the token in %s must be one line without control characters", from)
	}
	return token, nil
}

// readPrivate reads a small file that only its owner can read.
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
		return "", fmt.Errorf("other users can read the token in %s: its mode is %04o, but must be 0600", path, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, maxToken+1))
	if err == nil && len(text) > maxToken {
		err = fmt.Errorf("%s is too large (max %d bytes); it must contain one line with a token", path, maxToken)
	}
	return string(text), err
}

// WriteToken writes the token, or a random one, into a configuration file of JupyterLab in the session's folder. It returns the token, and
// the setting with which JupyterLab reads that file before any other configuration.
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
