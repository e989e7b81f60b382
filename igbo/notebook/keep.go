package notebook

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/study"
)

// Keep is f(settings), found once for these settings and this code, and read again in
// later cells:
//
//	m := notebook.Keep(igbo.DefaultConfig(), train)
//
// The code is f, a function of the notebook or a literal, everything that it refers to in
// the notebook, and the libraries: a change of any of them, but no other change of the
// notebook, makes another value. f must be a pure function of its settings, which computes
// on Engine where it computes on any: clocks and what it prints are not kept. Of a file that
// it reads the settings must say so, by File; where the text of the notebook shows that it
// reads another one, its value is not kept, and what libraries read is not seen.
//
// Settings and value are plain data (exported fields, no functions or channels, in a
// value no interfaces); both may hold a *igbo.Model. What cannot be kept is found every
// time, and a line on standard error says why: a literal that reads variables of the
// function around it, or a function one of the notebook's that something changes. Pass them
// in the settings. A variable of the notebook that is changed through another name is not seen.
func Keep[C, R any](settings C, f func(C) R) R {
	value, err := study.Value(Engine(), f, settings, study.Codec{
		Type: reflect.TypeFor[*igbo.Model](), Encode: encodeModel, Decode: decodeModel,
	})
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "notebook: not kept, so every cell computes it again:", err)
	}
	return value
}

// File is a file that f of Keep reads, for its settings: a changed content makes another
// value.
//
//	t := notebook.Keep(notebook.File("houses.csv"), func(f study.File) []float64 { return prices(f.Path) })
//
// It ends the cell where the file cannot be read.
func File(path string) study.File { return Must(study.NewFile(path)) }

// encodeModel writes a trained model as its files.
func encodeModel(value any) ([]byte, error) {
	m := value.(*igbo.Model)
	if m == nil {
		return nil, nil
	}
	files, err := m.Files()
	if err != nil {
		return nil, err
	}
	var list []file
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, file{name, files[name]})
	}
	var text bytes.Buffer
	err = gob.NewEncoder(&text).Encode(list)
	return text.Bytes(), err
}

// decodeModel opens what encodeModel wrote on Engine.
func decodeModel(text []byte) (any, error) {
	if len(text) == 0 {
		return (*igbo.Model)(nil), nil
	}
	var list []file
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&list); err != nil {
		return nil, err
	}
	files := igbo.Files{}
	for _, f := range list {
		files[f.Name] = f.Content
	}
	return files.Open(Engine())
}

// file is one of a model.
type file struct {
	Name    string
	Content []byte
}
