package reference

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// Work has the inputs of a peer: settings, and named float32 arrays.
type Work struct {
	Settings map[string]any `json:"settings"`
	Arrays   []Array        `json:"arrays"`

	flat []byte
}

// Array is the position of an array. Offset counts float32 numbers.
type Array struct {
	Name   string `json:"name"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
}

// NewWork returns work without arrays.
func NewWork(settings map[string]any) *Work { return &Work{Settings: settings} }

// Add appends an array of the given shape, row by row.
func (w *Work) Add(name string, values []float64, shape ...int) {
	size := 1
	for _, n := range shape {
		size *= n
	}
	if size != len(values) {
		panic(fmt.Errorf("reference: array %s has %d numbers, want %v", name, len(values), shape))
	}
	w.Arrays = append(w.Arrays, Array{Name: name, Shape: append([]int{}, shape...), Offset: len(w.flat) / 4})
	for _, v := range values {
		w.flat = binary.LittleEndian.AppendUint32(w.flat, math.Float32bits(float32(v)))
	}
}

// Write writes work.json and work.bin into a folder.
func (w *Work) Write(dir string) error {
	text, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("reference: writing work: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "work.json"), text, 0o644); err != nil {
		return fmt.Errorf("reference: writing work: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "work.bin"), w.flat, 0o644); err != nil {
		return fmt.Errorf("reference: writing work: %w", err)
	}
	return nil
}
