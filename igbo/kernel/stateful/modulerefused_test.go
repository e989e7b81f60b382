package stateful

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// TestModuleRefused checks that a module that the process cannot have is refused before any of it is loaded, and changes nothing.
func TestModuleRefused(t *testing.T) {
	s := modules(t)
	s.put("many", "v1.0.0", map[string]string{
		"good/good.go":           "package good\n\nimport _ \"unsafe\"\n\n//go:linkname nanotime runtime.nanotime\nfunc nanotime() int64\n\nfunc Now() int64 { return nanotime() }\n",
		"good/empty.s":           "// This file lets functions have no body: TEXT.\n",
		"asm/asm.go":             "package asm\n\nfunc Add(a, b int) int\n",
		"asm/asm_amd64.s":        "#include \"textflag.h\"\n\nTEXT ·Add(SB), NOSPLIT, $0-24\n\tRET\n",
		"push/push.go":           "package push\n\nimport _ \"unsafe\"\n\n//go:linkname mine runtime.mine\nfunc mine() {}\n",
		"pull/pull.go":           "package pull\n\nimport _ \"unsafe\"\n\n//go:linkname schedinit runtime.schedinit\nfunc schedinit()\n\nfunc F() { schedinit() }\n",
		"pull/empty.s":           "",
		"c/c.go":                 "package c\n\n// int one() { return 1; }\nimport \"C\"\n\nfunc One() int { return int(C.one()) }\n",
		"c/plain.go":             "package c\n\nfunc Two() int { return 2 }\n",
		"only/only.go":           "package only\n\nimport \"C\"\n\nfunc F() {}\n",
		"over/over.go":           "package over\n\nimport (\n\t_ \"§/many/good\"\n\t_ \"§/many/asm\"\n)\n",
		"wrong/wrong.go":         "package wrong\n\nvar X int = \"a\"\n",
		"internal/in/in.go":      "package in\n",
		"command/main.go":        "package main\n\nfunc main() {}\n",
		"absent/absent.go":       "package absent\n\nimport _ \"§/nowhere\"\n",
		"panics/panics.go":       "package panics\n\nfunc init() { var m map[string]int; m[\"a\"] = 1 }\n",
		"user/user.go":           "package user\n\nimport _ \"§/many/panics\"\n",
		"exits/exits.go":         "package exits\n\nimport \"log\"\n\nfunc init() { log.SetFlags(0); log.Fatal(\"no such thing\") }\n",
		"onlytypes/onlytypes.go": "package onlytypes\n\ntype Pair struct{ A, B int }\n\ntype Namer interface{ Name() string }\n\nvar Zero Pair\n\nvar Names = []string{\"a\", \"b\"}\n",
		"domain/domain.go":       "package domain\n\nfunc Make[T any](v T) any {\n\ttype local struct{ V T }\n\treturn local{v}\n}\n\nfunc Int() any {\n\ttype local struct{ V int }\n\treturn local{1}\n}\n",
		"reflected/reflected.go": "package reflected\n\nvar Any any = map[[3]complex64][]complex64{}\n",
		"onlyvar/onlyvar.go":     "package onlyvar\n\nvar Set bool\n",
		"switches/switches.go":   "package switches\n\nimport \"fmt\"\n\nfunc Kind(v any) string {\n\tswitch v := v.(type) {\n\tcase error:\n\t\treturn \"error \" + v.Error()\n\tcase fmt.Stringer:\n\t\treturn \"stringer\"\n\tcase fmt.Formatter:\n\t\treturn \"formatter\"\n\t}\n\treturn \"none\"\n}\n",
		"dotted.v3/dotted.go":    "package dotted\n\nimport \"fmt\"\n\nvar Table = map[string]fmt.Stringer{\"one\": T(1)}\n\ntype T int\n\nfunc (t T) String() string { return fmt.Sprint(\"T\", int(t)) }\n\nfunc Get(k string) string { return Table[k].String() }\n",
	})
	n := open(t)
	n.expect([2]string{"x := 1", ""})
	if _, err := s.require(n, "many@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	low := n.next
	for path, want := range map[string]string{
		"asm": "has assembly (asm_amd64.s)", "push": "links to runtime.mine (push.go)", "pull": "links to runtime.schedinit (pull.go)", "c": "contains C code", "only": "contains C code", "over": "has assembly",
	} {
		_, err := n.Load(t.Context(), s.path+"/many/"+path)
		if f, is := errors.AsType[cells.Foreign](err); !is || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n.next != low {
		t.Errorf("refused packages took %d bytes of addresses", n.next-low)
	}
	s.expect(n, [][2]string{
		{"import \"notexist/pkg\"\ny := 1", "! cell [2], line 1: package notexist/pkg is not in the standard library"},
		{"y", "! cell [3], line 1: undefined: y"},
		{"x++\nimport (\n\t\"fmt\"\n\t\"§/other\"\n)", "! cell [4], line 4: no required module provides package §/other: run %require §/other first"},
		{"import _ \"§/many/wrong\"", "! cell [5], line 1: …"},
		{"import _ \"§/many/internal/in\"", "! cell [6], line 1: use of internal package §/many/internal/in not allowed"},
		{"import _ \"§/many/command\"", "! cell [7], line 1: import \"§/many/command\" is a program, not a package"},
		{"import _ \"§/many/absent\"", "! cell [8], line 1: …"},
		{"import (\n\t_ \"§/many/asm\"\n\t_ \"§/many/absent\"\n)", "! cell [9], line 3: …"},
		{"import _ \"§/many/panics\"", "! cell [10], line 1: package §/many/panics is broken: its initialisation ended with a panic: assignment to entry in nil map (other variables keep their values; to import the package again, run %reset first)"},
		{"import _ \"§/many/user\"", "! cell [11], line 1: package §/many/panics is broken: …"},
		{"import _ \"§/many/exits\"", "no such thing\n! cell [12], line 1: package §/many/exits is broken: its initialisation called os.Exit(1) …"},
		{"import \"§/many/good\"\ngood.Now() > 0", "true\n"},
		{"import \"§/many/onlytypes\"\np := onlytypes.Pair{1, 2}\nvar namer onlytypes.Namer\nfmt.Println(p, namer, onlytypes.Zero, onlytypes.Names)", "{1 2} <nil> {0 0} [a b]\n"},
		{"import \"§/many/domain\"\nfmt.Printf(\"%T %T %v\", domain.Make(1), domain.Int(), domain.Int() == domain.Int())", "domain.local[int] domain.local true"},
		{"made := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[[3]complex64](), reflect.TypeFor[[]complex64]()))", ""},
		{"import _ \"§/many/reflected\"", "! cell [17], line 1: the package cannot be loaded: reflection made the type …"},
		{"made.Len()", "0\n"},
		{"import \"§/many/onlyvar\"\nonlyvar.Set = true\nonlyvar.Set", "true\n"},
		{"import \"§/many/switches\"\nfmt.Println(switches.Kind(io.EOF), switches.Kind(time.Second), switches.Kind(1))", "error EOF stringer none\n"},
		{"import \"§/many/dotted.v3\"\nfmt.Println(dotted.Get(\"one\"), dotted.T(2), dotted.Table)", "T1 T2 map[one:T1]\n"},
		{"fmt.Println(x)", "1\n"},
	}...)
}

// TestModuleVersions checks that a process has one version of a module, and that another one needs a new process.
func TestModuleVersions(t *testing.T) {
	s := modules(t)
	const source = "package base\n\nconst Version = "
	s.put("base", "v1.0.0", map[string]string{"base.go": source + "1\n", "more/more.go": "package more\n\nfunc F() int { return 1 }\n"})
	s.put("base", "v1.1.0", map[string]string{"base.go": source + "2\n", "more/more.go": "package more\n\nfunc F() int { return 2 }\n"})
	s.put("above", "v1.0.0", map[string]string{"go.mod": "module " + s.path + "/above\n\ngo 1.25\n\nrequire " + s.path + "/base v1.1.0\n",
		"above.go": "package above\n\nimport \"§/base/more\"\n\nfunc F() int { return more.F() }\n", "alone/alone.go": "package alone\n\nconst A = 5\n"})
	s.put("leaf", "v1.0.0", map[string]string{"leaf.go": "package leaf\n\nconst L = 9\n"})
	s.put("edge", "v1.0.0", map[string]string{"go.mod": "module " + s.path + "/edge\n\ngo 1.25\n\nrequire " + s.path + "/leaf v1.0.0\n",
		"edge.go": "package edge\n", "sub/sub.go": "package sub\n\nimport \"§/leaf\"\n\nconst L = leaf.L\n"})
	n := open(t)
	if _, err := s.require(n, "edge"); err != nil { // its root package does not need the other module
		t.Fatal(err)
	}
	s.expect(n, [2]string{"import \"§/edge/sub\"\nsub.L", "[downloading §/leaf v1.0.0]\n9\n"})
	if _, err := s.require(n, "base@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	s.expect(n, [2]string{"import \"§/base\"\nbase.Version", "1\n"})
	if _, err := s.require(n, "base@v1.1.0"); err == nil || !strings.Contains(err.Error(), "v1.0.0 is already loaded, and a process can load only one version of a module (run %reset first)") {
		t.Error(err)
	}
	if _, _, err := n.Require(t.Context(), "golang.org/x/sys@v0.1.0"); err == nil || !strings.Contains(err.Error(), "the stateful process is linked with v0.") {
		t.Error(err)
	}
	if _, err := s.require(n, "nothing@v1.0.0"); err == nil {
		t.Error("a module that is not there is required")
	}
	if _, _, err := n.Require(t.Context(), s.path+"/above@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	_, err := n.Load(t.Context(), s.path+"/above")
	if f, is := errors.AsType[cells.Foreign](err); !is || f.Reason != "the cell requires "+s.path+"/base v1.1.0, but the stateful process has v1.0.0" {
		t.Error(err)
	}
	s.expect(n, [2]string{"import \"§/above/alone\"\nfmt.Println(alone.A, base.Version)", "5 1\n"})
	if err := n.Reset(); err != nil {
		t.Fatal(err)
	}
	s.expect(n, [2]string{"import (\n\t\"§/above\"\n\t\"§/base\"\n)\nfmt.Println(above.F(), base.Version)", "2 2\n"})
	other := open(t)
	s.expect(other, [2]string{"import \"§/base\"", "! cell [1], line 1: no required module provides package §/base: run %require §/base first"})
}

// TestModuleInterrupted checks that an interrupt while packages are loaded leaves each of them loaded, absent or broken, and all values as
// they were.
func TestModuleInterrupted(t *testing.T) {
	s := modules(t)
	s.put("slow", "v1.0.0", map[string]string{
		"first/first.go": "package first\n\nvar N = f()\n\nfunc f() int { return 7 }\n",
		"loops/loops.go": "package loops\n\nimport (\n\t\"fmt\"\n\n\t_ \"§/slow/first\"\n)\n\nvar N int\n\nfunc init() {\n\tfmt.Println(\"begins\")\n\tfor {\n\t\tN = g(N)\n\t}\n}\n\n//go:noinline\nfunc g(n int) int { return n + 1 }\n",
		"waits/waits.go": "package waits\n\nimport \"fmt\"\n\nfunc init() {\n\tfmt.Println(\"begins\")\n\t<-make(chan int)\n}\n",
	})
	n := open(t)
	n.expect([2]string{"x := 1", ""})
	if _, err := s.require(n, "slow@v1.0.0"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"loops", "waits"} {
		over := make(chan struct{})
		go func() {
			defer close(over)
			for !n.reports("begins") {
				time.Sleep(time.Millisecond)
			}
			n.Interrupt()
		}()
		got := n.run("import _ \"" + s.path + "/slow/" + name + "\"")
		<-over
		if !strings.Contains(got, "package "+s.path+"/slow/"+name+" is broken: its initialisation was interrupted (run %reset, then import it again)") || !strings.Contains(got, "! interrupted") && !strings.Contains(got, "! abandoned") {
			t.Errorf("%s: %q", name, got)
		}
		if got := n.run("import _ \"" + s.path + "/slow/" + name + "\""); !strings.Contains(got, "is broken: its initialisation was interrupted (other variables keep") {
			t.Errorf("%s: %q", name, got)
		}
	}
	s.expect(n, [2]string{"import \"§/slow/first\"\nfmt.Println(x, first.N)", "1 7\n"})
}

// TestModuleChecked checks that a package's module with a changed bit fails verification.
func TestModuleChecked(t *testing.T) {
	s := modules(t)
	s.put("shape", "v1.0.0", map[string]string{"shape.go": "package shape\n\nimport \"fmt\"\n\ntype S struct{ p *int; m map[string]S }\n\nfunc (s S) String() string { return fmt.Sprint(*s.p) }\n\nvar n = 3\n\nvar All = []fmt.Stringer{S{p: &n}}\n\nvar Lazy S\n\nfunc init() { Lazy = S{p: &n} }\n"})
	n := open(t)
	var m verify.Module
	n.linked = func(found *verify.Module, _ string) { m = *found }
	if _, err := s.require(n, "shape@latest"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Check(); err != nil || m.Package != s.path+"/shape" {
		t.Fatal(m.Package, err)
	}
	n.linked = nil
	eachByte(t, m, n.made.Version, sweep.Count(29, 1))
	s.expect(n, [2]string{"import \"§/shape\"\nfmt.Println(shape.All, shape.Lazy)", "[3] 3\n"})
}
