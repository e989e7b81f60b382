//go:build unix

package wire

import "testing"

func TestDump(t *testing.T) {
	k := startKernel(t)
	for _, code := range []string{
		"import \"fmt\"\nfunc f(i int) int {\n\tvar a []int\n\treturn a[i]\n}\nvar table = map[string]int{\n\t\"a\": 1,\n}",
		"%%\nx := 3\nfmt.Println(f(2))",
		"%%\nfmt.Println(foo)\nvar y int\n",
		"%%\nfmt.Println(\"a\"\n",
		"func g( {\n}\n%%\nfmt.Println(1)",
		"func h() int { return \"a\" }\n%%\nfmt.Println(h())",
		"%%\ngo func() { panic(fmt.Errorf(\"an error\\nof two lines\")) }()\nselect{}",
		"%%\nvar m map[string]int\nm[\"a\"] = 1",
		"%%\nfmt.Println(f(2))",
		"import \"os\"\n%%\nfmt.Println(1)\nos.Exit(3)",
		"!false\n",
		"%%\nvar p *int\n*p = 3",
		"var z int = \"a\"\n%%\nfmt.Println(z)",
		"%%\nvar c chan int\n<-c",
		"import \"nosuch/package/here\"\n%%\nhere.F()",
		"fmt.Println(3)",
		"import \"runtime\"\n%%\nfmt.Fprintln(os.Stderr, \"before\")\n_, file, line, _ := runtime.Caller(0)\nfmt.Fprintf(os.Stderr, \"no such file\\n\\t%s:%d\\n\", file, line)\nos.Exit(1)",
		"import \"strings\"\n%%\nfmt.Println(strings.Repeat(\"a\", -1))",
		"%%\nfmt.Println(1)",
	} {
		e := execute(t, k, code)
		t.Logf("=====\n%s\n-----\nstatus %s count %d ename %q\nevalue %q\ntraceback %q\nstdout %q\nstderr %q\noutputs %d", code, e.Status, e.Count, e.ErrorName, e.ErrorValue, e.Traceback, e.Stdout(), e.Stderr(), len(e.Outputs))
	}
}
