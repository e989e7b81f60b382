package study

import (
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// bounded has every kind of bound.
type bounded struct {
	Test   int       `json:"test" bounds:"[2, 1e5]"`
	Level  float64   `json:"level" bounds:"(0, 1)"`
	Noise  float64   `json:"noise,omitempty" bounds:"[0, inf)"`
	Rate   float64   `json:"rate" bounds:"(0, inf)"`
	Cached []float64 `json:"kept" bounds:"distinct (0, 1]"`
	Sizes  []int     `json:"sizes" bounds:"[4, 40]"`
	Rules  []string  `json:"rules" bounds:"some"`
	Asked  []int     `json:"asked" bounds:"apart [1, 9]"`
	Parts  []inner   `json:"parts" bounds:"named"`
	Free   int       `json:"free"`
	Own    inner     `json:"own" bounds:"-"`
	hidden int
}

type inner struct {
	Name  string `json:"name"`
	Below struct {
		Swaps int64 `json:"swaps" bounds:"[-2, 1000]"`
	} `json:"below"`
}

func sensible() bounded {
	return bounded{Test: 2, Level: 0.95, Rate: 1, Cached: []float64{0.5, 1}, Rules: []string{"a", "a"}, Parts: []inner{{Name: "one"}, {Name: "two"}}, Free: -7, hidden: 1,
		Own: inner{Below: struct {
			Swaps int64 `json:"swaps" bounds:"[-2, 1000]"`
		}{-9}}}
}

// TestCheck checks that settings within their bounds pass, including allowed ends. A violated bound must cause an error that
// contains the setting and the allowed values, also in lists and nested settings.
func TestCheck(t *testing.T) {
	must.Do(t, Check("pkg", sensible()))
	for want, change := range map[string]func(b *bounded){
		"pkg: test must be from 2 to 100000, got 1":                   func(b *bounded) { b.Test = 1 },
		"pkg: test must be from 2 to 100000, got 9223372036854775807": func(b *bounded) { b.Test = math.MaxInt },
		"pkg: level must be a number within (0, 1), got 0":            func(b *bounded) { b.Level = 0 },
		"pkg: level must be a number within (0, 1), got 1":            func(b *bounded) { b.Level = 1 },
		"pkg: level must be a number within (0, 1), got NaN":          func(b *bounded) { b.Level = math.NaN() },
		"pkg: noise must be a finite number of at least 0, got +Inf":  func(b *bounded) { b.Noise = math.Inf(1) },
		"pkg: rate must be a finite number above 0, got 0":            func(b *bounded) { b.Rate = 0 },
		"pkg: kept must be a number within (0, 1], got 0":             func(b *bounded) { b.Cached = []float64{1, 0} },
		"pkg: kept: 0.5 occurs twice; each entry must occur once":     func(b *bounded) { b.Cached = []float64{0.5, 0.5} },
		"pkg: kept must have at least one entry":                      func(b *bounded) { b.Cached = nil },
		"pkg: sizes must be from 4 to 40, got 41":                     func(b *bounded) { b.Sizes = []int{4, 41} },
		"pkg: rules must have at least one entry":                     func(b *bounded) { b.Rules = nil },
		"pkg: asked: 3 occurs twice; each entry must occur once":      func(b *bounded) { b.Asked = []int{3, 3} },
		"pkg: asked must be from 1 to 9, got 0":                       func(b *bounded) { b.Asked = []int{0} },
		"pkg: parts[1] must have a name":                              func(b *bounded) { b.Parts[1].Name = "" },
		"pkg: parts: one occurs twice; each entry must occur once":    func(b *bounded) { b.Parts[1].Name = "one" },
		"pkg: parts[1].below.swaps must be from -2 to 1000, got -3":   func(b *bounded) { b.Parts[1].Below.Swaps = -3 },
		"pkg: parts[0].below.swaps must be from -2 to 1000, got 1001": func(b *bounded) { b.Parts[0].Below.Swaps = 1001 },
	} {
		b := sensible()
		change(&b)
		if err := Check("pkg", b); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestBadBounds checks that a declaration that cannot be parsed is reported as a programming error.
func TestBadBounds(t *testing.T) {
	for _, settings := range []any{
		struct {
			A int `json:"a" bounds:"[1]"`
		}{1},
		struct {
			A []int `json:"a" bounds:"often [1, 2]"`
		}{[]int{1}},
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !strings.HasPrefix(err.Error(), "study: ") {
					t.Errorf("%v, want a panic with an error of study", err)
				}
			}()
			_ = Check("pkg", settings)
		}()
	}
}
