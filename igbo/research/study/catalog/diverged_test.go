package catalog

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// numbers visits every float64 of a result except those in its settings.
func numbers(v reflect.Value, path string, visit func(v reflect.Value, path string)) {
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		visit(v, path)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Config" {
				numbers(v.Field(i), path+"."+f.Name, visit)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			numbers(v.Index(i), path+"[]", visit)
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			changed := reflect.New(value.Type()).Elem()
			changed.Set(value)
			numbers(changed, path+"{}", visit)
			v.SetMapIndex(key, changed)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			numbers(v.Elem(), path, visit)
		}
	case reflect.Interface:
		if !v.IsNil() {
			changed := reflect.New(v.Elem().Type()).Elem()
			changed.Set(v.Elem())
			numbers(changed, path, visit)
			v.Set(changed)
		}
	}
}

// TestDivergedResults checks results in which one field or all fields are not finite. They must be encoded and decoded, and
// their tables must not panic. With all fields, their figures must not panic either.
func TestDivergedResults(t *testing.T) {
	turn := 0 // draws every second value as points, alternating between studies
	eachStudy(t, func(t *testing.T, d study.Definition) {
		turn++
		text, paths := encoded(t, found(t, d)), map[string]bool{}
		numbers(reflect.ValueOf(found(t, d)), "", func(_ reflect.Value, path string) { paths[path] = true })
		paths["all"] = true
		for path := range paths {
			for k, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64}[:most(path)] {
				planted := must.Of(d.Read(text)).In(t)
				numbers(reflect.ValueOf(planted), "", func(v reflect.Value, at string) {
					if at == path || path == "all" {
						v.SetFloat(value)
					}
				})
				show(t, d, planted, fmt.Sprint(value, " in ", path), path == "all", k%2 == turn%2)
			}
		}
	})
}

// most returns the number of values to try in a field. In one field, only NaN is tried.
func most(path string) int {
	if path == "all" {
		return 4
	}
	return 1
}

// show encodes, decodes, tabulates and draws a result.
func show(t *testing.T, d study.Definition, r study.Result, what string, draw, points bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v", what, p)
		}
	}()
	text, err := study.MarshalJSON(r)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	read, err := d.Read(text)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if again, err := study.MarshalJSON(read); err != nil || !bytes.Equal(again, text) {
		t.Errorf("%s: another result is read, %v", what, err)
	}
	for _, table := range read.Tables() {
		_, _, _ = table.Text(), table.Markdown(), table.CSV()
	}
	if !draw {
		return
	}
	figures, err := read.Figures()
	if err != nil {
		t.Logf("%s: %v", what, err)
		return
	}
	for _, f := range figures {
		picture := f.SVG
		if points {
			picture = f.PNG
		}
		if _, err := picture(); err != nil {
			t.Logf("%s: %s: %v", what, f.FigureName(), err)
		}
	}
}
