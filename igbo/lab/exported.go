package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
)

// exportedRecord is the file in a folder of exports that lists the exported files with their digests. While a file is replaced, it lists
// both digests, so a killed export leaves no unknown file.
const exportedRecord = ".igbolab-exported.json"

// writeExported writes files into a folder of exports, by their paths there, all or none. After a kill, each file is either old or new. It
// returns an error with the name of a file that no export wrote, or that was changed since, and an error if another export is writing into
// the folder.
func writeExported(folder string, files map[string][]byte) (err error) {
	if err := durable.MakeFolder(folder); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	unlock, err := durable.Lock(folder)
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	record, err := readExported(folder)
	if err != nil {
		return err
	}
	known, begun := maps.Clone(record), maps.Clone(record)
	var foreign, paths []string
	var contents [][]byte
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		old, err := os.ReadFile(path)
		record[name], begun[name] = digestOf(files[name]), digestOf(files[name])
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("lab: %w", err)
		case !bytes.Equal(old, files[name]):
			if !slices.Contains(strings.Fields(known[name]), digestOf(old)) {
				foreign = append(foreign, name)
			}
			begun[name] += " " + digestOf(old)
		}
		paths, contents = append(paths, path), append(contents, files[name])
	}
	if foreign != nil {
		return fmt.Errorf("lab: export would overwrite files in %s that no export wrote, or that were changed since: %s; move them away, or use another folder", folder, strings.Join(foreign, ", "))
	}
	for _, path := range paths {
		if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
	}
	texts := make([][]byte, 2)
	for i, r := range []map[string]string{begun, record} {
		if texts[i], err = json.MarshalIndent(r, "", "  "); err != nil {
			return err
		}
	}
	path := filepath.Join(folder, exportedRecord)
	if err := durable.WriteFile(path, texts[0], 0o666); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	// the first file of the list is renamed last
	if err := durable.WriteFiles(slices.Insert(paths, 0, path), slices.Insert(contents, 0, texts[1]), 0o666); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// readExported reads the digests of the exported files in a folder. Without a record there are none.
func readExported(folder string) (map[string]string, error) {
	path, record := filepath.Join(folder, exportedRecord), map[string]string{}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return record, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if err = json.Unmarshal(text, &record); err == nil && record == nil {
		err = errors.New("the file is empty")
	}
	if err != nil {
		return nil, fmt.Errorf("lab: reading the list of exported files %s: %w; move it away, or use another folder", path, err)
	}
	return record, nil
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
