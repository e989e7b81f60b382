package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	jsonx "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"

	"github.com/igbolab/igbolab/igbo/internal/plain"
)

// Set changes one of a study's settings, to which a pointer points. The key is the path of its JSON names, separated by dots,
// as in base.task.train. The value is JSON, a word, or a comma-separated list of words and numbers. An object only changes the
// settings that it contains. Set returns an error, and changes nothing, if a setting does not exist or a value does not fit.
// The error lists the existing settings.
func Set(settings any, key, value string) error {
	now, err := tree(settings)
	if err != nil {
		return err
	}
	names := strings.Split(key, ".")
	for i, name := range names {
		object, ok := now.(map[string]any)
		if !ok {
			return fmt.Errorf("study: %s has no settings below it (use %s=VALUE)", strings.Join(names[:i], "."), strings.Join(names[:i], "."))
		}
		if now, ok = object[name]; !ok && (i < len(names)-1 || value == "null" || !omitted(reflect.ValueOf(settings), names)) {
			return fmt.Errorf("study: setting %q not found, want one of %s", key, strings.Join(known(names[:i], object), ", "))
		}
	}
	_, isList := now.([]any)
	var refused error
	for _, r := range readings(value) {
		err := change(settings, names, r.text)
		if err == nil {
			return nil
		}
		if refused == nil || isList && r.list {
			refused = err
		}
	}
	return fmt.Errorf("study: %s=%s: %w", key, value, refused)
}

// omitted reports whether names lead to a field that JSON omits because it is zero.
func omitted(v reflect.Value, names []string) bool {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if len(names) == 0 {
		return true
	}
	if v.Kind() != reflect.Struct {
		return false
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		tag := strings.Split(field.Tag.Get("json"), ",")
		if field.Anonymous && tag[0] == "" && omitted(v.Field(i), names) {
			return true
		}
		if tag[0] == names[0] && (len(names) > 1 || slices.Contains(tag, "omitempty")) {
			return omitted(v.Field(i), names[1:])
		}
	}
	return false
}

// strictly rejects unknown, duplicate and wrongly capitalised names and arrays of another length. It keeps nothing of the old
// value.
var strictly = jsonx.JoinOptions(jsonv1.DefaultOptionsV1(), jsonv1.ReportErrorsWithLegacySemantics(false),
	jsonx.RejectUnknownMembers(true), jsontext.AllowDuplicateNames(false), jsonx.MatchCaseInsensitiveNames(false),
	jsonv1.UnmarshalArrayFromAnyLength(false), jsonv1.MergeWithLegacySemantics(false))

// change sets the setting with these names to its JSON, or changes nothing.
func change(settings any, names []string, text string) error {
	var wanted any
	exact := json.NewDecoder(strings.NewReader(text))
	exact.UseNumber() // keeps numbers of any size
	if err := exact.Decode(&wanted); err != nil {
		return err
	}
	for _, name := range slices.Backward(names) {
		quoted, _ := json.Marshal(name) // a string never fails
		text, wanted = fmt.Sprintf("{%s:%s}", quoted, text), map[string]any{name: wanted}
	}
	old := reflect.ValueOf(settings).Elem()
	changed := reflect.New(old.Type())
	changed.Elem().Set(plain.Clone(old))
	err := jsonx.Unmarshal([]byte(text), changed.Interface(), strictly)
	wrong := (*jsonx.SemanticError)(nil)
	switch {
	case errors.Is(err, jsonx.ErrUnknownName) && errors.As(err, &wrong):
		return fmt.Errorf("unknown field %q", wrong.JSONPointer.LastToken())
	case errors.As(err, &wrong) && wrong.GoType != nil:
		return fmt.Errorf("want %s", kindOf(wrong.GoType))
	case err != nil:
		return err
	}
	now, err := tree(changed.Interface())
	if err == nil && !null(now, wanted) {
		err = errors.New("want a value, not null")
	}
	if err == nil {
		old.Set(changed.Elem())
	}
	return err
}

// null reports whether every value that should be null is null.
func null(now, wanted any) bool {
	switch wanted := wanted.(type) {
	case nil:
		return now == nil
	case map[string]any:
		object, _ := now.(map[string]any)
		for name, value := range wanted {
			if !null(object[name], value) {
				return false
			}
		}
	case []any:
		list, _ := now.([]any)
		for i, value := range wanted {
			if i >= len(list) || !null(list[i], value) {
				return false
			}
		}
	}
	return true
}

// kindOf describes the values of a type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a word"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "a JSON object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	default:
		return "a whole number"
	}
}

// tree returns a value as parsed JSON.
func tree(v any) (parsed any, err error) {
	text, err := MarshalJSON(v)
	if err == nil {
		err = json.Unmarshal(text, &parsed)
	}
	return parsed, err
}

// known returns the valid settings at the level of a wrong one.
func known(above []string, object map[string]any) []string {
	names := slices.Sorted(maps.Keys(object))
	for i, name := range names {
		names[i] = strings.Join(append(slices.Clone(above), name), ".")
	}
	return names
}

// reading is JSON that a typed value can mean.
type reading struct {
	text string
	list bool
}

// readings returns the readings of a value: JSON, a word, a list of JSON and words, or a list of words.
func readings(value string) []reading {
	as := reading{value, strings.HasPrefix(value, "[")}
	if json.Valid([]byte(value)) && (as.list || strings.HasPrefix(value, "{") || value == "null") {
		return []reading{as}
	}
	items, words := []string{}, []string{}
	if value != "" {
		for item := range strings.SplitSeq(value, ",") {
			item = strings.TrimSpace(item)
			items, words = append(items, literal(item)), append(words, quote(item))
		}
	}
	list := func(items []string) reading { return reading{"[" + strings.Join(items, ",") + "]", true} }
	return []reading{{literal(value), false}, {quote(value), false}, list(items), list(words)}
}

// literal returns JSON for a number, a boolean or a word.
func literal(value string) string {
	if json.Valid([]byte(value)) {
		return value
	}
	return quote(value)
}

func quote(word string) string {
	quoted, _ := json.Marshal(word) // a string never fails
	return string(quoted)
}
