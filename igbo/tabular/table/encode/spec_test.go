package encode

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestSpecsAreChecked checks the errors for an invalid Spec or table.
func TestSpecsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		`no column "none", the file has`:            func(s *Spec) { s.Target = "none" },
		`no column "d"`:                             func(s *Spec) { s.Drop = []string{"d"} },
		`no column "z"`:                             func(s *Spec) { s.MissingIn = map[string]Missing{"z": Mean} },
		`column "mass" is the target and a feature`: func(s *Spec) { s.Target, s.Features = "mass", []string{"mass"} },
		`require both an id and a time`:             func(s *Spec) { s.ID = "island" },
		`column "island": the rule "mean" for missing values is unsupported`:      func(s *Spec) { s.MissingIn = map[string]Missing{"island": Mean} },
		`column "mass": the rule "own" for missing values is only for categories`: func(s *Spec) { s.MissingIn = map[string]Missing{"mass": Own} },
		`target column "when" has dates`:                                          func(s *Spec) { s.Target = "when" },
		`has 3 categories in 5 training rows (["Biscoe" "Dre`:                     func(s *Spec) { s.MaxCategories = 2 },
		`no column remains for an input`:                                          func(s *Spec) { s.Drop = []string{"island", "mass", "sex", "when", "wild"} },
		`rule for missing values is "zero"`:                                       func(s *Spec) { s.Missing = "zero" },
		`the parts of a date are ["month"]`:                                       func(s *Spec) { s.Dates = []DatePart{"month"} },
		`the parts of a date are empty`:                                           func(s *Spec) { s.DatesIn = map[string][]DatePart{"when": {}} },
		`for missing values of "mass" is "zero", want one of ["refuse" `:          func(s *Spec) { s.MissingIn = map[string]Missing{"mass": "zero"} },
		`MaxCategories must be at least 1, got 0`:                                 func(s *Spec) { s.MaxCategories = 0 },
		`Rare must be at least 0, got -1`:                                         func(s *Spec) { s.Rare = -1 },
		`Steps must be at least 0, got -2`:                                        func(s *Spec) { s.Steps = -2 },
		`Steps is 4, which requires an id and a time`:                             func(s *Spec) { s.Steps = 4 },
	} {
		s := DefaultSpec("species")
		s.Missing = Mean
		change(&s)
		if _, err := Fit(read(t, birds), nil, s); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "table: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for want, text := range map[string]string{
		`the target "y" is the same in all 2 training rows`: "x,y\n1,a\n2,a\n",
		`the target "y" is the same in all 3 training rows`: "x,y\n1,2\n2,2\n3,2\n",
		`column "x" has no value in any training row`:       "x,y\n,2\n,3\n",
		`two features are named "c=a"`:                      "c,c=a,y\na,1,1\nb,2,2\n",
	} {
		s := DefaultSpec("y")
		s.Missing = Mean
		_, err := Fit(read(t, text), nil, s)
		refusal.Check(t, err, want)
	}
	for _, rows := range [][]int{{-1}, {5}, {}} {
		if _, err := Fit(read(t, birds), rows, DefaultSpec("species")); err == nil || !strings.HasPrefix(err.Error(), "table: ") {
			t.Errorf("rows %v: %v", rows, err)
		}
	}
}

// TestAWeightOfWords checks that the error names the weight column and the valid values.
func TestAWeightOfWords(t *testing.T) {
	words := read(t, "x,y,w\n1,2,light\n3,4,heavy\n")
	spec := DefaultSpec("y")
	spec.Weight = "w"
	e, err := Fit(words, nil, spec)
	if err == nil {
		_, err = e.Encode(words, nil)
	}
	refusal.Check(t, err, `weight column "w" is of kind category, want numbers`)
}
