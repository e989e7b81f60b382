package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Set changes one of a study's settings, which a pointer points to. The key is
// the path of its JSON names with dots between them, as in base.task.train; the value is
// JSON, a word, or words and numbers with commas between them for a list. Errors: a setting that does not
// exist, and which there are; a value that does not fit.
func Set(settings any, key, value string) error {
	now, err := tree(settings)
	if err != nil {
		return err
	}
	names := strings.Split(key, ".")
	for i, name := range names {
		object, ok := now.(map[string]any)
		if !ok {
			return fmt.Errorf("study: %s has no settings below it, expected %s=VALUE", strings.Join(names[:i], "."), strings.Join(names[:i], "."))
		}
		if now, ok = object[name]; !ok {
			return fmt.Errorf("study: no setting %q, expected one of %s", key, strings.Join(known(names[:i], object), ", "))
		}
	}
	_, isList := now.([]any)
	text := literal(value, isList)
	for _, name := range slices.Backward(names) {
		quoted, _ := json.Marshal(name) // a string
		text = fmt.Sprintf("{%s:%s}", quoted, text)
	}
	strict := json.NewDecoder(strings.NewReader(text))
	strict.DisallowUnknownFields()
	err = strict.Decode(settings)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("study: %s=%s: expected %s", key, value, kindOf(wrong.Type))
	}
	if err != nil {
		return fmt.Errorf("study: %s=%s: %w", key, value, err)
	}
	return nil
}

// kindOf says what a type takes.
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

// tree is a value as its JSON has it.
func tree(v any) (parsed any, err error) {
	text, err := MarshalJSON(v)
	if err == nil {
		err = json.Unmarshal(text, &parsed)
	}
	return parsed, err
}

// known are the settings beside a wrong one.
func known(above []string, object map[string]any) []string {
	names := slices.Sorted(maps.Keys(object))
	for i, name := range names {
		names[i] = strings.Join(append(slices.Clone(above), name), ".")
	}
	return names
}

// literal makes JSON of a value as it is typed.
func literal(value string, isList bool) string {
	if json.Valid([]byte(value)) && (!isList || bytes.HasPrefix([]byte(value), []byte("["))) {
		return value
	}
	if isList {
		var items []string
		for item := range strings.SplitSeq(value, ",") {
			items = append(items, literal(strings.TrimSpace(item), false))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	quoted, _ := json.Marshal(value) // a string
	return string(quoted)
}
