package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// drawer generates random command lines from flags and values.
type drawer struct {
	commands [][]string
	flags    [][]string // by command
	values   []string
}

func newDrawer() *drawer {
	d := &drawer{values: []string{"paper", "go", "sgd", "0.5", "2", "scores.csv", "expert.yaml", "new", "step", "--", "-", "-q"}}
	everyFlag(func(command []string, name string, _ *pflag.Flag) {
		i := slices.IndexFunc(d.commands, func(c []string) bool { return slices.Equal(c, command) })
		if i < 0 {
			i = len(d.commands)
			d.commands, d.flags = append(d.commands, command), append(d.flags, nil)
		}
		d.flags[i] = append(d.flags[i], name)
	})
	for _, kind := range []string{"int", "float64", "float64Slice", "stringSlice", "bool", "duration", "name", "file", "folder", "input"} {
		d.values = append(d.values, extremes[kind]...)
	}
	for _, row := range flagRows {
		d.values = append(append(d.values, row.good...), row.bad...)
	}
	slices.Sort(d.values) // rows of a map have no order
	d.values = slices.Compact(d.values)
	return d
}

// draw returns a command line: a command, up to five of its flags, half of them with a value that the flag accepts, and sometimes an
// argument.
func (d *drawer) draw(rng *rand.Rand) []string {
	i := rng.IntN(len(d.commands))
	line := slices.Clone(d.commands[i])
	name := strings.Join(line, " ")
	var base []string // base arguments of the last flag
	for range rng.IntN(6) {
		flag := d.flags[i][rng.IntN(len(d.flags[i]))]
		value := d.values[rng.IntN(len(d.values))]
		if good := flagRows[name+" "+flag].good; len(good) > 0 && rng.IntN(2) == 0 {
			value = good[rng.IntN(len(good))]
		}
		line = append(line, given(flag, value))
		base = flagRows[name+" "+flag].base
	}
	if rng.IntN(4) > 0 {
		line = append(line, base...)
	}
	if rng.IntN(3) == 0 {
		line = append(line, d.values[rng.IntN(len(d.values))])
	}
	return line
}

// checkLine checks that any command line is accepted, answered with help, or refused correctly, without changing files. It reports whether
// it was refused.
func checkLine(t *testing.T, line []string) bool {
	t.Helper()
	a := settled(line...)
	switch {
	case a.code == cli.ExitUsage:
		a.refused(t)
		return true
	case a.code == cli.ExitDone && a.stderr == "":
		a.modest(t)
		return false
	}
	t.Errorf("%.300q: exit code %d, %s, want it taken or refused", line, a.code, a.stderr)
	return false
}

// TestRandomFlags combines flags and values at random, with a fixed seed.
func TestRandomFlags(t *testing.T) {
	workplace(t)
	before, d, rng, bad := tree(t), newDrawer(), rand.New(rand.NewPCG(1, 9)), 0
	lines := sweep.Count(1000, 5000)
	for i := range lines {
		if checkLine(t, d.draw(rng)) {
			bad++
		}
		if i%100 == 99 && tree(t) != before {
			t.Fatalf("one of the last 100 command lines touched a file, the last was %q", d.draw(rng))
		}
	}
	t.Logf("%d of %d random command lines refused", bad, lines)
}

// FuzzFlags is TestRandomFlags without an end: go test -fuzz FuzzFlags. Each line of the text is an argument.
func FuzzFlags(f *testing.F) {
	workplace(f)
	before, d, rng := tree(f), newDrawer(), rand.New(rand.NewPCG(2, 9))
	for _, line := range contradictions {
		f.Add(strings.Join(strings.Fields(line), "\n"))
	}
	for range 100 {
		f.Add(strings.Join(d.draw(rng), "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := strings.Split(text, "\n")
		if strings.HasPrefix(line[0], "__complete") || slices.Contains(line, "supervise") || slices.Contains(line, "sandbox") {
			t.Skip("these speak to a shell and to a parent, and to nobody else")
		}
		checkLine(t, line)
		if tree(t) != before {
			t.Fatalf("%q touched a file", line)
		}
	})
}

// works reports whether a command line runs a study.
func works(line []string) bool {
	return len(line) > 1 && line[0] == "study" && slices.Contains([]string{"run", "task", "gather"}, line[1])
}

// TestWhatIsTakenStarts checks that accepted command lines that are interrupted at once end with the interrupt or an error, and without a
// panic.
func TestWhatIsTakenStarts(t *testing.T) {
	workplace(t)
	d, rng, started := newDrawer(), rand.New(rand.NewPCG(3, 9)), 0
	for range 2000 {
		line := d.draw(rng)
		if len(line) == 0 || !slices.Contains([]string{"reproduce", "pareto", "dag", "bench"}, line[0]) && !works(line) || slices.ContainsFunc(line, func(s string) bool { return strings.HasPrefix(s, "--setup") }) {
			continue
		}
		if settled(line...).code != cli.ExitDone || slices.ContainsFunc(line, func(s string) bool { return strings.HasPrefix(s, "--help") }) {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		root := newRootCommand()
		root.SetOut(cli.NewOutput(new(strings.Builder)))
		root.SetErr(new(strings.Builder))
		root.SetIn(strings.NewReader(""))
		root.SetArgs(line)
		err := cli.Execute(ctx, root)
		if err == nil && line[0] != "dag" { // it may finish before it checks
			t.Errorf("%q: ended well although it was interrupted", line)
		}
		if err != nil && !errors.Is(err, context.Canceled) && noTrace.MatchString(err.Error()) {
			t.Errorf("%q: %v", line, err)
		}
		started++
	}
	t.Logf("%d command lines started", started)
}
