package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/internal/floatjson"
)

// Setting is a setting with its key and value in the syntax of [Set].
type Setting struct{ Key, Value string }

// String returns KEY=VALUE.
func (s Setting) String() string { return s.Key + "=" + s.Value }

// Settings lists the settings of a study in their own order. It returns an error if the settings cannot be encoded as JSON.
func Settings(settings any) (found []Setting, err error) {
	text, err := MarshalJSON(settings)
	if err != nil {
		return nil, err
	}
	var visit func(key string, text json.RawMessage) error
	visit = func(key string, text json.RawMessage) error {
		fields := json.NewDecoder(bytes.NewReader(text))
		if first, err := fields.Token(); err != nil || first != json.Delim('{') || !fields.More() {
			found = append(found, Setting{key, typed(text)})
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

// Changed lists the settings of the instance that differ from the defaults. It returns an error if the settings cannot be
// encoded as JSON.
func (i *Instance) Changed() ([]Setting, error) {
	now, err := Settings(i.Settings)
	if err != nil {
		return nil, err
	}
	defaults, err := Settings(i.New().Settings)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(now, func(s Setting) bool { return slices.Contains(defaults, s) }), nil
}

// Seeded returns the number of seeds that the instance draws, and the first one. ok is false if the study draws nothing, or has
// no first seed. It returns an error for invalid JSON.
func (i *Instance) Seeded() (count, first int, ok bool, err error) {
	settings, err := Settings(i.Settings)
	if err != nil || i.Seeds == "" {
		return 0, 0, false, err
	}
	value := func(key string) (int, error) {
		at := slices.IndexFunc(settings, func(s Setting) bool { return s.Key == key })
		if at < 0 {
			return 0, fmt.Errorf("study: %s: setting %q not found", i.Name, key)
		}
		return strconv.Atoi(settings[at].Value)
	}
	if count, err = value(i.Seeds); err != nil {
		return 0, 0, false, err
	}
	first, err = value(i.Seeds[:strings.LastIndex(i.Seeds, ".")+1] + "seed0")
	return count, first, err == nil, nil
}

// typed returns a JSON value in the form that a user types: words without quotes, and lists with commas.
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

// bare returns a string without its quotes if it is read as a string without them, or a number or boolean.
func bare(text json.RawMessage) (string, bool) {
	var word string
	if json.Unmarshal(text, &word) == nil && text[0] == '"' {
		return word, !json.Valid([]byte(word))
	}
	return string(text), !strings.ContainsRune("[{\"", rune(text[0]))
}

// MarshalJSON returns a result as indented JSON, in which numbers that are not finite are the strings "NaN",
// "Infinity" and "-Infinity".
func MarshalJSON(result any) ([]byte, error) { return floatjson.Marshal(result) }

// UnmarshalJSON decodes output of MarshalJSON into the value that a pointer points to. It returns an error for an unknown
// field.
func UnmarshalJSON(text []byte, result any) error { return floatjson.Unmarshal(text, result) }
