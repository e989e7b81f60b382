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
	// Result is what it found; nil if there is no result.
	Result study.Result
	// Folder is where the result was read; empty for a committed one.
	Folder string
	// Run is what is known of the run that made it; nil for nothing.
	Run *Run
}

// Run is what a run leaves beside its result: all that may differ between two runs.
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

// Committed lists every study with the result that is committed beside it. Errors: a
// result that cannot be read.
func Committed() ([]Entry, error) {
	return study.Try(catalog.Studies(), func(_ int, d study.Definition) (Entry, error) {
		result, err := d.Reported()
		if err == nil && result != nil {
			return newEntry(d, result, nil, d.Timings())
		}
		return Entry{Instance: d.New()}, err
	})
}

// Read reads the results that are in folders, and in the folders right below them, in the order in which
// the studies are listed. Errors: a folder in which there is none; a result that is damaged, of
// another version or of an unknown study; two results of one study.
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
				return nil, fmt.Errorf("report: %s and %s both hold a result of %s, want one (remove the other)", other.Folder, place, e.Name)
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

// Check checks that each folder holds a result, or folders right below it do; it does not
// read them. The error says what a folder is instead.
func Check(folders ...string) error {
	for _, dir := range folders {
		if _, err := results(dir); err != nil {
			return err
		}
	}
	return nil
}

// same reports whether two folders are one.
func same(a, b string) bool {
	one, errA := os.Stat(a)
	two, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(one, two)
}

// results lists the folder where it holds a result, and those right below it that do.
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

// escaped returns a path as a pattern of itself.
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

// read reads the result in a folder, with what is known of its run.
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

// newEntry takes the settings out of a result, and the run out of its timings, nil for none. A
// result that does not say its settings has those given, or where they are nil the study's defaults.
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
