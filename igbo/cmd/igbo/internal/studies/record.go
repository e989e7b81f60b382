package studies

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/catalog"
)

// studyFile says which study a folder's result is of, and partsFolder holds its parts.
const (
	studyFile   = "study.json"
	resultFile  = "result.json"
	partsFolder = "parts"
)

// studyRecord is the content of studyFile.
type studyRecord struct {
	Study  string `json:"study"`
	Result string `json:"result"`
	// Digest is the SHA-256 of the result's file, in hexadecimal digits.
	Digest   string `json:"sha256"`
	Settings any    `json:"settings"`
}

// hasResult checks that a folder is one that study run or gather wrote to.
func hasResult(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%w, expected the folder of a study's result", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file, expected the folder of a study's result", dir)
	}
	_, err = os.Stat(filepath.Join(dir, studyFile))
	if _, begun := os.Stat(filepath.Join(dir, partsFolder)); err != nil && begun == nil {
		return fmt.Errorf("%s has parts and no %s, expected a study that was finished: the command that began it goes on with it", dir, studyFile)
	}
	if err != nil {
		return fmt.Errorf("%s has no %s, expected a folder that igbo study run or gather wrote to", dir, studyFile)
	}
	return nil
}

// readRecord reads which study's result a folder holds.
func readRecord(dir string) (record studyRecord, err error) {
	path := filepath.Join(dir, studyFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return record, fmt.Errorf("%s is damaged (%w); the same igbo study run writes it again", path, err)
	}
	if record.Study == "" || filepath.Base(record.Result) != record.Result {
		return record, fmt.Errorf("%s has the study %q and the result %q, expected a study and a file beside it", path, record.Study, record.Result)
	}
	return record, nil
}

// readStudy reads the result in a folder.
func readStudy(dir string) (study.Result, error) {
	record, err := readRecord(dir)
	if err != nil {
		return nil, err
	}
	d, err := catalog.Find(record.Study)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, studyFile), err)
	}
	path := filepath.Join(dir, record.Result)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w, expected the result of %s; the same igbo study run writes it again", err, d.Name)
	case err != nil:
		return nil, err
	case digest(text) != record.Digest:
		return nil, fmt.Errorf("%s is not the result that was written with %s: it was cut, altered or exchanged; the same igbo study run writes it again", path, studyFile)
	}
	result, err := d.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s, the result of %s by another version of igbo: %w", path, d.Name, err)
	}
	return result, nil
}

// digest is the SHA-256 of a text, in hexadecimal digits.
func digest(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
