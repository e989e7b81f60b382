package widget

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// State maps names to the values of a widget. A value is anything that JSON can encode, a [Widget],
// a []byte, or a map or list of these.
type State map[string]any

// reference is the prefix of the text with which one widget refers to another.
const reference = "IPY_MODEL_"

// packed is a state in the form that messages use: JSON values, with binary values stored
// separately.
type packed struct {
	state   map[string]any
	paths   [][]any
	buffers [][]byte
	widgets []*Model // to which the state refers
}

// pack separates binary values and widgets from a state.
func pack(s State) packed {
	p := packed{paths: [][]any{}}
	p.state, _ = p.value(map[string]any(s), nil).(map[string]any)
	if p.state == nil {
		p.state = map[string]any{}
	}
	return p
}

// value returns v without the binary values and widgets in it. The path is the position of v in the
// state.
func (p *packed) value(v any, path []any) any {
	switch v := v.(type) {
	case Widget:
		p.widgets = append(p.widgets, v.Base())
		return reference + v.Base().id
	case []Widget:
		names := []any{}
		for _, w := range v {
			names = append(names, p.value(w, nil))
		}
		return names
	case State:
		return p.value(map[string]any(v), path)
	case map[string]any:
		out := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if at := append(slices.Clone(path), key); !p.bytes(v[key], at) {
				out[key] = p.value(v[key], at)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			if at := append(slices.Clone(path), i); !p.bytes(one, at) {
				out[i] = p.value(one, at)
			}
		}
		return out
	}
	return v
}

// bytes stores v if it is a []byte, and reports whether it is.
func (p *packed) bytes(v any, path []any) bool {
	b, are := v.([]byte)
	if are {
		p.paths, p.buffers = append(p.paths, path), append(p.buffers, b)
	}
	return are
}

// data returns the data of a message. The method is empty for comm_open.
func (p packed) data(method string) (json.RawMessage, error) {
	data := map[string]any{"state": p.state, "buffer_paths": p.paths}
	if method != "" {
		data["method"] = method
	}
	text, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("widget: encoding a state: %w", err)
	}
	return text, nil
}

// unpack inserts binary values at their paths in a state from the page.
func unpack(state map[string]any, paths [][]any, buffers [][]byte) error {
	if len(paths) != len(buffers) {
		return fmt.Errorf("widget: a message has %d buffer paths for %d buffers", len(paths), len(buffers))
	}
	for i, path := range paths {
		if err := put(state, path, buffers[i]); err != nil {
			return err
		}
	}
	return nil
}

// put inserts a binary value at one path.
func put(at any, path []any, b []byte) error {
	for i, step := range path {
		last := i == len(path)-1
		switch here := at.(type) {
		case map[string]any:
			key, is := step.(string)
			if !is {
				return errPlace
			}
			if at = here[key]; last {
				here[key] = b
			}
		case []any:
			n, is := step.(float64)
			if !is || n < 0 || int(n) >= len(here) {
				return errPlace
			}
			if at = here[int(n)]; last {
				here[int(n)] = b
			}
		default:
			return errPlace
		}
	}
	return nil
}

var errPlace = errors.New("widget: a message has a buffer path that does not exist in its state")
