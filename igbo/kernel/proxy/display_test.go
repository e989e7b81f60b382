//go:build unix

package proxy

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// TestWithValues compares forms of displays before and after.
func TestWithValues(t *testing.T) {
	for _, c := range []struct {
		data map[string]any
		want string
	}{
		{map[string]any{"application/json": `{"a":[1]}`, "text/plain": "{}"}, `{"application/json":{"a":[1]},"text/plain":"{}"}`},
		{map[string]any{"application/vnd.vegalite.v5+json": `{"mark":"bar"}`}, `{"application/vnd.vegalite.v5+json":{"mark":"bar"}}`},
		{map[string]any{"application/json": "not JSON"}, `{"application/json":"not JSON"}`},
		{map[string]any{"application/json": json.RawMessage(`{"a":1}`)}, `{"application/json":{"a":1}}`},
		{map[string]any{"text/plain": `"json":"1"`}, `{"text/plain":"\"json\":\"1\""}`},
	} {
		if got, err := json.Marshal(withValues(c.data)); err != nil || string(got) != c.want {
			t.Errorf("%v is passed on as %s, want %s (%v)", c.data, got, c.want, err)
		}
	}
}

// TestPlain checks that displays of a program keep their values, with texts as strings.
func TestPlain(t *testing.T) {
	got := plain(map[string]json.RawMessage{"a": json.RawMessage(`"x<\n"`), "b": json.RawMessage(`12345678901234567890`), "c": json.RawMessage(`null`)})
	if text, err := json.Marshal(got); err != nil || got["a"] != "x<\n" || string(text) != `{"a":"x\u003c\n","b":12345678901234567890,"c":null}` {
		t.Errorf("%s %v", text, err)
	}
}

// TestFormsOfADisplay checks that a front end gets all forms of a value from a stateful cell, with JSON as a value.
func TestFormsOfADisplay(t *testing.T) {
	k := startStatefulKernel(t)
	const bundle = `notebook.Bundle{"application/vnd.vegalite.v5+json": map[string]any{"mark": "bar"}, "text/html": "<b>x</b>", "text/latex": "$x$", "text/plain": "x"}`
	const forms = "map[application/vnd.vegalite.v5+json:map[mark:bar] text/html:<b>x</b> text/latex:$x$ text/plain:x]"
	e := execute(t, k, bundle)
	if shown := displayed(e); e.Err() != nil || len(shown) != 1 || fmt.Sprint(shown[0]) != forms {
		t.Errorf("%+v, want %s", e, forms)
	}
	e = execute(t, k, "errors.New(\"a < b\")")
	if shown := displayed(e); e.Err() != nil || len(shown) != 1 || shown[0]["text/plain"] != "error: a < b" || shown[0]["text/html"] == nil {
		t.Errorf("%+v", e)
	}
}

// displayed lists the forms of each display of a cell.
func displayed(e wire.Execution) (all []map[string]any) {
	for _, o := range e.Outputs {
		if o.Type == "display_data" || o.Type == "execute_result" {
			all = append(all, o.Data)
		}
	}
	return all
}
