package vet

import (
	"go/importer"
	"slices"
	"testing"
)

// TestPrintf checks that wrong formats are found at the lines of the source, also through wrappers of earlier files.
func TestPrintf(t *testing.T) {
	packages := importer.Default()
	var c Checker
	for _, k := range []struct {
		source string
		want   []Warning
	}{
		{"package main\nimport f \"fmt\"\nfunc cell_1() {\n//line /stateful/cell_1.go:3\nf.Printf(\"%d\", \"s\")\n}\n", []Warning{{"/stateful/cell_1.go", 3, "fmt.Printf format %d has arg \"s\" of wrong type string"}}},
		{"package main\nimport \"fmt\"\nfunc warn(format string, args ...any) { fmt.Printf(format, args...) }\n", nil},
		{"package main\nfunc warn(format string, args ...any)\nfunc cell_3() {\n//line /stateful/cell_3.go:7\nwarn(\"%s\")\n}\n", []Warning{{"/stateful/cell_3.go", 7, "main.warn format %s reads arg #1, but call has 0 args"}}},
		{"package main\nimport \"log\"\nfunc cell_4() { log.Println(\"%d\", 1) }\n", []Warning{{"", 3, "log.Println call has possible Printf formatting directive %d"}}},
		{"package main\nimport \"fmt\"\nfunc cell_5() { fmt.Printf(\"%d\", 1); fmt.Println(undefined) }\n", nil},
		{"package", nil},
	} {
		if got := c.Printf(k.source, packages); !slices.Equal(got, k.want) {
			t.Errorf("%s: %+v", k.source, got)
		}
	}
}
