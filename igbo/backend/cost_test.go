package backend

import (
	"strings"
	"testing"
)

// TestSelectFor checks that an explicit name and the environment take precedence over the cost, and that a zero cost
// leaves the choice to Select.
func TestSelectFor(t *testing.T) {
	small := Cost{Calls: 3000, Operations: 1e6, Flops: 3e8, Graphs: 4, Compiled: 1000}
	large := Cost{Calls: 3000, Operations: 3e6, Flops: 6e13, Graphs: 4, Compiled: 1500}
	there := map[string]any{"cuda": 1, "cpu": 1}
	for _, c := range []struct {
		name, ask, env string
		cost           Cost
		xla            map[string]any
		want, reports  string
	}{
		{name: "small", cost: small, xla: there, want: "go", reports: "the embedded backend, because the work is small"},
		{name: "large", cost: large, xla: there, want: "xla:cuda", reports: "the work is large"},
		{name: "large without CUDA", cost: large, xla: map[string]any{"cpu": 1}, want: "xla:cpu", reports: "the work is large"},
		{name: "large without XLA", cost: large, want: "go", reports: "no XLA plugin could be opened"},
		{name: "not known", xla: there, want: "xla:cuda", reports: "its plugin is installed"},
		{name: "a wish", ask: "xla:cpu", cost: small, xla: there, want: "xla:cpu", reports: "selected by name"},
		{name: "auto is no wish", ask: "auto", cost: small, xla: there, want: "go", reports: "small"},
		{name: "environment", env: "xla:cpu", cost: small, xla: there, want: "xla:cpu", reports: "set by GOMLX_BACKEND"},
	} {
		b, choice, err := fake(c.env, c.xla).chooseFor(c.ask, c.cost)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		b.Finalize()
		if choice.Name != c.want || !strings.Contains(choice.String(), c.reports) || strings.Contains(choice.String(), "\n") {
			t.Errorf("%s: chose %s, want %s with %q", c.name, choice, c.want, c.reports)
		}
		if strings.Contains(choice.String(), "about") {
			t.Errorf("%s: %s reports a time, which a cost of graphs does not know", c.name, choice)
		}
	}
	if _, _, err := fake("", nil).chooseFor("nonsense", small); err == nil {
		t.Error("an unknown name is taken")
	}
}

// TestCostGrows checks that an estimate never decreases when a part of the cost increases, and that no estimate
// overflows.
func TestCostGrows(t *testing.T) {
	for _, each := range []Cost{embeddedSeconds, xlaSeconds} {
		base := Cost{Calls: 10, Operations: 1e3, Flops: 1e6, Graphs: 2, Compiled: 100}
		for _, more := range []Cost{{Calls: 1e7}, {Operations: 1e10}, {Flops: 1e13}, {Graphs: 1e4}, {Compiled: 1e6}, {Flops: 1e300}} {
			sum := Cost{base.Calls + more.Calls, base.Operations + more.Operations, base.Flops + more.Flops, base.Graphs + more.Graphs, base.Compiled + more.Compiled}
			if sum.time(each) <= base.time(each) || sum.time(each) < 0 {
				t.Errorf("%+v takes %s, less than %s", sum, sum.time(each), base.time(each))
			}
		}
	}
}
