package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// exactTargets holds targets of row i without noise or without variation, each with the column c.
var exactTargets = map[string]func(i int) (c float64, f string){
	"linear":     func(i int) (float64, string) { return float64(i), number(1.8*float64(i) + 32) },
	"sum":        func(i int) (float64, string) { return float64(i), strconv.Itoa(i + i*i%17) },
	"constant":   func(i int) (float64, string) { return float64(i), "7" },
	"two values": func(i int) (float64, string) { return float64(i), strconv.Itoa(3 + i%2) },
	"duplicated": func(i int) (float64, string) { return float64(i / 4), number(1.8*float64(i/4) + 32) },
	"one row":    func(i int) (float64, string) { return float64(i), strconv.Itoa(i / 39) },
	"tiny":       func(i int) (float64, string) { return float64(i), number((1.8*float64(i) + 32) * 1e-200) },
	"far":        func(i int) (float64, string) { return float64(i), number(1e15 + float64(i)) },
	"huge":       func(i int) (float64, string) { return float64(i), number((1.8*float64(i) + 32) * 1e60) },
	"counts":     func(i int) (float64, string) { return float64(i), strconv.Itoa(2*i + 3) },
	"2 classes":  func(i int) (float64, string) { return float64(i), []string{"no", "yes"}[i/20] },
	"3 classes":  func(i int) (float64, string) { return float64(i), []string{"a", "b", "c"}[i/14] },
}

// exactCase is a training on such a target.
type exactCase struct {
	target, order string
	flags         []string
}

// exactCases combines every target with each loss, model and --keep.
func exactCases() (cases []exactCase) {
	plain, signed := "ranks: [[c, z]]", "ranks: [[c, z]]\ndirections: {c: +, z: +}"
	for i, target := range []string{"linear", "duplicated", "two values", "constant", "sum", "one row", "tiny", "far", "huge", "counts"} {
		for _, loss := range []string{"squared", "absolute", "quantile:0.9", "poisson"} {
			cases = append(cases, exactCase{target, signed, []string{"--loss", loss}}, exactCase{target, plain, []string{"--loss", loss, "--model", "mlp", "--set", "model.mlp.hidden=4"}})
		}
		if i > 2 {
			continue // --keep saves every model for three of them
		}
		for _, keep := range compare.Keeps() {
			cases = append(cases, exactCase{target, plain, []string{"--keep", keep}}, exactCase{target, signed, []string{"--keep", keep}})
		}
	}
	for _, target := range []string{"2 classes", "3 classes"} {
		for _, keep := range append([]string{""}, compare.Keeps()...) {
			cases = append(cases, exactCase{target, signed, []string{"--keep", keep}}, exactCase{target, plain, []string{"--keep", keep, "--model", "mlp", "--set", "model.mlp.hidden=4"}})
		}
	}
	for i, c := range cases {
		if j := slices.Index(c.flags, "--keep"); j >= 0 && c.flags[j+1] == "" {
			cases[i].flags = slices.Delete(slices.Clone(c.flags), j, j+2)
		}
	}
	return append(cases, exactCase{"linear", plain, []string{"--id", "id", "--time", "t", "--model", "gru"}})
}

// TestTrainExactTargets trains on targets without noise. Each command must end with a model that predicts and with finite numbers, or with
// one line that names the cause and the fix. It tries some cases, and all with IGBO_SIMULATE=1.
func TestTrainExactTargets(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	cases := exactCases()
	always := []exactCase{{"linear", "ranks: [[c, z]]", nil}, {"far", "ranks: [[c, z]]", nil}, {"tiny", "ranks: [[c, z]]", nil},
		{"constant", "ranks: [[c, z]]", nil}, {"linear", "ranks: [[c, z]]", []string{"--keep", "sign-ridge"}}}
	step := len(cases) / sweep.Draws(4, 20, len(cases))
	for i := 0; i < len(cases); i += step {
		always = append(always, cases[i])
	}
	for _, c := range always {
		exactTraining(t, c)
	}
}

// exactTraining writes the table of a case and trains on it.
func exactTraining(t *testing.T, c exactCase) {
	t.Helper()
	text, series := &strings.Builder{}, slices.Contains(c.flags, "--id")
	fmt.Fprintln(text, map[bool]string{false: "c,z,f", true: "id,t,c,z,f"}[series])
	for i := range 40 {
		if series {
			fmt.Fprintf(text, "%d,%d,", i/4, i%4)
		}
		v, f := exactTargets[c.target](i)
		fmt.Fprintf(text, "%g,%d,%s\n", v, i*i%17, f)
	}
	must.Do(t, os.WriteFile("exact.csv", []byte(text.String()), 0o666))
	must.Do(t, os.WriteFile("exact.yaml", []byte(c.order), 0o666))
	a := performed(append([]string{"train", "exact.csv", "--target", "f", "--order", "exact.yaml", "--set", "repeats=1", "--set", "steps=20", "--set", "burn=40", "--set", "draws=80",
		"--backend", "go", "--out", "exact", "--quiet"}, c.flags...)...)
	defer os.RemoveAll("exact")
	if a.code != cli.ExitDone {
		refusedExactly(t, c, a)
		return
	}
	finite(t, c, "verdict.json", string(must.Of(os.ReadFile("exact/verdict.json")).In(t)))
	finite(t, c, "report.html", string(must.Of(os.ReadFile("exact/report.html")).In(t)))
	finite(t, c, "the output", a.stdout)
	p := performed("predict", "exact", "exact.csv", "--quiet")
	if p.code != cli.ExitDone || strings.Count(p.stdout, "\n") != 41 {
		t.Errorf("%v: predict: exit code %d, %s", c, p.code, p.stderr)
	}
	finite(t, c, "the predictions", p.stdout)
}

// notFinite matches a non-finite number: alone in a cell, a JSON string or a sentence.
var notFinite = regexp.MustCompile(`(^|[>\s"(,\[])[-+−]?(NaN|Inf|Infinity|∞)( ?%)?($|[<\s",;)\]])`)

// finite checks that a text contains no non-finite number.
func finite(t *testing.T, c exactCase, what, text string) {
	t.Helper()
	if at := notFinite.FindStringIndex(text); at != nil {
		t.Errorf("%v: %s has %q", c, what, text[max(0, at[0]-60):min(len(text), at[1]+20)])
	}
}

// refusedExactly checks the single line of a refusal: a cause, and usually the fix.
func refusedExactly(t *testing.T, c exactCase, a attempt) {
	t.Helper()
	clear := regexp.MustCompile(`must vary|does not apply|digits of a float64|multiply the target|larger unit|whole numbers|at least 0|no training row|want one of|expected one of|, or igbo|use igbo|keep "igbo"`)
	last := a.stderr[strings.LastIndex(strings.TrimSuffix(a.stderr, "\n"), "\n")+1:] // the last line follows warnings
	if strings.Count(a.stderr, "\n") != 1+strings.Count(a.stderr, "warning: ") || !clear.MatchString(last) || strings.Contains(a.stderr, "NaN") {
		t.Errorf("%v: exit code %d, %s", c, a.code, a.stderr)
	}
}
