// Package limits bounds what studies take, before they begin. In flow their
// settings; out flows an error for more steps than anybody waits for, or more
// memory than the machine has.
package limits

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// MaxSteps is the largest number of training steps, or of random draws, that a
// study takes in all: at 0.1 ms a step they last four months.
const MaxSteps = 1e11

// Seeds checks that there are seeds and that the last one is an int64.
func Seeds(seeds int, seed0 int64) error {
	switch {
	case seeds < 1:
		return fmt.Errorf("study: %d seeds, expected at least 1", seeds)
	case seed0 > math.MaxInt64-int64(seeds-1):
		return fmt.Errorf("study: %d seeds from %d on, expected the last one within 2⁶³ − 1", seeds, seed0)
	}
	return nil
}

// Steps bounds the steps of trainings that each go epochs times over samples in batches.
func Steps(trainings float64, epochs, samples, batch int) error {
	switch {
	case epochs < 1:
		return fmt.Errorf("study: %d epochs, expected at least 1", epochs)
	case batch < 1 || batch > samples:
		return fmt.Errorf("study: batch size %d, expected at least 1 and at most the %d training samples", batch, samples)
	}
	perEpoch := math.Ceil(float64(samples) / float64(batch))
	return Count(fmt.Sprintf("%d epochs of %g steps", epochs, perEpoch), trainings*float64(epochs)*perEpoch)
}

// Count bounds the steps or draws that something makes in all.
func Count(what string, n float64) error {
	if !(n <= MaxSteps) {
		return fmt.Errorf("study: %s make %.2g in all, expected at most %.0g", what, n, float64(MaxSteps))
	}
	return nil
}

// Each is the first error that a check finds in a list.
func Each[T any](list []T, check func(T) error) error {
	for _, item := range list {
		if err := check(item); err != nil {
			return err
		}
	}
	return nil
}

// Need is a part of a study's memory.
type Need struct {
	What  string
	Bytes float64
}

// Memory compares the sum with what the machine has, and names the largest
// part where it is too much.
func Memory(needs ...Need) error {
	total, most := 0.0, needs[0]
	for _, n := range needs {
		total += n.Bytes
		if n.Bytes > most.Bytes {
			most = n
		}
	}
	if err := memory.Check(total); err != nil {
		return fmt.Errorf("study: %s: %w", most.What, err)
	}
	return nil
}

// The memory of a study, as measured on the embedded backend.
const (
	ModelBytes = 60e3 // a trained model: variables, graph, report
	TableCopy  = 4    // data as tables, flat, and as tensors
	DrawCopy   = 2    // batches behind a DAG, in 8-byte indices and means
	pathCopy   = 4    // points of a path, in 4-byte numbers
)

// Path is the memory of scores at samples of a width (inputs and hidden units
// of all steps), for trainings side by side.
func Path(cfg attribution.Config, samples, width float64, side int) Need {
	points := float64(cfg.Points)
	if cfg.Chunk > 0 && cfg.Recompute {
		points = math.Min(points, float64(cfg.Chunk))
	}
	return Need{
		fmt.Sprintf("M = %d quadrature points for %g samples at once", cfg.Points, samples),
		4 * pathCopy * points * samples * width * float64(min(runtime.GOMAXPROCS(0), side)),
	}
}

// Check holds settings to the bounds that are declared beside their fields, in the settings below them and
// in those of lists as well:
//
//	Test   int       `json:"test" bounds:"[2, 1e5]"`     // 2 to 1e5
//	Level  float64   `json:"level" bounds:"(0, 1)"`      // inside (0, 1)
//	Noise  float64   `json:"noise" bounds:"[0, inf)"`    // finite, at least 0
//	Kept   []float64 `json:"kept" bounds:"distinct (0, 1)"` // at least one, none twice, each inside (0, 1)
//	Cases  []Case    `json:"cases" bounds:"named"`       // at least one, and each has a Name of its own
//	Rules  []string  `json:"rules" bounds:"some"`        // at least one
//	Queries []int    `json:"queries" bounds:"apart"`     // any number, none twice
//	Base   Config    `json:"base" bounds:"-"`            // left to a check of its own
//
// The error names package and setting, as --set takes it, and says what was expected.
func Check(pkg string, settings any) error {
	return check(pkg, "", reflect.ValueOf(settings))
}

func check(pkg, path string, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			if err := check(pkg, fmt.Sprintf("%s[%d]", path, i), v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			at := strings.TrimPrefix(path+"."+name, ".")
			if f.Tag.Get("bounds") == "-" {
				continue
			}
			if err := field(pkg, at, f.Tag.Get("bounds"), v.Field(i)); err != nil {
				return err
			}
			if err := check(pkg, at, v.Field(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// field holds a setting to what its tag declares: a word for a list, a range for numbers.
func field(pkg, path, declared string, v reflect.Value) error {
	list, within, _ := strings.Cut(declared, " ")
	if declared == "" || strings.ContainsAny(declared[:1], "([") {
		list, within = "", declared
	}
	if list != "" {
		if v.Len() == 0 && list != "apart" {
			return fmt.Errorf("%s: no %s, expected at least one", pkg, path)
		}
		if err := told(pkg, path, list, v); err != nil {
			return err
		}
	}
	if within == "" {
		return nil
	}
	r := parse(within)
	if v.Kind() != reflect.Slice {
		return r.hold(pkg, path, v)
	}
	for i := range v.Len() {
		if err := r.hold(pkg, path, v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// told wants the entries of a list, or their names, told apart.
func told(pkg, path, how string, list reflect.Value) error {
	seen := map[any]bool{}
	for i := range list.Len() {
		entry := list.Index(i)
		switch how {
		case "some":
			return nil
		case "named":
			if entry = entry.FieldByName("Name"); entry.String() == "" {
				return fmt.Errorf("%s: %s[%d] has no name, expected one of its own", pkg, path, i)
			}
		case "distinct", "apart":
		default:
			panic(fmt.Errorf("limits: bounds %q of %s, expected some, distinct, apart, named or a range", how, path))
		}
		if seen[entry.Interface()] {
			return fmt.Errorf("%s: %s: %v comes twice, expected it once", pkg, path, entry)
		}
		seen[entry.Interface()] = true
	}
	return nil
}

// within is a range of numbers.
type within struct {
	text         string
	least, most  float64
	above, below bool // without the end itself
}

// parse reads a range such as "[2, 1e5]" or "(0, inf)"; a tag that is none is a mistake of the program.
func parse(text string) within {
	r := within{text: text, above: strings.HasPrefix(text, "("), below: strings.HasSuffix(text, ")")}
	if _, err := fmt.Sscanf(strings.Trim(text, "()[]"), "%g, %g", &r.least, &r.most); err != nil {
		panic(fmt.Errorf("limits: the range %q, expected one such as [2, 1e5] or (0, inf): %w", text, err))
	}
	return r
}

func (r within) hold(pkg, path string, v reflect.Value) error {
	x := math.NaN()
	switch {
	case v.CanInt():
		x = float64(v.Int())
	case v.CanFloat():
		x = v.Float()
	}
	if !(x >= r.least && x <= r.most) || r.above && x == r.least || r.below && x == r.most {
		return fmt.Errorf("%s: %s is %v, expected %s", pkg, path, v, r.words(v.CanInt()))
	}
	return nil
}

// words say what is expected of a number, whole or not.
func (r within) words(whole bool) string {
	switch {
	case math.IsInf(r.least, -1) && math.IsInf(r.most, 1):
		return "a finite number"
	case math.IsInf(r.most, 1) && r.above:
		return fmt.Sprintf("a finite number above %.10g", r.least)
	case math.IsInf(r.most, 1) && whole:
		return fmt.Sprintf("at least %.10g", r.least)
	case math.IsInf(r.most, 1):
		return fmt.Sprintf("a finite number of at least %.10g", r.least)
	case r.above || r.below:
		return fmt.Sprintf("a number within %s", r.text)
	}
	return fmt.Sprintf("%.10g to %.10g", r.least, r.most)
}
