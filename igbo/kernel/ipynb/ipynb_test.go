package ipynb

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func load(t *testing.T) *Notebook {
	t.Helper()
	text := must.Of(os.ReadFile("testdata/parameters.ipynb")).In(t)
	return must.Of(Read(text)).In(t)
}

// TestParameters checks that plain variables with values are parameters, with their types, and that variables that need packages are not.
func TestParameters(t *testing.T) {
	got := must.Of(load(t).Parameters()).In(t)
	var reported []string
	for _, p := range got {
		reported = append(reported, p.String())
	}
	want := `seeds int = 5; alpha float64 = 0.7; rule string = "paper"; lambdas []float64 = []float64{0.1, 0.5}; signed bool = true; narrow int8 = 3`
	if strings.Join(reported, "; ") != want {
		t.Errorf("offered %s\nwant    %s", strings.Join(reported, "; "), want)
	}
	reported = nil
	for _, p := range must.Of(declared("alpha, n := 0.5, 3\nname := \"a\"\nvar on = true\nx := f(alpha)\nif true {\n\tlocal := 1\n}")).In(t) {
		reported = append(reported, p.String())
	}
	if got := strings.Join(reported, "; "); got != `alpha float64 = 0.5; n int = 3; name string = "a"; on bool = true` {
		t.Errorf("a cell of statements offers %s", got)
	}
	if _, err := declared("var x = "); err == nil {
		t.Error("a cell that is not Go was read")
	}
}

// TestInject checks that the new cell follows the parameters, contains Go of the right types, and replaces an earlier one.
func TestInject(t *testing.T) {
	n := load(t)
	before := len(n.cells())
	for _, seeds := range []string{"20", "0x15"} {
		must.Do(t, n.Inject(map[string]string{"seeds": seeds, "alpha": "1", "rule": `a "b"`, "lambdas": "1,2e-3", "signed": "false"}))
	}
	cells := n.cells()
	if len(cells) != before+1 || !tagged(cells[2], InjectedTag) || cells[2]["id"] != InjectedTag {
		t.Fatalf("%d cells, the third is %v", len(cells), cells[2])
	}
	want := "// Parameters\nvar seeds int = 0x15\nvar alpha float64 = 1\nvar rule string = \"a \\\"b\\\"\"\nvar lambdas []float64 = []float64{1, 0.002}\nvar signed bool = false"
	if got := source(cells[2]); got != want {
		t.Errorf("injected\n%s\nwant\n%s", got, want)
	}
	if got, err := declared(source(cells[2])); err != nil || len(got) != 5 {
		t.Errorf("the injected cell declares %v (%v)", got, err)
	}
}

// TestInjectRefuses checks that errors about unknown names and wrong types name what is allowed.
func TestInjectRefuses(t *testing.T) {
	for given, want := range map[string]string{
		"seed=5":                     "unknown parameter seed (use one of seeds int = 5, alpha float64 = 0.7",
		"limit=5":                    "unknown parameter limit",
		"fixed=5":                    "unknown parameter fixed",
		"helper=5":                   "unknown parameter helper",
		"seeds=1.5":                  "must be a value of type int such as 5",
		"seeds=":                     "must be a value of type int",
		"seeds=5; os.Exit(3)":        "must be a value of type int",
		"seeds=len(os.Args)":         "must be a value of type int",
		"seeds=99999999999999999999": "out of range",
		"narrow=128":                 "out of range",
		"alpha=NaN":                  "must be a value of type float64 such as 0.7",
		"alpha=x":                    "invalid syntax",
		"signed=1":                   "neither true nor false",
		"lambdas=0.1,,2":             "must be values of type float64, separated by commas",
	} {
		name, value, _ := strings.Cut(given, "=")
		if err := load(t).Inject(map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", given, err, want)
		}
	}
	n := load(t)
	n.Drop(ParametersTag)
	if err := n.Inject(map[string]string{"seeds": "5"}); err == nil || !strings.Contains(err.Error(), "has no parameters") {
		t.Errorf("a notebook without parameters: %v", err)
	}
}

// TestClear checks that only outputs are removed, and that unknown fields of the file are unchanged.
func TestClear(t *testing.T) {
	n := load(t)
	n.Clear()
	n.Drop("solution")
	text := must.Of(n.Bytes()).In(t)
	for _, gone := range []string{"printed", "the answer", "iopub", "application/vnd.jupyter.widget-state+json"} {
		if strings.Contains(string(text), gone) {
			t.Errorf("%q is still there", gone)
		}
	}
	for _, kept := range []string{"a < b && c", `"unheard_of": 1.50`, `"execution_count": null`, `"outputs": []`} {
		if !strings.Contains(string(text), kept) {
			t.Errorf("%q is gone:\n%s", kept, text)
		}
	}
	again := must.Of(Read(text)).In(t)
	if second, err := again.Bytes(); err != nil || string(second) != string(text) {
		t.Errorf("not the same when read and written again (%v)", err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"", "[]", "{}", `{"cells": [], "nbformat": 3}`, `{"cells": [1], "nbformat": 4}`, `{"cells": {}, "nbformat": 4}`, `{"cells": [], "nbformat": 4}{}`} {
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// FuzzInject checks that any input is refused, or gives Go code that declares the variable with its type.
func FuzzInject(f *testing.F) {
	for _, s := range []string{"1", "1e9", "x\"\n`", "\x00", "1,2", "true"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		for _, name := range []string{"seeds", "alpha", "rule", "lambdas", "signed", "narrow"} {
			n := load(t)
			if n.Inject(map[string]string{name: value}) != nil {
				continue
			}
			text, err := n.Bytes()
			if err != nil || !json.Valid(text) {
				t.Fatalf("%s=%q: no notebook (%v)", name, value, err)
			}
			got, err := declared(source(n.cells()[2]))
			if err != nil || len(got) != 1 || got[0].Name != name {
				t.Errorf("%s=%q became %s (%v)", name, value, source(n.cells()[2]), err)
			}
		}
	})
}

// TestInjectedCellCompiles compiles injected cells.
func TestInjectedCellCompiles(t *testing.T) {
	n := load(t)
	must.Do(t, n.Inject(map[string]string{"seeds": "-7", "alpha": "1e-3", "rule": "µ\t", "lambdas": "", "narrow": "-128"}))
	file := t.TempDir() + "/p.go"
	must.Do(t, os.WriteFile(file, []byte("package p\n"+source(n.cells()[2])), 0o644))
	if text, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
