package plain

import (
	"encoding/binary"
	htmltemplate "html/template"
	"math"
	"math/big"
	"reflect"
	"testing"
	"text/template"
	"time"
)

type list struct {
	Value int
	Next  *list
}

// TestDigestsDiffer checks that any difference gives another digest, or none.
func TestDigestsDiffer(t *testing.T) {
	zero, one := 0, 1
	seen := map[string]int{}
	for i, v := range []any{
		nil, 0, int8(0), uint(0), 0.0, math.Copysign(0, -1), float32(0), "", "\x00", false, math.NaN(), math.Inf(1),
		&zero, &one, (*int)(nil), [1]int{}, []int{}, []int(nil), []int{0}, []int64{0}, map[string]int{}, map[string]int(nil),
		map[float64]int{math.NaN(): 0, math.Inf(1): 1}, map[float64]int{math.NaN(): 1, math.Inf(1): 0},
		[]string{"ab", "c"}, []string{"a", "bc"}, [][]int{{1}, {}}, [][]int{{}, {1}}, [2][]int{{1}, nil},
		struct{ A, B int }{}, struct{ B, A int }{}, struct{ A struct{ B, C int } }{}, struct{ A, B, C int }{},
		list{1, nil}, &list{1, nil}, list{1, &list{2, nil}}, time.Unix(0, 0).UTC(), time.Unix(1, 0).UTC(), time.Unix(0, 0).In(time.FixedZone("", 3600)),
		time.Duration(0), true, []any{0}, []any{nil}, []any{[]any{}}, binary.LittleEndian, binary.BigEndian,
		htmltemplate.Error{}.ErrorCode, &htmltemplate.Error{}, template.ExecError{}, &template.ExecError{},
	} {
		d, err := Digest(v)
		if err != nil {
			t.Logf("%d, %T: %v", i, v, err)
			continue
		}
		if other, ok := seen[d]; ok {
			t.Errorf("%d, a %T, has the digest of %d", i, v, other)
		}
		seen[d] = i
	}
	if d, err := Digest(big.NewInt(7)); err == nil {
		t.Errorf("a big number, whose digits are hidden, has the digest %s", d)
	}
}

// TestFormsDiffer checks that types with the same name and different fields have different forms, also behind pointers.
func TestFormsDiffer(t *testing.T) {
	forms := map[string]bool{}
	for _, of := range []reflect.Type{
		func() reflect.Type { type point struct{ X, Y float64 }; return reflect.TypeFor[point]() }(),
		func() reflect.Type { type point struct{ Y, X float64 }; return reflect.TypeFor[point]() }(),
		func() reflect.Type { type point struct{ X, Y float64 }; return reflect.TypeFor[*point]() }(),
		reflect.TypeFor[*template.Template](), reflect.TypeFor[*htmltemplate.Template](),
		reflect.TypeFor[list](), reflect.TypeFor[*list](), reflect.TypeFor[map[string]list](), reflect.TypeFor[[2]list](), reflect.TypeFor[[3]list](),
	} {
		if f := Form(of); forms[f] {
			t.Errorf("%s: %s is another's", of, f)
		} else {
			forms[f] = true
		}
	}
}
