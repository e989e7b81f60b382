package catalog

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/study"
)

// The files of a study in its folder: RecordFile says which study's result it is,
// ResultFile is the result as JSON, TimingsFile what may differ between two runs, and PartsFolder has the parts.
const (
	RecordFile  = "study.json"
	ResultFile  = "result.json"
	TimingsFile = "timings.json"
	PartsFolder = "parts"
)

// Record is the content of RecordFile.
type Record struct {
	Study string `json:"study"`
	// Result is the name of the result's file.
	Result string `json:"result"`
	// Digest is the SHA-256 of the result's file, in hexadecimal digits.
	Digest   string `json:"sha256"`
	Settings any    `json:"settings"`
}

// NewRecord is the record of a result in ResultFile with this text.
func NewRecord(study string, text []byte, settings any) Record {
	return Record{study, ResultFile, digest(text), settings}
}

// HasResult checks that a folder is one with a study's result. The error says what it is instead.
func HasResult(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%w, expected the folder of a study's result", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file, expected the folder of a study's result", dir)
	}
	_, err = os.Stat(filepath.Join(dir, RecordFile))
	if _, begun := os.Stat(filepath.Join(dir, PartsFolder)); err != nil && begun == nil {
		return fmt.Errorf("%s has parts and no %s, expected a study that was finished: the command that began it goes on with it", dir, RecordFile)
	}
	if err != nil {
		return fmt.Errorf("%s has no %s, expected a folder that igbo study run, gather or igbo reproduce wrote to", dir, RecordFile)
	}
	return nil
}

// ReadRecord reads which study's result a folder holds.
func ReadRecord(dir string) (record Record, err error) {
	path := filepath.Join(dir, RecordFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return record, fmt.Errorf("%s is damaged (%w); the command that wrote it writes it again", path, err)
	}
	if record.Study == "" || filepath.Base(record.Result) != record.Result {
		return record, fmt.Errorf("%s has the study %q and the result %q, expected a study and a file beside it", path, record.Study, record.Result)
	}
	return record, nil
}

// ReadResult reads the result in a folder. Errors: a folder without one, an unknown study, a
// result that was cut or altered, or is another version's.
func ReadResult(dir string) (study.Definition, study.Result, error) {
	record, err := ReadRecord(dir)
	if err != nil {
		return study.Definition{}, nil, err
	}
	d, err := Find(record.Study)
	if err != nil {
		return d, nil, fmt.Errorf("%s: %w", filepath.Join(dir, RecordFile), err)
	}
	path := filepath.Join(dir, record.Result)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d, nil, fmt.Errorf("%w, expected the result of %s; the command that wrote it writes it again", err, d.Name)
	case err != nil:
		return d, nil, err
	case digest(text) != record.Digest:
		return d, nil, fmt.Errorf("%s is not the result that was written with %s: it was cut, altered or exchanged; the command that wrote it writes it again", path, RecordFile)
	}
	result, err := d.Read(text)
	if err != nil {
		return d, nil, fmt.Errorf("%s, the result of %s by another version of igbo: %w", path, d.Name, err)
	}
	return d, result, nil
}

// digest is the SHA-256 of a text, in hexadecimal digits.
func digest(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
