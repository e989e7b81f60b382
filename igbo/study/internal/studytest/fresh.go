// Package studytest holds properties that every study must have, for their tests. In flow
// small settings of a study; out flow failures of the test.
package studytest

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/study"
)

// Fresh changes one setting after the other and checks that a study that has kept the parts of
// all other settings finds what one without any parts finds: a cell whose
// settings leave out something that its part depends on answers stale. It
// returns the number of settings that could be changed; those that Validate
// refuses are passed over.
func Fresh[R any, C study.Study[R]](t *testing.T, backend compute.Backend, cfg C) (changed int) {
	t.Helper()
	o := study.Options{Dir: t.TempDir()}
	compare := func(what string) {
		t.Helper()
		kept, err := study.Run(t.Context(), backend, study.Study[R](cfg), o)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		fresh, err := study.Run(t.Context(), backend, study.Study[R](cfg), study.Options{Unkept: true})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !bytes.Equal(text(t, kept), text(t, fresh)) {
			t.Errorf("%s: changed, and answered from parts of other settings", what)
		}
	}
	compare("the settings as they are")
	leaves(reflect.ValueOf(&cfg).Elem(), "settings", func(v reflect.Value, path string) {
		old := reflect.ValueOf(v.Interface())
		if change(v) && cfg.Validate() == nil {
			changed++
			compare(path)
		}
		v.Set(old)
	})
	return changed
}

// text is JSON, in which NaN equals NaN.
func text(t *testing.T, result any) []byte {
	t.Helper()
	text, err := study.MarshalJSON(result)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// leaves visits everything in a value that can be set by itself.
func leaves(v reflect.Value, path string, visit func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	}
	visit(v, path)
}

// change gives a number another value, and takes the last element from a list.
func change(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() * 0.9)
	case reflect.Slice:
		if v.Len() < 2 {
			return false
		}
		v.Set(v.Slice(0, v.Len()-1))
	default:
		return false
	}
	return true
}
