package studies

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/study"
)

// assignment is a setting as --set takes it.
type assignment struct{ key, value string }

// String is KEY=VALUE.
func (a assignment) String() string { return a.key + "=" + a.value }

// assignments lists the settings, in their own order.
func assignments(settings any) (found []assignment, err error) {
	text, err := study.MarshalJSON(settings)
	if err != nil {
		return nil, err
	}
	var visit func(key string, text json.RawMessage) error
	visit = func(key string, text json.RawMessage) error {
		fields := json.NewDecoder(bytes.NewReader(text))
		if first, err := fields.Token(); err != nil || first != json.Delim('{') || !fields.More() {
			found = append(found, assignment{key, typed(text)})
			return err
		}
		for fields.More() {
			name, err := fields.Token()
			if err != nil {
				return err
			}
			var below json.RawMessage
			if err := fields.Decode(&below); err != nil {
				return err
			}
			path := fmt.Sprint(name)
			if key != "" {
				path = key + "." + path
			}
			if err := visit(path, below); err != nil {
				return err
			}
		}
		return nil
	}
	return found, visit("", text)
}

// typed is a JSON value as one would type it: words bare, lists with commas.
func typed(text json.RawMessage) string {
	if word, ok := bare(text); ok {
		return word
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err == nil && len(items) > 0 {
		words := make([]string, len(items))
		plain := true
		for i, item := range items {
			word, ok := bare(item)
			words[i], plain = word, plain && ok && word != "" && word == strings.TrimSpace(word) && !strings.ContainsAny(word, ",[")
		}
		if plain {
			return strings.Join(words, ",")
		}
	}
	var short bytes.Buffer
	if err := json.Compact(&short, text); err != nil {
		return string(text)
	}
	return short.String()
}

// bare is a string without its quotes, where it is read as a string without
// them, or a number or truth value.
func bare(text json.RawMessage) (string, bool) {
	var word string
	if json.Unmarshal(text, &word) == nil && text[0] == '"' {
		return word, !json.Valid([]byte(word))
	}
	return string(text), !strings.ContainsRune("[{\"", rune(text[0]))
}

// set changes a setting, as --set KEY=VALUE asks for.
func set(settings any, key, value string) error {
	given := assignment{key, value}.String()
	if err := study.Set(settings, key, value); err != nil {
		fault := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "study: "), given+": ")
		return fmt.Errorf("--set %s: %s%s", given, fault, hint(settings, key))
	}
	if all, err := assignments(settings); err != nil || value == "null" && !slices.Contains(all, assignment{key, value}) {
		return errors.Join(err, fmt.Errorf("--set %s: expected a value, as the setting always has one", given))
	}
	return nil
}

// hint names settings that may have been meant by a key that is none.
func hint(settings any, key string) string {
	all, err := assignments(settings)
	if err != nil {
		return ""
	}
	var keys, meant []string
	for _, a := range all {
		keys = append(keys, a.key)
		if a.key == key || strings.HasPrefix(a.key, key+".") || strings.HasPrefix(key, a.key+".") {
			return ""
		}
		if a.key[strings.LastIndex(a.key, ".")+1:] == key {
			meant = append(meant, a.key)
		}
	}
	meant = append(meant, cli.Near(key, keys)...)
	if slices.Sort(meant); len(meant) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(slices.Compact(meant), " or ") + "?"
}
