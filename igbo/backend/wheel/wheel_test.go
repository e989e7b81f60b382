package wheel

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

const (
	info     = "some_pkg-1.0.dist-info/"
	metadata = "Metadata-Version: 2.4\nName: some-pkg\nVersion: 1.0\nLicense-Expression: Apache-2.0\n\ntext\n"
)

// parts maps the file names in a wheel to their contents.
type parts map[string]string

func whole() parts {
	return parts{
		"some_pkg/plugin.so": "a plugin", info + "METADATA": metadata, info + "licenses/LICENSE": "licence",
		info + "licenses/../../../escaped": "outside", "../escaped": "outside", "other.txt": "not wanted",
	}
}

// build returns the bytes of a wheel and the Wheel that pins it.
func build(t *testing.T, content parts) (Wheel, []byte) {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for name, text := range content {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, z.Close())
	sum := sha256.Sum256(file.Bytes())
	return Wheel{
		Project: "some-pkg", Version: "1.0", File: "some_pkg-1.0-py3-none-any.whl", SHA256: hex.EncodeToString(sum[:]), Size: int64(file.Len()),
		Plugin: "some_pkg/plugin.so", PluginSize: int64(len("a plugin")),
	}, file.Bytes()
}

// registry serves a wheel through the simple API, as JSON at /simple and as HTML at /html.
func registry(t *testing.T, w Wheel, file http.HandlerFunc) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/simple/some-pkg/", func(rw http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept"), "application/vnd.pypi.simple.v1+json") {
			t.Errorf("the page is asked for as %q", r.Header.Get("Accept"))
		}
		rw.Header().Set("Content-Type", "application/vnd.pypi.simple.v1+json")
		fmt.Fprintf(rw, `{"files":[{"filename":"other.whl","url":"x"},{"filename":%q,"url":"../../files/%s?token=secret","hashes":{"sha256":%q}}]}`, w.File, w.File, w.SHA256)
	})
	mux.HandleFunc("/html/some-pkg/", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(rw, "<html><a href='x'>x</a><A data-x=\"1\"\n href=\"/files/%s?a=1&amp;b=2#sha256=%s\">file</A></html>", w.File, w.SHA256)
	})
	mux.HandleFunc("/files/"+w.File, file)
	mux.HandleFunc("/lying/some-pkg/", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(rw, `{"files":[{"filename":%q,"url":"x","hashes":{"sha256":"00"}}]}`, w.File)
	})
	mux.HandleFunc("/empty/some-pkg/", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
	})
	mux.HandleFunc("/odd/some-pkg/", func(rw http.ResponseWriter, _ *http.Request) { rw.Header().Set("Content-Type", "image/png") })
	mux.HandleFunc("/away/some-pkg/", func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://mirror.invalid/", http.StatusFound)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func send(file []byte) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write(file) }
}

// wantFetch fetches into a new folder. It checks that the file is correct, or that there is no file and the error
// contains want.
func wantFetch(t *testing.T, w Wheel, from, want string) (origin string) {
	t.Helper()
	target := filepath.Join(t.TempDir(), "file.whl")
	origin, err := w.Fetch(t.Context(), from, target)
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(target), "*"))
	hidden, _ := filepath.Glob(filepath.Join(filepath.Dir(target), ".*"))
	switch {
	case want == "" && (err != nil || len(left) != 1):
		t.Errorf("%s: %v, left %s", from, err, left)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "wheel: ") || len(left) != 0):
		t.Errorf("%s: error %v, want one with %q; left %s", from, err, want, left)
	case len(hidden) > 0:
		t.Errorf("%s: left %s", from, hidden)
	}
	return origin
}

// TestFetch fetches from JSON and HTML indexes, a file and a folder, and checks the errors.
func TestFetch(t *testing.T) {
	w, file := build(t, whole())
	server := registry(t, w, send(file))
	local := filepath.Join(t.TempDir(), w.File)
	must.Do(t, os.WriteFile(local, file, 0o600))
	closed := httptest.NewServer(nil)
	closed.Close()
	for from, want := range map[string]string{
		server.URL + "/simple": "", server.URL + "/simple/": "", server.URL + "/html/": "",
		local: "", filepath.Dir(local): "", "file://" + local: "", server.URL + "/files/" + w.File: "",
		"http://mirror.invalid/" + w.File: "must be an https URL", "": "source is empty",
		server.URL + "/lying": "lists " + w.File + " with the SHA-256 00, but it must be", server.URL + "/empty": "among the 0 files",
		server.URL + "/odd": "image/png", server.URL + "/nothing": "404 Not Found", closed.URL: "refused",
		server.URL + "/away": "must be an https URL", "http://mirror.invalid/simple": "must be an https URL", "ftp://x/": "must be an https URL",
		"https://user:hidden@mirror.invalid:x/": "not a valid URL", t.TempDir(): "o such file",
	} {
		wantFetch(t, w, from, want)
	}
	if origin := wantFetch(t, w, server.URL+"/simple", ""); origin != server.URL+"/files/"+w.File {
		t.Errorf("origin %s", origin)
	}
}

// TestWrongFiles checks that a truncated, longer, modified or interrupted file leaves nothing behind.
func TestWrongFiles(t *testing.T) {
	w, file := build(t, whole())
	flipped := bytes.Clone(file)
	flipped[len(file)/2] ^= 1
	for want, answer := range map[string]http.HandlerFunc{
		"is truncated":   send(file[:len(file)-1]),
		"is too large":   send(append(bytes.Clone(file), 0)),
		"its SHA-256 is": send(flipped),
		"503":            func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) },
		"failed after": func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Content-Length", fmt.Sprint(len(file)))
			_, _ = rw.Write(file[:len(file)/2])
		},
	} {
		wantFetch(t, w, registry(t, w, answer).URL+"/simple", want)
	}
}

// TestSilenceAndCancellation checks that a silent server and a cancelled context end the download.
func TestSilenceAndCancellation(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 100 * time.Millisecond
	w, file := build(t, whole())
	stall := func(rw http.ResponseWriter, r *http.Request) {
		_, _ = rw.Write(file[:10])
		rw.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	wantFetch(t, w, registry(t, w, stall).URL+"/simple", "sent no data for 100ms")
	patience = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	target := filepath.Join(t.TempDir(), "file.whl")
	_, err := w.Fetch(ctx, registry(t, w, stall).URL+"/simple", target)
	refusal.Check(t, err, "deadline", "cancelled")
}

// unpack writes a wheel file and unpacks it into a folder.
func unpack(t *testing.T, w Wheel, file []byte) (folder string, m Metadata, err error) {
	t.Helper()
	folder = t.TempDir()
	archive := filepath.Join(folder, "file.whl")
	must.Do(t, os.WriteFile(archive, file, 0o600))
	m, err = w.Unpack(t.Context(), archive, filepath.Join(folder, "plugin"), filepath.Join(folder, "notices"))
	return folder, m, err
}

// TestUnpack checks that Unpack writes the plugin and the notices and nothing else.
func TestUnpack(t *testing.T) {
	w, file := build(t, whole())
	folder, m, err := unpack(t, w, file)
	if err != nil || m != (Metadata{"some-pkg", "1.0", "Apache-2.0"}) {
		t.Fatalf("%+v, %v", m, err)
	}
	var got []string
	_ = filepath.WalkDir(filepath.Dir(folder), func(path string, d os.DirEntry, _ error) error {
		if name, _ := filepath.Rel(folder, path); !d.IsDir() {
			got = append(got, filepath.ToSlash(name))
		}
		return nil
	})
	if want := "[file.whl notices/LICENSE notices/METADATA notices/SHA256SUMS plugin]"; fmt.Sprint(got) != want {
		t.Errorf("unpacked %s, want %s", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "plugin")); err != nil || string(text) != "a plugin" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestWrongWheels checks that Unpack rejects a wheel that is not the pinned one, and writes no plugin.
func TestWrongWheels(t *testing.T) {
	change := func(name, text string) parts {
		p := whole()
		p[name] = text
		if text == "" {
			delete(p, name)
		}
		return p
	}
	for want, content := range map[string]parts{
		"does not contain some_pkg/plugin.so":             change("some_pkg/plugin.so", ""),
		"too large: it must have 8 bytes":                 change("some_pkg/plugin.so", "a longer plugin"),
		"has 7 bytes, but must have 8":                    change("some_pkg/plugin.so", "a plugi"),
		"the version is \"2.0\", but must be \"1.0\"":     change(info+"METADATA", "Name: some-pkg\nVersion: 2.0\n\n"),
		"the name is \"other\", but must be \"some-pkg\"": change(info+"METADATA", "Name: other\nVersion: 1.0\n\n"),
		"METADATA":          change(info+"METADATA", ""),
		"HUGE is too large": change(info+"licenses/HUGE", strings.Repeat("x", maxNoticeSize+1)),
	} {
		w, file := build(t, content)
		folder, _, err := unpack(t, w, file)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "wheel: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if _, err := os.Stat(filepath.Join(folder, "plugin")); err == nil {
			t.Errorf("%s: a plugin is there", want)
		}
	}
	_, _, err := unpack(t, Wheel{File: "x"}, []byte("no archive"))
	refusal.Check(t, err, "zip", "no archive")
}

// TestPinned checks that every pinned wheel is complete, and that the error for another platform lists the supported
// ones.
func TestPinned(t *testing.T) {
	for platform := range pinned {
		w, err := Pinned(platform)
		if err != nil || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(w.SHA256) || w.Size <= 0 || w.PluginSize <= w.Size || w.API == "" || !strings.HasSuffix(w.File, ".whl") {
			t.Errorf("%s: %+v, %v", platform, w, err)
		}
	}
	_, err := Pinned("plan9_mips")
	refusal.Check(t, err, "plan9_mips (supported: linux_amd64")
}
