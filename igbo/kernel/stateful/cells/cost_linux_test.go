package cells

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// group returns ten declarations: two types with methods, functions, a variable and a constant.
func group(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "type T%d struct {\n\tName string\n\tValues []float64\n\tNext *T%d\n\tBy map[string]*T%d\n}\n", i, max(i-1, 0), i)
	fmt.Fprintf(&b, "func (t *T%d) Mean() float64 {\n\ts := 0.0\n\tfor _, v := range t.Values {\n\t\ts += v\n\t}\n\tif len(t.Values) == 0 {\n\t\treturn c%d\n\t}\n\treturn s / float64(len(t.Values))\n}\n", i, i)
	fmt.Fprintf(&b, "func (t T%d) String() string { return fmt.Sprintf(\"%%s (%%d values, mean %%.3f)\", strings.ToUpper(t.Name), len(t.Values), t.Mean()) }\n", i)
	fmt.Fprintf(&b, "const c%d = %d.5\n", i, i)
	for j := range 5 {
		fmt.Fprintf(&b, "func f%d_%d(xs []float64, names ...string) (sum float64) {\n\tsorted := append([]float64{}, xs...)\n\tfor i, x := range sorted {\n\t\tsum += x * float64(i+1) * c%d\n\t}\n\tt := &T%d{Name: strings.Join(names, \",\"), Values: sorted, By: map[string]*T%d{}}\n\tt.By[\"me\"] = t\n\treturn sum + t.Mean()\n}\n", i, j, i, i, i)
	}
	fmt.Fprintf(&b, "var v%d = T%d{Name: \"x\", Values: []float64{1, 2, c%d}}\n", i, i, i)
	return b.String()
}

// processorTime returns the processor time of the test in nanoseconds, which does not depend on the load of the machine.
func processorTime() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it cannot fail for the process itself
	return u.Utime.Nano() + u.Stime.Nano()
}

// BenchmarkPrepare measures cells in a session of 1 000 declarations.
func BenchmarkPrepare(b *testing.B) {
	for _, c := range []struct{ name, code string }{
		{"expression", "v3.Mean()"}, {"variable", "y%d := f3_1(v3.Values)"}, {"function", "func g%d() float64 { return v1.Mean() }"},
		{"functionAndVariable", "func h%d() float64 { return w%[1]d }\nw%[1]d := v1.Mean()\nh%[1]d()"},
		{"method", "func (t *T97) Mean() float64 { return %d }"}, {"methodOfMany", "func (t *T3) Mean() float64 { return %d }"},
	} {
		b.Run(c.name, func(b *testing.B) {
			files, err := compiled()
			if err != nil {
				b.Fatal(err)
			}
			s := NewSession(files)
			s.known = map[string]string{"fmt": "fmt", "strings": "strings"}
			n := 0
			run := func(code string) {
				n++
				u, err := s.Prepare(n, code)
				if err != nil {
					b.Fatal(err)
				}
				u.Commit(0)
			}
			for i := 0; i < 100; i += 10 {
				var code strings.Builder
				for j := range 10 {
					code.WriteString(group(i + j))
				}
				run(code.String())
			}
			before := processorTime()
			i := 0
			for ; b.Loop(); i++ {
				code := c.code
				if strings.Contains(code, "%") {
					code = fmt.Sprintf(code, i)
				}
				run(code)
			}
			b.ReportMetric(float64(processorTime()-before)/1e6/float64(i), "cpu-ms/op")
		})
	}
}
