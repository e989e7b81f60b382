// Package named writes names in errors: that of a package once, and those of a list.
package named

import (
	"errors"
	"strings"
)

// Once is err without the name of its package before it, as part of another
// error of the same package:
//
//	fmt.Errorf("igbo: loading %s: %w", dir, named.Once("igbo", err))
//
// Errors that are joined lose it each. errors.Is and As find err as before.
func Once(name string, err error) error {
	if err == nil {
		return nil
	}
	return once{err, name + ": "}
}

// List writes the names of kinds, methods and the like for an error: linear, mlp, gru.
func List[S ~string](names []S) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = string(name)
	}
	return strings.Join(list, ", ")
}

type once struct {
	error
	prefix string
}

func (e once) Error() string {
	var joined interface{ Unwrap() []error }
	if errors.As(e.error, &joined) {
		return strings.ReplaceAll("\n"+e.error.Error(), "\n"+e.prefix, "\n")[1:]
	}
	return strings.TrimPrefix(e.error.Error(), e.prefix)
}

// Unwrap returns the error itself.
func (e once) Unwrap() error { return e.error }
