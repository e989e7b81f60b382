package safetensors

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

func example(t testing.TB) ([]Named, []byte) {
	t.Helper()
	values := []Named{
		{"/b", tensors.FromFlatDataAndDimensions([]float32{1, 2, 3, 4, 5, 6}, 2, 3)},
		{"/a", tensors.FromScalar(int64(7))},
		{`odd "name" ü`, tensors.FromFlatDataAndDimensions([]bool{true, false, true}, 3)},
		{"/c", tensors.FromFlatDataAndDimensions([]uint64{1 << 63, 2}, 2)},
	}
	var file bytes.Buffer
	must.Do(t, Write(&file, values))
	return values, file.Bytes()
}

// TestRoundTrip checks that names, order, dtypes, shapes and bits are preserved.
func TestRoundTrip(t *testing.T) {
	values, content := example(t)
	if n := binary.LittleEndian.Uint64(content); n%8 != 0 {
		t.Errorf("a header of %d bytes leaves the values unaligned", n)
	}
	got, err := Read(content)
	if err != nil || len(got) != len(values) {
		t.Fatalf("%v, %v", got, err)
	}
	for i, v := range values {
		if got[i].Name != v.Name || !got[i].Value.Equal(v.Value) {
			t.Errorf("%d: %s = %v, want %s = %v", i, got[i].Name, got[i].Value, v.Name, v.Value)
		}
	}
}

// TestEveryCutIsAnError checks that every truncated file, and every file with additional bytes, is an error.
func TestEveryCutIsAnError(t *testing.T) {
	_, content := example(t)
	for n := range content {
		if _, err := Read(content[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(content))
		}
	}
	if _, err := Read(append(bytes.Clone(content), 0)); err == nil {
		t.Error("a byte too many is read")
	}
}

// file returns a file with a header and n zero bytes.
func file(header string, n int) []byte {
	content := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(content, header...), make([]byte, n)...)
}

// TestBadHeaders checks the errors for invalid headers.
func TestBadHeaders(t *testing.T) {
	for want, content := range map[string][]byte{
		"want at least 8":                  nil,
		"but the file only":                binary.LittleEndian.AppendUint64(nil, 100),
		"which is too large":               binary.LittleEndian.AppendUint64(nil, 1<<62),
		"the header":                       file("[]", 0),
		"\"a\" in the header":              file(`{"a":{"dtype":"F32","shape":[-1.5],"data_offsets":[0,4]}}`, 4),
		"dtype \"F31\"":                    file(`{"a":{"dtype":"F31","shape":[1],"data_offsets":[0,4]}}`, 4),
		"shape [-1 -4]":                    file(`{"a":{"dtype":"F32","shape":[-1,-4],"data_offsets":[0,16]}}`, 16),
		"shape [4294967296 429496":         file(`{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, 0),
		"must have 4 bytes, from offset 4": file(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 4),
		"must have 4 bytes, from offset 0": file(`{"a":{"dtype":"F32","shape":[],"data_offsets":[4,8]}}`, 8),
		"the header declares 4":            file(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 5),
	} {
		_, err := Read(content)
		refusal.Check(t, err, want)
	}
}

// FuzzRead checks that Read never panics, and that writing what it read gives the same bytes.
func FuzzRead(f *testing.F) {
	_, content := example(f)
	f.Add(content)
	f.Add(file(`{"__metadata__":{"k":"v"}}`, 0))
	f.Fuzz(func(t *testing.T, content []byte) {
		values, err := Read(content)
		if err != nil {
			refusal.OfFile(t, err, "safetensors: ")
			return
		}
		var again bytes.Buffer
		must.Do(t, Write(&again, values))
		twice, err := Read(again.Bytes())
		if err != nil || len(twice) != len(values) {
			t.Fatalf("%v, %v", twice, err)
		}
		for i := range values {
			if twice[i].Name != values[i].Name || !twice[i].Value.Shape().Equal(values[i].Value.Shape()) {
				t.Fatalf("%v, want %v", twice[i], values[i])
			}
		}
	})
}
