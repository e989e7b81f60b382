package proxy

import (
	"go/parser"
	"maps"
	"slices"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/explain"
)

// express computes the user expressions of a request in stateful cells, one after another. If an expression fails, its answer is the error.
func (p *proxy) express(c *cell) {
	c.expressed = map[string]any{}
	p.expressNext(c, slices.Sorted(maps.Keys(c.request.Expressions)))
}

// expressNext computes the first of the expressions, and then the others.
func (p *proxy) expressNext(c *cell, keys []string) {
	if len(keys) == 0 || c.interrupted {
		p.close(c, nil)
		return
	}
	text := c.request.Expressions[keys[0]]
	answer := func(f *failure) {
		c.expressed[keys[0]] = expressed(c.bundle, f)
		c.bundle = nil
		p.expressNext(c, keys[1:])
	}
	if _, refused := requires[executor.Variables](p, "a user expression"); refused != nil {
		answer(refused)
		return
	}
	if _, err := parser.ParseExpr(text); err != nil {
		answer(new(explain.Reported(explain.CompileError, "a user expression must be an expression: "+err.Error())))
		return
	}
	c.bundle = map[string]any{"data": map[string]any{}, "metadata": map[string]any{}}
	p.execute(c, &p.statefulSession, executor.Cell{Code: text}, p.outputOf(c), func(r executor.Result, err error) {
		f := p.statefulFailure(c, r, err)
		if c.interrupted || r.End == executor.Died { // the cell ends with it
			c.bundle = nil
			p.close(c, f)
			return
		}
		if r.End != executor.Done && f == nil {
			f = new(explain.Reported(explain.Ended, "the expression ended the cell"))
		}
		answer(f)
	})
}

// expressed returns the answer to an expression: the display of its value, or its error.
func expressed(bundle map[string]any, f *failure) map[string]any {
	if f != nil {
		return map[string]any{"status": "error", "ename": f.Name, "evalue": f.Value, "traceback": f.Traceback}
	}
	bundle["status"] = "ok"
	return bundle
}
