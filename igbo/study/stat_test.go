package study

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"
)

// TestStatThroughGob: a deviation of zero, and none, come back as they were.
func TestStatThroughGob(t *testing.T) {
	want := []*Stat{NewStat([]float64{2, 2, 2}), NewStat([]float64{0.1, 1.0 / 3}), NewStat([]float64{5})}
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(want); err != nil {
		t.Fatal(err)
	}
	var got []*Stat
	if err := gob.NewDecoder(&file).Decode(&got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
}
