package livepage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// lightFonts copies a module, and removes the outlines from its fonts.
func lightFonts(from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if e.IsDir() {
			return os.MkdirAll(filepath.Join(to, inside), 0o700)
		}
		content, err := os.ReadFile(path)
		if err == nil && filepath.Ext(path) == ".ttf" {
			if content, err = widths(content); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		}
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, inside), content, 0o600)
	})
}

// outlines lists the tables of a font that do not change the widths of texts: glyphs and hints. The table loca is kept, because readers
// require it, and declares every glyph as empty.
var outlines = []string{"glyf", "fpgm", "prep", "cvt ", "gasp", "hdmx", "VDMX", "LTSH", "FFTM", "DSIG"}

// widths returns a TrueType font without outlines. It returns an error if the font is not TrueType.
func widths(font []byte) ([]byte, error) {
	errShape := errors.New("the file is not a TrueType font")
	if len(font) < 12 {
		return nil, errShape
	}
	n := int(binary.BigEndian.Uint16(font[4:]))
	if len(font) < 12+16*n {
		return nil, errShape
	}
	var entries [][]byte
	for i := range n {
		if entry := font[12+16*i : 28+16*i]; !slices.Contains(outlines, string(entry[:4])) {
			entries = append(entries, entry)
		}
	}
	head := slices.Clone(font[:12])
	binary.BigEndian.PutUint16(head[4:], uint16(len(entries)))
	var body []byte
	for _, entry := range entries {
		from, size := int(binary.BigEndian.Uint32(entry[8:])), int(binary.BigEndian.Uint32(entry[12:]))
		if from > len(font) || size > len(font)-from {
			return nil, errShape
		}
		entry = slices.Clone(entry)
		binary.BigEndian.PutUint32(entry[8:], uint32(12+16*len(entries)+len(body)))
		head = append(head, entry...)
		if string(entry[:4]) == "loca" {
			body = append(body, make([]byte, size)...)
		} else {
			body = append(body, font[from:from+size]...)
		}
		body = append(body, make([]byte, -len(body)&3)...)
	}
	return append(head, body...), nil
}
