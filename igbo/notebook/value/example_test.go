package value_test

import (
	"fmt"
	"reflect"

	"github.com/igbolab/igbolab/igbo/notebook/value"
)

// This example formats values in one short line.
func ExampleBrief() {
	fmt.Println(value.Brief(reflect.ValueOf([]float64{0.5, 1, 2})))
	fmt.Println(value.Brief(reflect.ValueOf(map[string]int{"a": 1})))
	// Output:
	// [0.5 1 2]
	// map[… 1 entries]
}
