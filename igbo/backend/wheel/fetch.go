package wheel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
)

// patience is the longest time to wait for data from a server.
var patience = time.Minute

// Fetch copies the wheel to the file target and verifies its size and digest. If Fetch fails, target is unchanged. from
// is the URL of a package index, the URL of the wheel itself (ending in its file name), or a local file or folder. URLs
// must use https, or http on this machine; a path must not contain "://". Fetch returns the URL or path of the wheel,
// without credentials and query.
//
// Fetch returns an error if from is empty or not found, if the server fails or stops sending data, if the file has the
// wrong size or digest, or if ctx is cancelled.
func (w Wheel) Fetch(ctx context.Context, from, target string) (origin string, err error) {
	err = durable.Write(target, 0o600, func(out io.Writer) error {
		body, address, err := w.open(ctx, from)
		if err != nil {
			return err
		}
		defer body.Close()
		origin = address
		return w.copy(out, &watched{ctx: ctx, Reader: body})
	})
	var inner *os.PathError
	if errors.As(err, &inner) && strings.HasPrefix(inner.Err.Error(), "wheel: ") {
		err = inner.Err // the inner message is complete
	}
	return origin, err
}

// open opens the wheel at its URL or path.
func (w Wheel) open(ctx context.Context, from string) (body io.ReadCloser, origin string, err error) {
	if from == "" {
		return nil, "", errors.New("wheel: the source is empty (pass the URL of an index or a wheel, or a local file or folder)")
	}
	if name, isFile := strings.CutPrefix(from, "file://"); isFile || !strings.Contains(from, "://") {
		return w.openFile(name)
	}
	address, err := url.Parse(from)
	if err != nil {
		return nil, "", fmt.Errorf("wheel: the source is not a valid URL: %w", err)
	}
	if path.Base(address.Path) != w.File {
		if address, err = w.locate(ctx, address); err != nil {
			return nil, "", err
		}
	}
	response, err := get(ctx, address, "*/*")
	if err != nil {
		return nil, "", err
	}
	address.RawQuery, address.User = "", nil // they may contain secrets
	return response.Body, address.String(), nil
}

// openFile opens a local wheel, given its path or the path of its folder.
func (w Wheel) openFile(name string) (io.ReadCloser, string, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, w.File)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", fmt.Errorf("wheel: %w", err)
	}
	return f, name, nil
}

// copy copies the wheel and verifies its size and digest. It reads at most one byte more than the expected size.
func (w Wheel) copy(out io.Writer, body io.Reader) error {
	digest := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, digest), io.LimitReader(body, w.Size+1))
	got := hex.EncodeToString(digest.Sum(nil))
	switch {
	case err != nil:
		return fmt.Errorf("wheel: reading %s: failed after %d of %d bytes: %w", w.File, n, w.Size, err)
	case n < w.Size:
		return fmt.Errorf("wheel: %s is truncated: it has %d bytes, but must have %d", w.File, n, w.Size)
	case n > w.Size:
		return fmt.Errorf("wheel: %s is too large: it must have %d bytes", w.File, w.Size)
	case got != w.SHA256:
		return fmt.Errorf("wheel: %s is not the expected file: its SHA-256 is %s, but must be %s", w.File, got, w.SHA256)
	}
	return nil
}

// client follows redirects only to addresses that safe accepts.
var client = &http.Client{CheckRedirect: func(request *http.Request, via []*http.Request) error {
	if len(via) > 10 {
		return errors.New("the server sent more than 10 redirects")
	}
	return safe(request.URL)
}}

// safe returns an error unless the address uses https, or http on this machine.
func safe(address *url.URL) error {
	host := net.ParseIP(address.Hostname())
	if address.Scheme == "https" || address.Scheme == "http" && (host.IsLoopback() || address.Hostname() == "localhost") {
		return nil
	}
	return fmt.Errorf("%s must be an https URL (plain http is allowed only for a server on this machine)", address.Redacted())
}

// get requests an address. Reading the body fails if the server sends no data for the duration of patience.
func get(ctx context.Context, address *url.URL, accept string) (*http.Response, error) {
	if err := safe(address); err != nil {
		return nil, fmt.Errorf("wheel: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	silence := time.AfterFunc(patience, func() { cancel(fmt.Errorf("the server sent no data for %s", patience)) })
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("wheel: %w", err)
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("Accept-Encoding", "identity")
	response, err := client.Do(request)
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.Join(fmt.Errorf("%s returned the status %s", address.Redacted(), response.Status), response.Body.Close())
	}
	if err != nil {
		silence.Stop()
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		cancel(nil)
		return nil, fmt.Errorf("wheel: %w", err)
	}
	response.Body = &heard{ReadCloser: response.Body, ctx: ctx, silence: silence, cancel: cancel}
	return response, nil
}

// heard is a response body that restarts the timeout after each read.
type heard struct {
	io.ReadCloser
	ctx     context.Context
	silence *time.Timer
	cancel  context.CancelCauseFunc
}

// Read implements io.Reader.
func (h *heard) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	h.silence.Reset(patience)
	if err != nil && err != io.EOF {
		if cause := context.Cause(h.ctx); cause != nil {
			err = cause
		}
	}
	return n, err
}

// Close implements io.Closer.
func (h *heard) Close() error {
	h.silence.Stop()
	h.cancel(nil)
	return h.ReadCloser.Close()
}

// watched is a reader that returns an error once its context is cancelled.
type watched struct {
	io.Reader
	ctx context.Context
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Reader.Read(p)
}
