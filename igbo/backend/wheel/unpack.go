package wheel

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// maxNotices limits the number of metadata and licence files, and maxNoticeSize their size in bytes.
const (
	maxNotices    = 16
	maxNoticeSize = 4 << 20
)

// Metadata holds the name, version and licence from a wheel's METADATA file.
type Metadata struct{ Name, Version, License string }

// Unpack extracts the plugin to the file plugin, and the metadata and licence texts to the folder notices. It writes each
// of the two atomically. archive must be a file written by Fetch. File names inside the archive cannot select other
// paths.
//
// Unpack returns an error if archive is not a zip file, lacks the plugin or the metadata, contains a plugin of the wrong
// size, has another name or version than the pinned wheel, or if ctx is cancelled.
func (w Wheel) Unpack(ctx context.Context, archive, plugin, notices string) (Metadata, error) {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return Metadata{}, fmt.Errorf("wheel: opening %s: %w", w.File, err)
	}
	defer z.Close()
	texts, err := w.notices(&z.Reader)
	if err != nil {
		return Metadata{}, err
	}
	m, err := readMetadata(texts["METADATA"])
	switch {
	case err != nil:
	case m.Name != w.Project:
		err = fmt.Errorf("the name is %q, but must be %q", m.Name, w.Project)
	case m.Version != w.Version:
		err = fmt.Errorf("the version is %q, but must be %q", m.Version, w.Version)
	}
	if err != nil {
		return m, fmt.Errorf("wheel: reading METADATA of %s: %w", w.File, err)
	}
	if err := w.unpackPlugin(ctx, &z.Reader, plugin); err != nil {
		return m, err
	}
	return m, durable.WriteFolder(notices, func(temp string) error {
		for name, text := range texts {
			if err := os.WriteFile(filepath.Join(temp, name), text, 0o644); err != nil {
				return err
			}
		}
		return nil
	})
}

// unpackPlugin extracts the plugin to the file target.
func (w Wheel) unpackPlugin(ctx context.Context, z *zip.Reader, target string) error {
	part, err := w.part(z, w.Plugin)
	if err != nil {
		return err
	}
	defer part.Close()
	var wrong error
	err = durable.Write(target, 0o755, func(out io.Writer) error {
		n, err := io.Copy(out, io.LimitReader(&watched{ctx: ctx, Reader: part}, w.PluginSize+1))
		switch {
		case err != nil:
		case n < w.PluginSize:
			err = fmt.Errorf("the file has %d bytes, but must have %d", n, w.PluginSize)
		case n > w.PluginSize:
			err = fmt.Errorf("the file is too large: it must have %d bytes", w.PluginSize)
		}
		wrong = err
		return err
	})
	if wrong != nil {
		return fmt.Errorf("wheel: unpacking %s of %s: %w", w.Plugin, w.File, wrong)
	}
	return err
}

func (w Wheel) part(z *zip.Reader, name string) (io.ReadCloser, error) {
	for _, f := range z.File {
		if f.Name == name {
			return f.Open()
		}
	}
	return nil, fmt.Errorf("wheel: %s does not contain %s", w.File, name)
}

// notices reads the metadata and the licence texts. It returns a map from base name to contents.
func (w Wheel) notices(z *zip.Reader) (map[string][]byte, error) {
	info := strings.TrimSuffix(path.Dir(w.Plugin), "/") + "-" + w.Version + ".dist-info/"
	texts := map[string][]byte{}
	for _, f := range z.File {
		name := path.Base(f.Name)
		if f.Name != info+"METADATA" && f.Name != info+"licenses/"+name || !filepath.IsLocal(name) {
			continue
		}
		if len(texts) == maxNotices {
			return nil, fmt.Errorf("wheel: %s contains too many licence files (max %d)", w.File, maxNotices)
		}
		if f.UncompressedSize64 > maxNoticeSize {
			return nil, fmt.Errorf("wheel: %s: %s is too large: %d bytes (max %d)", w.File, f.Name, f.UncompressedSize64, maxNoticeSize)
		}
		part, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("wheel: opening %s of %s: %w", f.Name, w.File, err)
		}
		text, err := io.ReadAll(io.LimitReader(part, maxNoticeSize))
		if err := errors.Join(err, part.Close()); err != nil {
			return nil, fmt.Errorf("wheel: reading %s of %s: %w", f.Name, w.File, err)
		}
		texts[name] = text
	}
	return texts, nil
}

// readMetadata parses the header of a METADATA file.
func readMetadata(text []byte) (Metadata, error) {
	message, err := mail.ReadMessage(bytes.NewReader(append(text, "\n\n"...)))
	if err != nil {
		return Metadata{}, err
	}
	m := Metadata{message.Header.Get("Name"), message.Header.Get("Version"), message.Header.Get("License-Expression")}
	m.License = cmp.Or(m.License, message.Header.Get("License"))
	return m, nil
}
