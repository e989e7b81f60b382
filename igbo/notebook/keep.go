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
	"github.com/igbolab/igbolab/igbo/durable/workflow"
)

// Keep returns f(settings). It computes the value once and caches it by settings and code, for
// later cells:
//
//	m := notebook.Keep(igbo.DefaultConfig(), train)
//
// The code consists of f, which is a function of the notebook or a function literal, everything in
// the notebook to which f refers, and the libraries. If any of it changes, Keep computes a new
// value; other changes of the notebook have no effect. f must be a pure function of its settings.
// If f uses a backend, it must be Engine. Times and printed output are not cached.
//
// If f reads a file, the settings must contain it as a File. If the source code shows that f reads
// another file, Keep does not cache the value. It does not detect files that libraries read.
//
// Settings and values must be plain data: exported fields, no functions or channels, and no
// interfaces within the value. Both may contain a *igbo.Model. If a value cannot be cached, Keep
// computes it every time and prints the reason to standard error. For example, this applies to a
// function literal that captures variables of the surrounding function, or that reads notebook
// variables which some code changes. Pass such variables in the settings. Keep does not detect
// changes of a variable through a pointer or another alias.
func Keep[C, R any](settings C, f func(C) R) R {
	value, err := workflow.Value(Engine(), f, settings, workflow.Codec{
		Type: reflect.TypeFor[*igbo.Model](), Encode: encodeModel, Decode: decodeModel,
	})
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "notebook: not cached, so every cell computes it again:", err)
	}
	return value
}

// File names a file that the function of Keep reads, for its settings: if the content changes, Keep computes a new value.
//
//	t := notebook.Keep(notebook.File("houses.csv"), func(f workflow.File) []float64 { return prices(f.Path) })
//
// It ends the cell if the file cannot be read.
func File(path string) workflow.File { return Must(workflow.NewFile(path)) }

// encodeModel encodes a trained model as its files.
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

// decodeModel decodes a model from encodeModel and opens it on Engine.
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

// A file is one file of a model.
type file struct {
	Name    string
	Content []byte
}
