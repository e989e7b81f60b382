package plain

import (
	"bytes"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

type every struct {
	B      bool
	I      int8
	U      uint16
	F      float32
	S      string
	A      [2]int
	Nested struct{ X, Y float64 }
	Ptr    *float64
	Zero   *float64
	None   *float64
	Empty  []string
	Nil    []string
	M      map[string][]int
	NilMap map[string]int
	NilAny any
	NilRun func()
	Dense  *mat.Dense
	Vector mat.VecDense
}

func example() every {
	value, zero := math.Inf(-1), 0.0
	e := every{
		B: true, I: -7, U: 65535, F: 1.5, S: "α\x00", A: [2]int{1, -2}, Ptr: &value, Zero: &zero, Empty: []string{},
		M: map[string][]int{"b": {2}, "a": nil}, Dense: mat.NewDense(1, 2, []float64{1, math.Inf(1)}),
		Vector: *mat.NewVecDense(2, []float64{3, 4}),
	}
	e.Nested.X, e.Nested.Y = math.Copysign(0, -1), math.MaxFloat64
	return e
}

// TestEncodeKeepsEverything checks that all data are preserved, including what gob and JSON lose.
func TestEncodeKeepsEverything(t *testing.T) {
	want := example()
	text, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	var got every
	if err := Decode(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	if !math.Signbit(got.Nested.X) {
		t.Error("−0 became 0")
	}
	text, err = Encode([]float64{math.NaN()})
	var nan []float64
	if err != nil || Decode(text, &nan) != nil || !math.IsNaN(nan[0]) {
		t.Errorf("NaN became %v (%v)", nan, err)
	}
}

// TestDecodeRefusesOtherLengths checks that truncated data and data of another type are errors.
func TestDecodeRefusesOtherLengths(t *testing.T) {
	text := must.Of(Encode(example())).In(t)
	for n := range text {
		var got every
		if err := Decode(text[:n], &got); err == nil {
			t.Fatalf("%d of %d bytes are read", n, len(text))
		}
	}
	var long []int
	if err := Decode([]byte{1, 255, 255, 255, 255, 255, 255, 255, 127}, &long); err == nil {
		t.Error("a length beyond the data is read")
	}
	if err := Decode(append(text, 0), new(every)); err == nil {
		t.Error("a byte too many is read")
	}
}

type node struct{ Next *node }

// TestNoDigest checks that data that are not plain have no digest.
func TestNoDigest(t *testing.T) {
	cycle := &node{}
	cycle.Next = cycle
	for name, v := range map[string]any{
		"function": func() {}, "channel": make(chan int), "hidden": struct{ x int }{}, "cycle": cycle,
		"in a map": map[string]any{"f": func() {}}, "pointer": uintptr(1), "deep": []any{[]any{func() {}}},
	} {
		if d, err := Digest(v); err == nil {
			t.Errorf("%s: digest %s", name, d)
		}
	}
}

// TestDigestIsStable checks that the order of maps does not affect the digest, and that equal data have equal digests.
func TestDigestIsStable(t *testing.T) {
	m := func(keys ...string) map[string]int {
		m := map[string]int{}
		for _, k := range keys {
			m[k] = len(k)
		}
		return m
	}
	a, errA := Digest(m("x", "yy", "zzz"), 1.0)
	b, errB := Digest(m("zzz", "yy", "x"), 1.0)
	if errA != nil || errB != nil || a != b {
		t.Errorf("%s (%v) and %s (%v)", a, errA, b, errB)
	}
}

// TestLeftOutFields checks that a field tagged plain:"-" is neither written nor read, and that it does not affect later fields.
func TestLeftOutFields(t *testing.T) {
	type placed struct {
		A     int
		place *int `plain:"-"`
		B     string
	}
	type data struct {
		A int
		B string
	}
	with := must.Of(Encode(placed{1, new(int), "b"})).In(t)
	if without := must.Of(Encode(data{1, "b"})).In(t); !bytes.Equal(with, without) {
		t.Errorf("%x with a place, %x without", with, without)
	}
	var back placed
	if err := Decode(with, &back); err != nil || back.A != 1 || back.B != "b" || back.place != nil {
		t.Errorf("read back %+v, error %v", back, err)
	}
}
