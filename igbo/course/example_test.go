package course_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/course"
)

// This example prints the name of an exercise and its tolerance.
func ExampleNames() {
	fmt.Println(course.Names()[0])
	fmt.Println(course.Tolerance("arrival 1"))
	// Output:
	// arrival 1
	// 0.001 <nil>
}
