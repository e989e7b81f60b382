package dag

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Index returns the index of the named feature, and whether it exists.
func (d *DAG) Index(name string) (int, bool) {
	if d == nil {
		return -1, false
	}
	i := slices.Index(d.Features, name)
	return i, i >= 0
}

// CheckFeatures returns an error unless the graph has exactly the named features in the given
// order, for instance the columns of a model's input. Edges are indices, so other names or another
// order would constrain the wrong features. The error names the first difference.
func (d *DAG) CheckFeatures(names []string) error {
	if d == nil {
		return errNil
	}
	for k := range min(len(names), len(d.Features)) {
		if names[k] != d.Features[k] {
			return fmt.Errorf("dag: feature %d is %q, want %q, as in the graph%s", k, names[k], d.Features[k], d.elsewhere(names[k]))
		}
	}
	if have, want := len(names), len(d.Features); have != want {
		return fmt.Errorf("dag: got %d features, want %d, as in the graph (%s)", have, want, firstExtra(names, d.Features))
	}
	return nil
}

// elsewhere returns a hint if the graph has the name at another position.
func (d *DAG) elsewhere(name string) string {
	if i, ok := d.Index(name); ok {
		return fmt.Sprintf(" (%q is its feature %d)", name, i)
	}
	return ""
}

func firstExtra(names, features []string) string {
	if n := len(features); len(names) > n {
		return fmt.Sprintf("%q is not in the graph", names[n])
	}
	return fmt.Sprintf("%q is missing", features[len(names)])
}

func checkNames(features []string) error {
	if len(features) == 0 {
		return errors.New("dag: the list of features is empty (want at least one)")
	}
	seen := make(map[string]int, len(features))
	for i, name := range features {
		if err := CheckName(name); err != nil {
			return fmt.Errorf("dag: feature %d: %w", i, err)
		}
		if j, ok := seen[name]; ok {
			return fmt.Errorf("dag: features %d and %d are both named %q (names must differ)", j, i, name)
		}
		seen[name] = i
	}
	return nil
}

// CheckName returns an error unless the name of a feature is non-empty valid UTF-8 without control
// characters and without U+FFFD, which replaces invalid bytes.
func CheckName(name string) error {
	if name == "" {
		return errors.New("the name is empty (want text)")
	}
	if strings.ContainsRune(name, utf8.RuneError) || strings.ContainsFunc(name, unicode.IsControl) { // also for invalid bytes
		return fmt.Errorf("the name %q must be valid UTF-8 without control characters and without U+FFFD, which replaces invalid bytes", name)
	}
	return nil
}

// names returns the feature names, or x0, x1, … if there are none.
func names(features []string, n int) []string {
	if len(features) > 0 {
		return features
	}
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("x%d", i)
	}
	return out
}
