package datasets

import (
	"math"
	"strings"
	"testing"
)

// TestFreshNamesWhatIsWrong checks that excessive counts panic with a descriptive error.
func TestFreshNamesWhatIsWrong(t *testing.T) {
	task, err := TeacherStudent(DefaultTeacherStudentConfig(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{-1, math.MinInt, math.MaxInt, 1 << 40} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), "datasets: ") {
					t.Errorf("%d points: %v, want an error of datasets", n, err)
				}
			}()
			task.Fresh(n, 1)
		}()
	}
}
