package course_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/course"
)

// List exercises, and the tolerance of one.
func ExampleNames() {
	fmt.Println(course.Names()[0])
	fmt.Println(course.Tolerance("arrival 1"))
	// Output:
	// arrival 1
	// 0.001 <nil>
}
