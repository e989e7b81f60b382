package cells

import (
	"maps"
	"testing"
)

// TestImports checks that import declarations are found anywhere in a cell with their lines, and that none is found in text.
func TestImports(t *testing.T) {
	for code, want := range map[string]map[string]int{
		"x := 1": {},
		"import \"a/b\"\nx := `\nimport \"c\"\n`\nimport (\n\td \"e.org/d\"\n\t_ \"f\"\n)\n// import \"g\"": {"a/b": 1, "e.org/d": 6, "f": 7},
		"%%\nimported := \"import\"": {},
		"import \"a":                 {},
	} {
		if got := Imports(code); !maps.Equal(got, want) {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}
