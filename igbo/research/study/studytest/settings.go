// Package studytest tests a study: every setting must change the result, and invalid settings must return an error. Use it in
// the tests of a study.
package studytest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
)

// Digests returns the digests of the cells of settings, which may be invalid.
func Digests[R any](tb testing.TB, s workflow.Study[R]) []string {
	tb.Helper()
	var p workflow.Plan
	must.Of(s.Cells(&p)).In(tb)
	if slices.Contains(p.Digests(), "") {
		tb.Fatal("settings of a cell are no plain data")
	}
	return p.Digests()
}

// EverySetting changes the numbers, words, lists and paths of a study's settings one at a time and checks that the cells
// change. The cells must stay the same for settings that only the fold reads; their paths, such as "Level", are given and
// include all settings below. It skips values without cells, such as an unknown rule. It returns the number of changed
// settings.
func EverySetting(t *testing.T, i *study.Instance, folded ...string) (settings int) {
	t.Helper()
	want := must.Of(i.Digests()).In(t)
	leaves(reflect.ValueOf(i.Settings).Elem(), "", func(v reflect.Value, path string) {
		if same, err := i.Digests(); err != nil || !slices.Equal(same, want) || slices.Contains(same, "") {
			t.Fatalf("%s: the same settings have other cells, or are no plain data: %v", path, err)
		}
		old := reflect.ValueOf(v.Interface())
		if !change(v) {
			return
		}
		settings++
		alone := slices.ContainsFunc(folded, func(f string) bool { return strings.HasPrefix(path+".", f+".") || strings.HasPrefix(path, f+"[") })
		if ids, err := i.Digests(); err == nil && (slices.Equal(ids, want) != alone || slices.Contains(ids, "")) {
			t.Errorf("%s is changed: cells %q, want the same ones %t", path, ids, alone)
		}
		if v.SetZero(); old.IsValid() {
			v.Set(old)
		}
	})
	return settings
}

// leaves visits every part of a value that can be set separately.
func leaves(v reflect.Value, path string, visit func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if path != "" {
				name = path + "." + name
			}
			leaves(v.Field(i), name, visit)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(v.Elem(), path, visit)
		}
	}
	visit(v, path)
}

// change replaces a value with another one of its type.
func change(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.001)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		another := reflect.New(v.Type().Elem()).Elem()
		change(another)
		v.Set(reflect.Append(v, another))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Interface:
		path := reflect.ValueOf(attribution.Straight{})
		if !path.Type().AssignableTo(v.Type()) {
			return false
		}
		v.Set(path)
	default:
		return false
	}
	return true
}
