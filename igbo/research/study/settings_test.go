package study

import (
	"encoding/json"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestTyped checks that values have no quotes if they are parsed correctly without them.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		`0.5`: "0.5", `"word"`: "word", `"two words"`: "two words", `"1"`: `"1"`, `"true"`: `"true"`, `""`: "", `null`: "null",
		`[0.5, 1]`: "0.5,1", `["a", "b"]`: "a,b", `["a,b"]`: `["a,b"]`, `["1"]`: `["1"]`, `[]`: "[]", `[[1], [2]]`: "[[1],[2]]",
		`[ {"a": 1} ]`: `[{"a":1}]`, `{}`: "{}", `[" a"]`: `[" a"]`, `[""]`: `[""]`,
	} {
		if got := typed(json.RawMessage(text)); got != want {
			t.Errorf("%s is typed %s, want %s", text, got, want)
		}
	}
}

// TestChanged checks that exactly the settings that differ from the defaults are listed in the syntax of Set, and that settings
// can be restored from their JSON.
func TestChanged(t *testing.T) {
	i := sumsDefinition().New()
	if changed, err := i.Changed(); err != nil || len(changed) > 0 {
		t.Errorf("%v, %v of the defaults", changed, err)
	}
	want := []Setting{{"seeds", "3"}, {"grid.powers", "1,0.5"}}
	for _, s := range want {
		must.Do(t, Set(i.Settings, s.Key, s.Value))
	}
	text := must.Of(MarshalJSON(i.Settings)).In(t)
	back := must.Of(i.With(text)).In(t)
	if changed, err := back.Changed(); err != nil || !slices.Equal(changed, want) {
		t.Errorf("changed %v, %v, want %v", changed, err, want)
	}
}

// TestReported checks that a committed result is decoded like any result, that it is nil if there is none, and that an invalid
// one is an error.
func TestReported(t *testing.T) {
	d := sumsDefinition()
	if r, err := d.Reported(); r != nil || err != nil {
		t.Errorf("%v, %v, want nothing", r, err)
	}
	found, err := d.New().Run(t.Context(), nil, workflow.Options{Unkept: true})
	if err != nil {
		t.Fatal(err)
	}
	text := must.Of(MarshalJSON(found)).In(t)
	d.Results = fstest.MapFS{"result.json": {Data: text}}
	if r, err := d.Reported(); err != nil || r == nil || r.Tables()[0].Text() != found.Tables()[0].Text() {
		t.Errorf("read %v, %v", r, err)
	}
	d.Results = fstest.MapFS{"result.json": {Data: text[:10]}}
	if r, err := d.Reported(); err == nil || r != nil {
		t.Errorf("read %v of half a result", r)
	}
	d.Results = fstest.MapFS{"result.json": {Mode: fs.ModeDir}}
	if r, err := d.Reported(); err == nil || r != nil || d.Committed() != nil {
		t.Errorf("read %v of a folder", r)
	}
}
