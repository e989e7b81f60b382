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

// patience is how long a server may say nothing.
var patience = time.Minute

// Fetch copies the wheel into the file target and checks its length and digest:
// target holds the right file, or is as it was. It comes from an index, or from an
// address that ends in the file's name (https, or http on this machine), or from a local
// file or folder, which has no "://" in its name. It returns the address that it came from, without secrets.
//
// Errors: no such place, none named, a server that fails or falls silent, a file that is cut,
// longer, or of another digest, a cancelled context.
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
		err = inner.Err // ours says it all
	}
	return origin, err
}

// open opens the wheel where it lies.
func (w Wheel) open(ctx context.Context, from string) (body io.ReadCloser, origin string, err error) {
	if from == "" {
		return nil, "", errors.New("wheel: the source is empty (want an index, an address or a local file)")
	}
	if name, isFile := strings.CutPrefix(from, "file://"); isFile || !strings.Contains(from, "://") {
		return w.openFile(name)
	}
	address, err := url.Parse(from)
	if err != nil {
		return nil, "", fmt.Errorf("wheel: the index is not an address: %w", err)
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
	address.RawQuery, address.User = "", nil // which may hold secrets
	return response.Body, address.String(), nil
}

// openFile opens a local wheel, by its name or that of its folder.
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

// copy copies no more than the wheel's length, and checks it and the digest.
func (w Wheel) copy(out io.Writer, body io.Reader) error {
	digest := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, digest), io.LimitReader(body, w.Size+1))
	got := hex.EncodeToString(digest.Sum(nil))
	switch {
	case err != nil:
		return fmt.Errorf("wheel: %s broke off after %d of %d bytes: %w", w.File, n, w.Size, err)
	case n < w.Size:
		return fmt.Errorf("wheel: %s is truncated: %d bytes, want %d", w.File, n, w.Size)
	case n > w.Size:
		return fmt.Errorf("wheel: %s has more than the %d bytes expected", w.File, w.Size)
	case got != w.SHA256:
		return fmt.Errorf("wheel: %s has the SHA-256 %s, want %s", w.File, got, w.SHA256)
	}
	return nil
}

// client follows redirections to safe addresses alone.
var client = &http.Client{CheckRedirect: func(request *http.Request, via []*http.Request) error {
	if len(via) > 10 {
		return errors.New("more than 10 redirections")
	}
	return safe(request.URL)
}}

// safe refuses an address that is not https, except on this machine itself.
func safe(address *url.URL) error {
	host := net.ParseIP(address.Hostname())
	if address.Scheme == "https" || address.Scheme == "http" && (host.IsLoopback() || address.Hostname() == "localhost") {
		return nil
	}
	return fmt.Errorf("%s is not an https address", address.Redacted())
}

// get opens an address; the body ends with an error once the server falls silent.
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
		err = errors.Join(fmt.Errorf("%s answers %s", address.Redacted(), response.Status), response.Body.Close())
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

// heard is a body that starts the silence anew with all that is read.
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

// watched is a reader that ends with its context.
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
