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

// StrictVariable is the environment variable that makes Check end the program where an answer is not
// right, as graders expect it that look for cells with errors, such as nbgrader.
const StrictVariable = "IGBO_COURSE_STRICT"

// ValuesVariable is the environment variable that makes Check print the values of an answer, a line that [Printed]
// reads, in the place of a verdict.
const ValuesVariable = "IGBO_COURSE_VALUES"

// exercise is a question with its right answer.
type exercise struct {
	// right is a number, numbers, or a function.
	right any
	// points are the arguments at which a function is asked, each a call.
	points [][]any
	// tolerance is the relative error that is still right; 0 is 1e-3.
	tolerance float64
	// holds says what is off in any numbers, "" where nothing is: for questions that have many right answers.
	holds func(values []float64) string
	// slips are wrong answers that are easily come by, of the type of right, each with what is said of it.
	slips []slip
}

type slip struct {
	answer any
	said   string
}

// Verdict says what an answer is worth.
type Verdict struct {
	Name string
	// Answered is false where there is no answer yet.
	Answered bool
	Right    bool
	// Said is a sentence for the reader.
	Said string
}

// String is the verdict as a line: the exercise, and what is said of the answer.
func (v Verdict) String() string { return v.Name + ": " + v.Said }

// Names are the exercises that can be checked, sorted.
func Names() []string { return slices.Sorted(maps.Keys(exercises)) }

// Check prints whether an answer is right, or what is off. A name that is none, or an answer of
// another type than the question wants, is said in a line.
func Check(name string, answer any) {
	if os.Getenv(ValuesVariable) != "" {
		fmt.Println("\n" + line(name, answer))
		return
	}
	v := check(name, answer)
	fmt.Println(v)
	if os.Getenv(StrictVariable) != "" && !v.Right {
		os.Exit(1)
	}
}

func check(name string, answer any) Verdict {
	values, err := Values(name, answer)
	if err != nil {
		return Verdict{Name: name, Answered: true, Said: strings.TrimPrefix(err.Error(), "course: "+name+": ") + "."}
	}
	return Judge(name, values)
}

// Values are the numbers that an answer is judged by: itself, or what a function gives at the exercise's
// points. None means that there is no answer yet: NaN, nil, or a function that gives these. Errors: a name
// that is none, an answer of another type, a function that panics or gives another count of numbers.
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
	if want := e.want(); len(got) != len(want) {
		return nil, fmt.Errorf("course: %s: the answer has %d numbers, expected %d", name, len(got), len(want))
	}
	return got, nil
}

// Judge gives the verdict on the values of an answer. A name that is none, and values of another count,
// are not right.
func Judge(name string, values []float64) Verdict {
	e, err := find(name)
	if err != nil {
		return Verdict{Name: name, Answered: true, Said: err.Error() + "."}
	}
	if len(values) == 0 {
		return Verdict{Name: name, Said: "no answer yet."}
	}
	v := Verdict{Name: name, Answered: true}
	want, tolerance := e.want(), cmp.Or(e.tolerance, 1e-3)
	if len(values) != len(want) {
		v.Said = fmt.Sprintf("the answer has %d numbers, expected %d.", len(values), len(want))
		return v
	}
	if e.holds != nil {
		said := e.holds(values)
		if v.Right, v.Said = said == "", "right."; said != "" {
			v.Said = "not yet: " + said + "."
		}
		return v
	}
	if v.Right = near(values, want, tolerance); v.Right {
		v.Said = "right."
		return v
	}
	for _, s := range e.slips {
		if numbers, err := e.ask(s.answer); err == nil && near(values, numbers, tolerance) {
			v.Said = "not yet: " + s.said + "."
			return v
		}
	}
	v.Said = "not yet: " + off(values, want, tolerance) + "."
	return v
}

func find(name string) (exercise, error) {
	e, ok := exercises[name]
	if !ok {
		return e, fmt.Errorf("course: no exercise %q, expected one of %s", name, strings.Join(Names(), ", "))
	}
	return e, nil
}

// want are the values of the right answer.
func (e exercise) want() []float64 {
	want, err := e.ask(e.right)
	if err != nil {
		panic(fmt.Errorf("course: the right answer: %w", err)) // a fault of the list, which its test finds
	}
	return want
}

// ask turns an answer into numbers.
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
		return nil, fmt.Errorf("the answer is of type %T, expected %s", answer, want)
	}
	if !v.IsValid() || v.Kind() == reflect.Func && v.IsNil() {
		return nil, nil
	}
	if !v.Type().AssignableTo(want) {
		return nil, fmt.Errorf("the answer is of type %T, expected %s", answer, want)
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
				return nil, fmt.Errorf("the function gives a %s, expected numbers", out.Type())
			}
			got = append(got, numbers...)
		}
	}
	return got, nil
}

// copied is a slice that a function may change.
func copied(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Slice {
		return v
	}
	return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v)
}

// flat are the numbers of a value: a number, true (1) and false (0), or a slice or array of them.
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
