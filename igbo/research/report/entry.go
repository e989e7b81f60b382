package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
)

// Entry is a study in a report.
type Entry struct {
	// Instance is the study, with the settings of its result, or the defaults if there is none.
	*study.Instance
	// Result is the result of the study; nil if there is none.
	Result study.Result
	// Folder is the folder of the result; empty for a committed result.
	Folder string
	// Run describes the run that created the result; nil if nothing is known.
	Run *Run
}

// Run describes everything that can differ between two runs with the same result.
type Run struct {
	Seconds map[string]float64 `json:"seconds"`
	Backend *struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"backend"`
	Cores     int               `json:"cores"`
	Go        string            `json:"go"`
	Igbo      string            `json:"igbo"`
	Modules   map[string]string `json:"modules"`
	Processor string            `json:"processor"`
	System    string            `json:"system"`
}

// Committed lists every study with its committed result. It returns an error if a result cannot be read.
func Committed() ([]Entry, error) {
	return study.Try(catalog.Studies(), func(_ int, d study.Definition) (Entry, error) {
		result, err := d.Reported()
		if err == nil && result != nil {
			return newEntry(d, result, nil, d.Timings())
		}
		return Entry{Instance: d.New()}, err
	})
}

// Read reads the results in folders and in their direct subfolders, in the order of the list of studies. It returns an error if
// a folder has no result; if a result is damaged, has another version or belongs to an unknown study; or if two results belong
// to one study.
func Read(folders ...string) ([]Entry, error) {
	found := map[string]Entry{}
	for _, dir := range folders {
		places, err := results(dir)
		if err != nil {
			return nil, err
		}
		for _, place := range places {
			e, err := read(place)
			if err != nil {
				return nil, err
			}
			if other, twice := found[e.Name]; twice && !same(other.Folder, place) {
				return nil, fmt.Errorf("report: %s and %s both contain a result of %s; remove one of them", other.Folder, place, e.Name)
			}
			found[e.Name] = e
		}
	}
	var entries []Entry
	for _, d := range catalog.Studies() {
		if e, ok := found[d.Name]; ok {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// Check checks that each folder or one of its direct subfolders has a result, without reading it. The error describes the
// content of the folder.
func Check(folders ...string) error {
	for _, dir := range folders {
		if _, err := results(dir); err != nil {
			return err
		}
	}
	return nil
}

// same reports whether two paths refer to the same folder.
func same(a, b string) bool {
	one, errA := os.Stat(a)
	two, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(one, two)
}

// results lists the folder and its direct subfolders that have a result.
func results(dir string) (found []string, err error) {
	wrong := saved.HasResult(dir)
	if wrong == nil {
		found = append(found, dir)
	}
	below, err := filepath.Glob(filepath.Join(escaped(dir), "*", saved.RecordFile))
	if err != nil {
		return nil, err
	}
	for _, record := range below {
		found = append(found, filepath.Dir(record))
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("report: %w", wrong)
	}
	return found, nil
}

// escaped returns a glob pattern that matches only the path itself.
func escaped(path string) string {
	var pattern []rune
	for _, r := range path {
		if slices.Contains([]rune(`*?[\`), r) && os.PathSeparator != '\\' {
			pattern = append(pattern, '\\')
		}
		pattern = append(pattern, r)
	}
	return string(pattern)
}

// read reads the result in a folder and the description of its run.
func read(dir string) (Entry, error) {
	d, result, err := catalog.ReadResult(dir)
	if err != nil {
		return Entry{}, fmt.Errorf("report: %w", err)
	}
	path := filepath.Join(dir, saved.TimingsFile)
	timings, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Entry{}, fmt.Errorf("report: %w", err)
	}
	record, err := saved.ReadRecord(dir)
	if err != nil {
		return Entry{}, fmt.Errorf("report: %w", err)
	}
	settings, err := study.MarshalJSON(record.Settings)
	if err != nil {
		return Entry{}, fmt.Errorf("report: %s: %w", dir, err)
	}
	e, err := newEntry(d, result, settings, timings)
	if err != nil {
		return Entry{}, fmt.Errorf("report: %s: %w", dir, err)
	}
	e.Folder = dir
	return e, nil
}

// newEntry returns the entry of a result. The settings come from the result; if it has none, from the argument; if that is nil,
// from the study's defaults. The run comes from the timings, if they are not nil.
func newEntry(d study.Definition, result study.Result, settings, timings []byte) (Entry, error) {
	e := Entry{Result: result, Instance: d.New()}
	text, err := study.MarshalJSON(result)
	if err != nil {
		return e, err
	}
	var has struct {
		Config json.RawMessage `json:"config"`
	}
	if err := json.Unmarshal(text, &has); err != nil {
		return e, err
	}
	if has.Config != nil {
		settings = has.Config
	}
	if settings != nil {
		if e.Instance, err = d.With(settings); err != nil {
			return e, err
		}
	}
	if timings != nil {
		e.Run = &Run{}
		if err := json.Unmarshal(timings, e.Run); err != nil {
			return e, fmt.Errorf("report: %s of %s is damaged: %w", saved.TimingsFile, d.Name, err)
		}
	}
	return e, nil
}
