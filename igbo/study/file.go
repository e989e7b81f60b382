package study

import (
	"fmt"
	"os"
	"reflect"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/study/internal/plain"
	"github.com/igbolab/igbolab/igbo/study/internal/provenance"
)

// File is a file that a computation reads, as a part of its settings: its content counts.
type File struct {
	// Path is where the file is, and SHA256 the digest of its content in hexadecimal digits.
	Path, SHA256 string
}

// NewFile is a file as it is now. Errors: a file that cannot be read, a folder.
func NewFile(path string) (File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file, expected one that can be read again", path)
	}
	if err != nil {
		return File{}, fmt.Errorf("study: %w", err)
	}
	sum, err := durable.Digest(path)
	if err != nil {
		return File{}, fmt.Errorf("study: %w", err)
	}
	return File{path, sum}, nil
}

// readsFiles is the error for a function that reads files of which the settings say
// nothing, as far as its source can be seen.
func readsFiles(f, settings any) error {
	reads, err := provenance.Reads(f)
	if err != nil {
		return err
	}
	for _, r := range reads {
		if r.Fixed || !holdsFile(reflect.ValueOf(settings), 0) {
			return fmt.Errorf("study: the function reads a file by %s (%s), whose content no digest holds; pass it in the settings, as notebook.File(path) gives it, and read what its Path names", r.Call, r.Text)
		}
	}
	return nil
}

// holdsFile tells whether a File is among data.
func holdsFile(v reflect.Value, depth int) bool {
	switch {
	case depth > plain.Deepest || !v.IsValid():
		return false
	case v.Type() == reflect.TypeFor[File]():
		return true
	}
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range v.Fields() {
			if holdsFile(field, depth+1) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holdsFile(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for _, element := range v.Seq2() {
			if holdsFile(element, depth+1) {
				return true
			}
		}
	case reflect.Pointer, reflect.Interface:
		return holdsFile(v.Elem(), depth+1)
	}
	return false
}
