package saved

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"
)

type node struct {
	Next *node
	Name string
	Sub  map[string][]float64
	When time.Time
	Flag [2]bool
}

func write[T any](t *testing.T, v *T) string {
	t.Helper()
	text, err := Write(reflect.TypeFor[T](), unsafe.Pointer(v), 1<<20, 0)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "value")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestValue checks that a value with cycles and nil and empty parts is restored, and that a missing file gives the zero value.
func TestValue(t *testing.T) {
	a := &node{Name: "a", Sub: map[string][]float64{"x": {1, 2}, "nil": nil, "empty": {}}, When: time.Unix(5, 6).UTC(), Flag: [2]bool{true, false}}
	a.Next = &node{Next: a, Name: "b"}
	got := Value[*node](write(t, &a))
	if got.Next.Next != got || got.Next.Name != "b" {
		t.Errorf("the cycle became %+v", got)
	}
	got.Next, a.Next = nil, nil
	if !reflect.DeepEqual(got, a) {
		t.Errorf("got %+v, want %+v", got, a)
	}
	if n := Value[int](filepath.Join(t.TempDir(), "none")); n != 0 {
		t.Errorf("a file that is missing gives %d", n)
	}
}

// TestRead checks that bytes of another type and damaged bytes are refused.
func TestRead(t *testing.T) {
	v := []string{"a", "b"}
	text, err := os.ReadFile(write(t, &v))
	if err != nil {
		t.Fatal(err)
	}
	var n []int
	if err := Read(text, reflect.TypeOf(n), unsafe.Pointer(&n)); err == nil || !strings.Contains(err.Error(), "does not have the type []int") {
		t.Errorf("another type: %v", err)
	}
	var s []string
	if err := Read(text[:len(text)-1], reflect.TypeOf(s), unsafe.Pointer(&s)); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("cut short: %v", err)
	}
}

// TestWriteRefuses checks which values are not written.
func TestWriteRefuses(t *testing.T) {
	f, c, e, global := func() {}, make(chan int), any(1), &timeType
	for _, v := range []struct {
		of      reflect.Type
		at      unsafe.Pointer
		program uintptr
	}{
		{reflect.TypeOf(f), unsafe.Pointer(&f), 0}, {reflect.TypeOf(c), unsafe.Pointer(&c), 0}, {reflect.TypeFor[any](), unsafe.Pointer(&e), 0},
		{reflect.TypeFor[*reflect.Type](), unsafe.Pointer(&global), 0}, {reflect.TypeFor[*int](), unsafe.Pointer(new(new(3))), ^uintptr(0)},
	} {
		if _, err := Write(v.of, v.at, 1<<20, v.program); err == nil {
			t.Errorf("%v is written", v.of)
		}
	}
	big := make([]byte, 100)
	if _, err := Write(reflect.TypeOf(big), unsafe.Pointer(&big), 50, 0); err == nil {
		t.Error("more bytes than allowed are written")
	}
}
