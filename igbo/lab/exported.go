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

// exportedRecord is the file in a folder of exports that says which files they wrote, with their digests.
const exportedRecord = ".igbolab-exported.json"

// writeExported writes files into a folder of exports, by their paths there, all of them or none. A file that no export wrote,
// or that was changed since, is not replaced: it is an error that names it.
func writeExported(folder string, files map[string][]byte) error {
	record, err := readExported(folder)
	if err != nil {
		return err
	}
	var foreign, paths []string
	var contents [][]byte
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		old, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("lab: %w", err)
		case !bytes.Equal(old, files[name]) && record[name] != digestOf(old):
			foreign = append(foreign, name)
		}
		record[name] = digestOf(files[name])
		paths, contents = append(paths, path), append(contents, files[name])
	}
	if foreign != nil {
		return fmt.Errorf("lab: %s holds %s, which no export wrote or somebody changed since; move it away, or export into another folder", folder, strings.Join(foreign, ", "))
	}
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	// the first of the list takes its place last: the record never tells of what is not there
	paths, contents = slices.Insert(paths, 0, filepath.Join(folder, exportedRecord)), slices.Insert(contents, 0, text)
	for _, path := range paths {
		if err := durable.MakeFolder(filepath.Dir(path)); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
	}
	if err := durable.WriteFiles(paths, contents, 0o666); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

// readExported reads the digests of what exports wrote into a folder; a folder without them has none.
func readExported(folder string) (map[string]string, error) {
	path, record := filepath.Join(folder, exportedRecord), map[string]string{}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return record, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return nil, fmt.Errorf("lab: %s: %w; expected the names and digests of what exports wrote", path, err)
	}
	return record, nil
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
