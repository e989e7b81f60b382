package saved

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The files in the folder of a study. RecordFile identifies the study, ResultFile is the result as JSON, TimingsFile has
// everything that can differ between two runs, and PartsFolder has the parts.
const (
	RecordFile  = "study.json"
	ResultFile  = "result.json"
	TimingsFile = "timings.json"
	PartsFolder = "parts"
)

// Record is the content of RecordFile.
type Record struct {
	Study string `json:"study"`
	// Result is the name of the result file.
	Result string `json:"result"`
	// Digest is the SHA-256 of the result file in hexadecimal digits.
	Digest string `json:"sha256"`
	// Files lists the other written files, such as tables and figures; nil if they are unknown.
	Files    []string `json:"files,omitempty"`
	Settings any      `json:"settings"`
}

// NewRecord returns the record of a result with this text in ResultFile, and of the other files.
func NewRecord(study string, text []byte, files []string, settings any) Record {
	return Record{study, ResultFile, digest(text), files, settings}
}

// HasResult checks that a folder has the result of a study. Otherwise, the error describes the folder.
func HasResult(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("%w (use the folder of a study's result)", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file, want the folder of a study's result", dir)
	}
	_, err = os.Stat(filepath.Join(dir, RecordFile))
	if _, begun := os.Stat(filepath.Join(dir, PartsFolder)); err != nil && begun == nil {
		return fmt.Errorf("%s has parts but no %s, so the study is unfinished (repeat its command to resume)", dir, RecordFile)
	}
	if err != nil {
		return fmt.Errorf("%s has no %s; use a folder that igbo study run, igbo study gather or igbo reproduce wrote", dir, RecordFile)
	}
	return nil
}

// ReadRecord reads the record of a folder.
func ReadRecord(dir string) (record Record, err error) {
	path := filepath.Join(dir, RecordFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return record, fmt.Errorf("%s is damaged (%w); run the command that wrote it again", path, err)
	}
	if record.Study == "" || filepath.Base(record.Result) != record.Result {
		return record, fmt.Errorf("%s is damaged: it names the study %q and the result %q, want a study and a file in the same folder", path, record.Study, record.Result)
	}
	return record, nil
}

// Text returns the content of the result file of a record in a folder. It returns an error if the file is missing, truncated or
// modified.
func (r Record) Text(dir string) ([]byte, error) {
	path := filepath.Join(dir, r.Result)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w (run the command of study %s again to write its result)", err, r.Study)
	case err != nil:
		return nil, err
	case digest(text) != r.Digest:
		return nil, fmt.Errorf("%s is not the result that was written with %s: it was truncated, changed or replaced; run the command that wrote it again", path, RecordFile)
	}
	return text, nil
}

// Holds reports whether a folder belongs to a finished or unfinished study.
func Holds(dir string) bool {
	return there(dir, RecordFile) || there(dir, PartsFolder) && there(dir, ResultFile)
}

// Owns reports whether a path below a study's folder is one of the study's files: its records, its parts, or an existing file
// that was written with them, such as a table or a figure. If no record lists the files, Owns accepts all tables and figures.
func Owns(dir, path string) bool {
	inside, err := filepath.Rel(dir, path)
	if err != nil {
		return true
	}
	name, _, below := strings.Cut(filepath.ToSlash(inside), "/")
	if below || name == PartsFolder {
		return name == PartsFolder
	}
	if slices.Contains([]string{RecordFile, ResultFile, TimingsFile}, name) {
		return true
	}
	if !there(dir, name) {
		return false
	}
	if record, err := ReadRecord(dir); err == nil && record.Files != nil {
		return slices.ContainsFunc(record.Files, func(file string) bool { return strings.EqualFold(file, name) }) // some file systems ignore case
	}
	return slices.Contains([]string{".json", ".csv", ".md", ".png", ".svg"}, strings.ToLower(filepath.Ext(name)))
}

func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// digest returns the SHA-256 of a text, in hexadecimal digits.
func digest(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
