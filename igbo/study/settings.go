package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Setting is a setting by its key and value, as [Set] takes them.
type Setting struct{ Key, Value string }

// String is KEY=VALUE.
func (s Setting) String() string { return s.Key + "=" + s.Value }

// Settings lists the settings of a study, in their own order. Errors: what is no JSON.
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

// Changed lists the settings of the instance that are not the study's defaults.
// Errors: what is no JSON.
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

// MarshalJSON writes a result as indented JSON, which has no numbers that are
// not finite: they become the strings "NaN", "Infinity" and "-Infinity".
func MarshalJSON(result any) ([]byte, error) {
	text, err := json.MarshalIndent(result, "", "  ")
	if wrong := (*json.UnsupportedValueError)(nil); errors.As(err, &wrong) {
		text, err = jsonx.Marshal(result, jsonv1.DefaultOptionsV1(), jsontext.WithIndent("  "), jsonx.WithMarshalers(jsonx.MarshalToFunc(writeNumber)))
	}
	if err != nil {
		return nil, fmt.Errorf("study: a %T as JSON: %w", result, err)
	}
	return append(text, '\n'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote into the value that a pointer
// points to.
func UnmarshalJSON(text []byte, result any) error {
	err := jsonx.Unmarshal(text, result, jsonv1.DefaultOptionsV1(), jsonx.RejectUnknownMembers(true),
		jsonx.WithUnmarshalers(jsonx.UnmarshalFromFunc(readNumber)))
	if err != nil {
		return fmt.Errorf("study: JSON of a %T: %w", result, err)
	}
	return nil
}

func writeNumber(e *jsontext.Encoder, v float64) error {
	switch {
	case math.IsNaN(v):
		return e.WriteToken(jsontext.String("NaN"))
	case math.IsInf(v, 1):
		return e.WriteToken(jsontext.String("Infinity"))
	case math.IsInf(v, -1):
		return e.WriteToken(jsontext.String("-Infinity"))
	}
	return jsonx.SkipFunc
}

func readNumber(d *jsontext.Decoder, v *float64) error {
	if d.PeekKind() != '"' {
		return jsonx.SkipFunc
	}
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	switch token.String() {
	case "NaN":
		*v = math.NaN()
	case "Infinity":
		*v = math.Inf(1)
	case "-Infinity":
		*v = math.Inf(-1)
	default:
		return fmt.Errorf("%q, expected a number, \"NaN\", \"Infinity\" or \"-Infinity\"", token.String())
	}
	return nil
}
