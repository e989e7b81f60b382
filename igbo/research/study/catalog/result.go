package catalog

import (
	"fmt"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// ReadResult reads the result in a folder. It returns an error if the folder has no result, if the study is unknown, or if the
// result is truncated, modified or from another version.
func ReadResult(dir string) (study.Definition, study.Result, error) {
	record, err := saved.ReadRecord(dir)
	if err != nil {
		return study.Definition{}, nil, err
	}
	d, err := Find(record.Study)
	if err != nil {
		return d, nil, fmt.Errorf("%s: %w", filepath.Join(dir, saved.RecordFile), err)
	}
	text, err := record.Text(dir)
	if err != nil {
		return d, nil, err
	}
	result, err := d.Read(text)
	if err != nil {
		return d, nil, fmt.Errorf("reading %s, the result of %s by another version of igbo: %w", filepath.Join(dir, record.Result), d.Name, err)
	}
	return d, result, nil
}
