package catalog_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/experiment"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/study"
)

// computed counts the runs of count.
var computed int

// count stands for a study with any settings.
func count(context.Context, compute.Backend, any, func(done, total int)) (int, error) {
	computed++
	return computed, nil
}

// emptyCache gives a test a cache folder of its own.
func emptyCache(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, t.TempDir())
	}
}

// TestEverySettingIsAsked: whichever field of a study's settings an exercise
// edits, study.Once runs again; with the same settings it does not.
func TestEverySettingIsAsked(t *testing.T) {
	emptyCache(t)
	base := experiment.DefaultConfig()
	fields := everyField(t, base)
	fields += everyField(t, experiment.RecurrenceConfig{Base: base, Alphas: []float64{0.5, 0.7}})
	fields += everyField(t, experiment.LearningConfig{Base: base, Epochs: 120})
	fields += everyField(t, experiment.ScoresConfig{Base: base, Points: 2000})
	fields += everyField(t, experiment.NoiseConfig{Rule: "paper", G1: []float64{1}, G2: []float64{1}, Sigmas: []float64{1}})
	fields += everyField(t, experiment.DefaultOutOfDistributionConfig())
	fields += everyField(t, experiment.DefaultSequencesConfig())
	fields += everyField(t, experiment.DefaultWeatherConfig())
	fields += everyField(t, experiment.DefaultParetoConfig())
	t.Logf("%d settings", fields)
	if fields < 200 {
		t.Errorf("%d settings were changed, so the test looks past them", fields)
	}
}

// everyField changes one number, word, list or function after the other.
func everyField[C any](t *testing.T, cfg C) (fields int) {
	t.Helper()
	ask := func() bool {
		before := computed
		if _, err := study.Once(t.Context(), nil, count, any(cfg), nil); err != nil {
			t.Fatal(err)
		}
		return computed > before
	}
	ask()
	leaves(reflect.ValueOf(&cfg).Elem(), reflect.TypeFor[C]().String(), func(v reflect.Value, path string) {
		if ask() {
			t.Fatalf("%s: the same settings run twice", path)
		}
		old := reflect.ValueOf(v.Interface())
		if !change(v) {
			return
		}
		fields++
		if !ask() {
			t.Errorf("%s: changed, and answered from the file", path)
		}
		if v.SetZero(); old.IsValid() {
			v.Set(old)
		}
	})
	return fields
}

// leaves visits everything in a value that can be set by itself.
func leaves(v reflect.Value, path string, visit func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			leaves(v.Index(i), fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(v.Elem(), path, visit)
		}
	}
	visit(v, path)
}

// change gives a value another one of its type.
func change(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint64:
		v.SetUint(v.Uint() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.001)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Slice:
		v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem()))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Interface:
		path := reflect.ValueOf(attribution.Straight{})
		if !path.Type().AssignableTo(v.Type()) {
			return false
		}
		v.Set(path)
	default:
		return false
	}
	return true
}

// TestResultsAreKept: the second answer of a study is the first one, from the file.
func TestResultsAreKept(t *testing.T) {
	emptyCache(t)
	cfg := experiment.DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.Task.Train, cfg.Task.Validation, cfg.DAGBatches = 2, 2, 64, 64, 4
	noise := experiment.NoiseConfig{Rule: "paper", Lambda: 0.5, G1: []float64{1, 0}, G2: []float64{0, 1}, Sigmas: []float64{1}, Draws: 10}
	off := experiment.DefaultOutOfDistributionConfig()
	off.Networks, off.Epochs, off.Samples = 2, 2, 50
	sequences := experiment.DefaultSequencesConfig()
	sequences.Seeds, sequences.Epochs, sequences.Models = 1, 1, sequences.Models[:1]
	weather := experiment.DefaultWeatherConfig()
	weather.Seeds, weather.Epochs, weather.TrainStride = 1, 1, 200
	pareto := experiment.DefaultParetoConfig()
	pareto.Base, pareto.Steps, pareto.StartSteps, pareto.Lambdas, pareto.Rules = cfg, 2, 2, []float64{0.5}, []string{"paper"}
	for i, kept := range []func() error{
		func() error { return twice(t, experiment.Run, cfg) },
		func() error {
			return twice(t, experiment.Recur, experiment.RecurrenceConfig{Base: cfg, Alphas: []float64{0.5}})
		},
		func() error { return twice(t, experiment.Learn, experiment.LearningConfig{Base: cfg, Epochs: 2}) },
		func() error {
			return twice(t, experiment.TeacherScores, experiment.ScoresConfig{Base: cfg, Points: 20})
		},
		func() error { return twice(t, experiment.Noise, noise) },
		func() error { return twice(t, experiment.LeaveDistribution, off) },
		func() error { return twice(t, experiment.StudySequences, sequences) },
		func() error { return twice(t, experiment.StudyWeather, weather) },
		func() error { return twice(t, experiment.StudyPareto, pareto) },
	} {
		if err := kept(); err != nil {
			t.Errorf("study %d: %v", i, err)
		}
		if parts, err := study.Kept(); err != nil || len(parts) != i+1 {
			t.Errorf("%d results are kept after study %d (%v)", len(parts), i, err)
		}
	}
}

func twice[C, R any](t *testing.T, s study.Func[C, R], cfg C) error {
	t.Helper()
	engine := backendtest.Open(t)
	first, err := study.Once(t.Context(), engine, s, cfg, nil)
	if err != nil {
		return err
	}
	steps := 0
	again, err := study.Once(t.Context(), engine, s, cfg, func(int, int) { steps++ })
	if err == nil && steps > 0 {
		err = fmt.Errorf("ran again")
	}
	if err == nil && !reflect.DeepEqual(first, again) {
		err = fmt.Errorf("found %+v, kept %+v", first, again)
	}
	return err
}
