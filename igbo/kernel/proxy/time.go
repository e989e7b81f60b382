package proxy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"strconv"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
)

// timing records how long a cell takes.
type timing struct {
	timed, timedStep     bool // whether to show the time of the cell, or of its step
	untimed              bool // whether the step belongs to the kernel
	ran, prepared, total time.Duration
}

// tellTime shows the run time and the compile time. If they are not known separately, total is their sum.
func (p *proxy) tellTime(c *cell, ran, prepared, total time.Duration) {
	text := fmt.Sprintf("time: %s", rounded(ran+total))
	if prepared > 0 {
		text += fmt.Sprintf(" (and %s to compile)", rounded(prepared))
	}
	if total > 0 {
		text += ", including the compilation of the program"
	}
	p.say(c, "stdout", text+"\n")
}

// rounded returns a duration with three or four digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 10_000 {
		unit *= 10
	}
	return d.Round(unit)
}

// took records the time of a step.
func (p *proxy) took(c *cell, r executor.Result) {
	c.ran, c.prepared, c.total = c.ran+r.Took, c.prepared+r.Prepared, c.total+r.Total
	if c.timedStep {
		c.timedStep = false
		p.tellTime(c, r.Took, r.Prepared, r.Total)
	}
}

// measured returns Go code that measures code, by the arguments of %timeit.
func measured(words []string, code string) (string, *failure) {
	calls, repeats := 0, 7
	for len(words) > 0 && strings.HasPrefix(words[0], "-") && len(words[0]) > 1 {
		flag, value := words[0][:2], words[0][2:]
		if words = words[1:]; value == "" && len(words) > 0 {
			value, words = words[0], words[1:]
		}
		n, err := strconv.Atoi(value)
		switch {
		case flag != "-n" && flag != "-r":
			return "", refusal(fmt.Sprintf("%%timeit: unknown flag %s (use -n CALLS or -r REPEATS)", flag))
		case err != nil || n < 1:
			return "", refusal(fmt.Sprintf("%%timeit: %s must be a whole number of at least 1, got %q", flag, value))
		case flag == "-n":
			calls = n
		default:
			repeats = n
		}
	}
	if strings.TrimSpace(code) == "" {
		return "", refusal("%timeit needs code to measure, such as %timeit f(x)")
	}
	return fmt.Sprintf("notebook.Show(notebook.Timeit(%d, %d, func() { %s }))", calls, repeats, used(code)), nil
}

// used returns an expression as a statement. It does not change other code.
func used(code string) string {
	e, err := parser.ParseExpr(strings.TrimSpace(code))
	if err != nil {
		return code
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return code
	case *ast.UnaryExpr:
		if e.Op.String() == "<-" {
			return code
		}
	}
	return "_ = " + strings.TrimSpace(code)
}

// behindFlags returns the text after the flags of %timeit.
func behindFlags(rest string) string {
	for strings.HasPrefix(rest, "-n") || strings.HasPrefix(rest, "-r") {
		value := strings.TrimLeft(rest[2:], " \t")
		_, rest, _ = strings.Cut(value, " ")
		rest = strings.TrimLeft(rest, " \t")
	}
	return rest
}
