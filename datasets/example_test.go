package datasets_test

import (
	"fmt"

	"github.com/igbolab/igbolab/datasets"
)

// The teacher is known, so a student's importances can be compared with the true ones.
func ExampleTeacherStudent() {
	cfg := datasets.DefaultTeacherStudentConfig()
	cfg.Train = 100
	task, err := datasets.TeacherStudent(cfg, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(task.Train.X), "rows of", len(task.Train.Features), "features, such as", task.Train.Features[0])
	// Output: 100 rows of 10 features, such as x1
}
