package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// TestRepeatedFlags sets every flag that takes one value twice.
func TestRepeatedFlags(t *testing.T) {
	workplace(t)
	values := map[string][2]string{"bool": {"true", "false"}, "duration": {"1m", "2m"}, "string": {"one", "two"}}
	tried := 0
	everyFlag(func(command []string, name string, flag *pflag.Flag) {
		if _, collects := flag.Value.(pflag.SliceValue); collects {
			return
		}
		two, listed := values[flag.Value.Type()]
		if !listed {
			two = [2]string{"1", "2"}
		}
		a := settled(slices.Concat(command, []string{given(name, two[0]), given(name, two[1])})...)
		a.refused(t)
		if !strings.Contains(a.stderr, name+" is given twice") {
			t.Errorf("igbo %v %s twice: %s", command, name, a.stderr)
		}
		tried++
	})
	if t.Logf("%d flags refused", tried); tried < 100 {
		t.Errorf("%d flags tried, so the test looks past them", tried)
	}
}

// TestRepeatedNames checks that a flag that collects values by name takes one for each name.
func TestRepeatedNames(t *testing.T) {
	workplace(t)
	for _, line := range []string{
		"train scores.csv --target a --out new --kind b=number --kind b=category",
		"train scores.csv --target a --out new --set lambda.value=0.2 --set lambda.value=0.3",
		"study run recurrence --set base.alpha=0.6 --set base.alpha=0.7", "explain file.svg scores.csv --kind b=number --kind b=category",
		"lab --execute -p a=1 -p a=2", "train scores.csv --target a --target b --out new", "train scores.csv --target a --out new -q -q",
	} {
		settled(strings.Fields(line)...).refused(t)
	}
	for _, line := range []string{
		"train scores.csv --target a --out new --kind b=number --kind c=number --set na=- --set na=x", "train scores.csv --target a --out new --drop b --drop c",
		"study run recurrence --set base.alpha=0.6 --set base.epochs=3",
	} {
		settled(strings.Fields(line)...).accepted(t)
	}
}

// TestNamesEndAtTheirSign checks that the name of a column, or the value of a setting, can contain an equals sign.
func TestNamesEndAtTheirSign(t *testing.T) {
	workplace(t)
	a := settled(strings.Fields("train scores.csv --target a --out new --kind x=1=number --kind x=2=number")...)
	a.accepted(t)
	if a.code != cli.ExitDone {
		t.Error(a.stderr)
	}
}
