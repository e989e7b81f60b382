package wheel

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"net/url"
	"path"
	"regexp"
	"strings"
)

// maxPage limits the size in bytes of a project's page in the index.
const maxPage = 32 << 20

// accept requests the page as JSON (PEP 691), or as HTML (PEP 503) if JSON is not available.
const accept = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"

// A link is a file listed by an index.
type link struct {
	file, address string
	sha256        string // empty if the index does not give it
}

var (
	separators = regexp.MustCompile(`[-_.]+`)
	anchors    = regexp.MustCompile(`(?is)<a\s([^>]*)>(.*?)</a>`)
	references = regexp.MustCompile(`(?is)\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// projectPage returns the address of a project's page. It normalises the project name (PEP 503).
func projectPage(index *url.URL, project string) *url.URL {
	page := *index
	page.Path = strings.TrimSuffix(page.Path, "/") + "/" + separators.ReplaceAllString(strings.ToLower(project), "-") + "/"
	page.RawPath = ""
	return &page
}

// locate looks up the address of the wheel in an index.
func (w Wheel) locate(ctx context.Context, index *url.URL) (*url.URL, error) {
	response, err := get(ctx, projectPage(index, w.Project), accept)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxPage+1))
	if err == nil && len(text) > maxPage {
		err = fmt.Errorf("the page is too large (max %d bytes)", maxPage)
	}
	if err != nil {
		return nil, fmt.Errorf("wheel: reading the index page of %s: %w", w.Project, err)
	}
	links, err := readPage(response.Header.Get("Content-Type"), text)
	if err != nil {
		return nil, fmt.Errorf("wheel: reading the index page of %s: %w", w.Project, err)
	}
	for _, l := range links {
		if l.file != w.File {
			continue
		}
		if l.sha256 != "" && !strings.EqualFold(l.sha256, w.SHA256) {
			return nil, fmt.Errorf("wheel: the index lists %s with the SHA-256 %s, but it must be %s", w.File, l.sha256, w.SHA256)
		}
		address, err := response.Request.URL.Parse(l.address)
		if err != nil {
			return nil, fmt.Errorf("wheel: reading the URL of %s in the index: %w", w.File, err)
		}
		return address, nil
	}
	return nil, fmt.Errorf("wheel: %[3]s not found among the %[1]d files of %[2]s in the index", len(links), w.Project, w.File)
}

// readPage parses a page of the simple API.
func readPage(contentType string, text []byte) ([]link, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	switch {
	case err == nil && strings.HasSuffix(kind, "json"):
		return readJSON(text)
	case err == nil && strings.HasSuffix(kind, "html"):
		return readHTML(string(text)), nil
	}
	return nil, fmt.Errorf("unsupported content type %q (the index must serve the simple API as JSON or HTML)", contentType)
}

func readJSON(text []byte) (links []link, err error) {
	var page struct {
		Files []struct {
			Filename string            `json:"filename"`
			URL      string            `json:"url"`
			Hashes   map[string]string `json:"hashes"`
		} `json:"files"`
	}
	if err := json.Unmarshal(text, &page); err != nil {
		return nil, err
	}
	for _, f := range page.Files {
		links = append(links, link{f.Filename, f.URL, f.Hashes["sha256"]})
	}
	return links, nil
}

func readHTML(text string) (links []link) {
	for _, anchor := range anchors.FindAllStringSubmatch(text, -1) {
		reference := references.FindStringSubmatch(anchor[1])
		if reference == nil {
			continue
		}
		address, err := url.Parse(html.UnescapeString(reference[1] + reference[2]))
		if err != nil {
			continue
		}
		l := link{file: path.Base(address.Path)}
		if digest, found := strings.CutPrefix(address.Fragment, "sha256="); found {
			l.sha256 = digest
		}
		address.Fragment = ""
		l.address = address.String()
		links = append(links, l)
	}
	return links
}
