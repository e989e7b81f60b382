package course

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
)

// StrictVariable is the environment variable that makes Check end the program if an answer is
// wrong. Graders such as nbgrader look for cells with errors.
const StrictVariable = "IGBO_COURSE_STRICT"

// ValuesVariable is the environment variable that makes Check print the values of an answer, in a
// format that [Printed] reads, instead of a result.
const ValuesVariable = "IGBO_COURSE_VALUES"

// exercise is a question with its right answer.
type exercise struct {
	// right is a number, numbers, or a function.
	right any
	// points are the points from the exercise's shape; find sets them.
	points [][]any
	// tolerance is the relative error that counts as right (0 = 1e-3).
	tolerance float64
	// holds returns a description of what is wrong with numbers, or "". It is for questions with many right answers.
	holds func(values []float64) string
	// count is the number of values in a mean, or 0 if the answer is not a mean. Check then recognises a sum instead of a mean.
	count float64
	// angle reports whether the answer is in degrees. An answer in radians then gets its hint.
	angle bool
	// slips holds frequent wrong answers, of the type of right, each with a hint.
	slips []slip
}

type slip struct {
	answer   any
	reported string
}

// A Result reports whether an answer is right.
type Result struct {
	Name string
	// Answered is false if there is no answer yet.
	Answered bool
	Right    bool
	// Share is the score of the answer: 1 for a right one; 0.5 for a list or a function if at least half of its values are right; otherwise
	// 0. Answers of true and false get no half score, because half of a random answer is right.
	Share float64
	// Message is a sentence for the reader of the notebook.
	Message string
}

// String returns the name of the exercise and the message in one line.
func (v Result) String() string { return v.Name + ": " + v.Message }

// Names returns the names of all exercises, sorted.
func Names() []string { return slices.Sorted(maps.Keys(exercises)) }

// Check prints whether an answer is right, or which kind of mistake it contains. For an unknown
// name or an answer of the wrong type, it prints a message.
func Check(name string, answer any) {
	if withoutAnswers || os.Getenv(ValuesVariable) != "" {
		fmt.Println("\n" + line(name, answer))
		return
	}
	v := check(name, answer)
	fmt.Println(v)
	if os.Getenv(StrictVariable) != "" && !v.Right {
		os.Exit(1)
	}
}

func check(name string, answer any) Result {
	values, err := Values(name, answer)
	if err != nil {
		return Result{Name: name, Answered: true, Message: strings.TrimPrefix(err.Error(), "course: "+name+": ") + "."}
	}
	return Judge(name, values)
}

// Tolerance returns the relative error up to which a number counts as right in an exercise. It is 0
// for exercises that have several right answers, and for answers of true and false. It returns an
// error for an unknown name.
func Tolerance(name string) (float64, error) {
	e, err := find(name)
	if err != nil || e.holds != nil || e.choice() {
		return 0, err
	}
	return cmp.Or(e.tolerance, usualTolerance), nil
}

// usualTolerance is the tolerance of an exercise that sets none.
const usualTolerance = 1e-3

// Values returns the numbers that determine whether an answer is right: the answer itself, or the
// results of a function at the exercise's points. It returns none if there is no answer yet: NaN,
// nil, or a function that returns these. It returns an error if the name is unknown, or if the
// answer has the wrong type, panics or returns the wrong number of values.
func Values(name string, answer any) ([]float64, error) {
	e, err := find(name)
	if err != nil {
		return nil, err
	}
	got, err := e.ask(answer)
	if err != nil {
		return nil, fmt.Errorf("course: %s: %w", name, err)
	}
	unanswered := func(v float64) bool { return math.IsNaN(v) }
	if !slices.ContainsFunc(got, func(v float64) bool { return !unanswered(v) }) {
		return nil, nil
	}
	if want := e.want(); !withoutAnswers && len(got) != len(want) {
		return nil, fmt.Errorf("course: %s: the answer has %d numbers, want %d", name, len(got), len(want))
	}
	return got, nil
}

// Judge returns the result for the values of an answer. An unknown name or the wrong number of
// values counts as wrong. A program that is being graded contains no right answers, so Judge cannot
// decide there.
func Judge(name string, values []float64) Result {
	if withoutAnswers {
		return Result{Name: name, Answered: len(values) > 0, Message: "judged outside of this program."}
	}
	e, err := find(name)
	if err != nil {
		return Result{Name: name, Answered: true, Message: err.Error() + "."}
	}
	if len(values) == 0 {
		return Result{Name: name, Message: "no answer yet."}
	}
	v := Result{Name: name, Answered: true}
	want, tolerance := e.want(), cmp.Or(e.tolerance, usualTolerance)
	if len(values) != len(want) {
		v.Message = fmt.Sprintf("the answer has %d numbers, want %d.", len(values), len(want))
		return v
	}
	if e.holds != nil {
		reported := e.holds(values)
		if v.Right, v.Share, v.Message = reported == "", 1, "right."; reported != "" {
			v.Share, v.Message = 0, "not yet: "+reported+"."
		}
		return v
	}
	if v.Right = near(values, want, tolerance); v.Right {
		v.Share, v.Message = 1, "right."
		return v
	}
	if right := e.rights(values, want, tolerance); 2*right >= len(want) && !e.choice() {
		v.Share = 0.5
	}
	for _, s := range e.slips {
		if numbers, err := e.ask(s.answer); err == nil && near(values, numbers, tolerance) {
			v.Message = "not yet: " + s.reported + "."
			return v
		}
	}
	v.Message = "not yet: " + e.off(values, want, tolerance) + "."
	return v
}

func find(name string) (exercise, error) {
	e, ok := exercises[name]
	if !ok {
		return e, fmt.Errorf("course: exercise %q not found, want one of %s", name, strings.Join(Names(), ", "))
	}
	e.points = shapes[name].points
	return e, nil
}

// want returns the values of the right answer.
func (e exercise) want() []float64 {
	want, err := e.ask(e.right)
	if err != nil {
		panic(fmt.Errorf("course: the right answer: %w", err)) // a mistake in the list of exercises, which its test finds
	}
	return want
}

// ask converts an answer to numbers.
func (e exercise) ask(answer any) (got []float64, err error) {
	want := reflect.TypeOf(e.right)
	v := reflect.ValueOf(answer)
	if want.Kind() != reflect.Func {
		if !v.IsValid() {
			return nil, nil
		}
		if numbers, ok := flat(v); ok && (want.Kind() == reflect.Slice || v.Kind() != reflect.Slice) {
			return numbers, nil
		}
		return nil, fmt.Errorf("the answer has type %T, want %s", answer, want)
	}
	if !v.IsValid() || v.Kind() == reflect.Func && v.IsNil() {
		return nil, nil
	}
	if !v.Type().AssignableTo(want) {
		return nil, fmt.Errorf("the answer has type %T, want %s", answer, want)
	}
	defer func() {
		if r := recover(); r != nil {
			got, err = nil, fmt.Errorf("the function panics: %v", r)
		}
	}()
	for _, point := range e.points {
		var in []reflect.Value
		for _, arg := range point {
			in = append(in, copied(reflect.ValueOf(arg)))
		}
		for _, out := range v.Call(in) {
			numbers, ok := flat(out)
			if !ok {
				return nil, fmt.Errorf("the function returns %s, want numbers", out.Type())
			}
			got = append(got, numbers...)
		}
	}
	return got, nil
}

// copied returns a copy of a slice, which a function can change.
func copied(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Slice {
		return v
	}
	return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v)
}

// flat returns the numbers of a value: a number, true (1) and false (0), or a slice or array of these.
func flat(v reflect.Value) (numbers []float64, ok bool) {
	switch {
	case v.CanInt():
		return []float64{float64(v.Int())}, true
	case v.CanUint():
		return []float64{float64(v.Uint())}, true
	case v.CanFloat():
		return []float64{v.Float()}, true
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return []float64{1}, true
		}
		return []float64{0}, true
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		for i := range v.Len() {
			part, ok := flat(v.Index(i))
			if !ok {
				return nil, false
			}
			numbers = append(numbers, part...)
		}
		return numbers, true
	}
	return nil, false
}
