package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// everyFlag calls f for every flag of every command, including completion and help, and for every setting. The name is "--backend" for a
// flag, "--set starts" for a setting.
func everyFlag(f func(command []string, name string, flag *pflag.Flag)) {
	root := newRootCommand()
	root.InitDefaultCompletionCmd()
	cli.Each(root, func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		path := strings.Fields(cmd.CommandPath())[1:]
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) { f(path, "--"+flag.Name, flag) })
		cli.EachSetting(cmd, func(flag *pflag.Flag) { f(path, "--set "+flag.Name, flag) })
	})
}

// given returns the argument that sets a flag or a setting to a value.
func given(name, value string) string {
	return strings.Replace(name, " ", "=", 1) + "=" + value
}

// TestEveryFlag tries the extremes of its type with every flag of every command.
func TestEveryFlag(t *testing.T) {
	workplace(t)
	before, bad, good := tree(t), 0, 0
	try := func(command []string, row flagRow, values func(string) []string) {
		for _, value := range slices.Concat(extremes[row.kind], row.good, row.bad) {
			a := settled(slices.Concat(command, row.base, values(value))...)
			if slices.Contains(row.good, value) {
				a.accepted(t)
				good++
			} else {
				a.refused(t)
				bad++
			}
			if after := tree(t); after != before {
				t.Fatalf("%q touched a file:\n%s", a.args, after)
			}
		}
	}
	everyFlag(func(command []string, name string, flag *pflag.Flag) {
		row, found := flagRows[strings.Join(append(slices.Clone(command), name), " ")]
		switch {
		case flag.Name == "help", flag.Name == "version" && len(command) == 0:
			return // TestHelp and TestDoctorAndVersion cover them
		case !found:
			t.Errorf("no row for igbo %s %s", command, name)
			return
		}
		if row.kind == "" {
			row.kind = flag.Value.Type()
		}
		if _, known := extremes[row.kind]; !known {
			t.Errorf("igbo %s %s: no extremes for the type %s", command, name, row.kind)
		}
		try(command, row, func(value string) []string { return []string{given(name, value)} })
	})
	try([]string{"dag"}, flagRows["dag SCORES"], func(value string) []string { return []string{value} })
	t.Logf("%d bad values refused, %d good ones taken", bad, good)
}

// contradictions lists command lines whose parts contradict each other, or do not exist.
var contradictions = []string{
	"reproduc", "paretto", "nonsense", "dag scores.csv more.csv", "reproduce stray", "pareto stray", "bench stray", "doctor stray", "version stray",
	"help nonsense", "help dag nonsense", "completion nonsense", "completion bash stray", "--nonsense", "reproduce --nonsense", "reproduce -x", "reproduce --seeds",
	"reproduce -qx", "reproduce --=3", "reproduce ---seeds=3", "version --json", "lab --nonsense", "-x", "dag", "dag --format json",
	"reproduce --optimizer sgd", "reproduce --lr 0.1", "reproduce --seed0 9223372036854775807", "reproduce --seeds 9000000000000000000 --seed0 9000000000000000000",
	"reproduce --dag-batch 10000000 --dag-batches 10000000", "reproduce --epochs 1000000000000 --seeds 2", "reproduce --points 2000000000 --batch 1000",
	"reproduce --points 1 --quadrature trapezoid", "reproduce --seeds 100000000000 --points 1 --epochs 1",
	"pareto --seed0 9223372036854775807", "pareto --seeds 1000000000 --steps 1000000",
	"dag --expert expert.yaml --comparisons comparisons.csv", "dag scores.csv --expert expert.yaml", "dag scores.csv --schema dag", "dag --schema dag --out x.json",
	"dag scores.csv --fdr 0.1 --fwer 0.1", "dag scores.csv --fdr 0.1 --alpha 0.7", "dag scores.csv --alpha 0.7 --fwer 0.1", "dag scores.csv --prior 1",
	"dag --expert expert.yaml --alpha 0.7", "dag --expert expert.yaml --fdr 0.1", "dag --expert expert.yaml --batch 3", "dag --expert expert.yaml --estimator auto",
	"dag --expert expert.yaml --prior 1", "dag --comparisons comparisons.csv --repair drop", "dag --comparisons comparisons.csv --fdr 0.1",
	"dag --comparisons comparisons.csv --batches 3", "dag scores.csv --score-min 1 --score-max 1", "dag scores.csv --score-min 1e308 --score-max -1e308",
	"dag scores.csv --svg new.svg --out new.svg", "dag scores.csv --svg new.svg --out ./new.svg", "dag scores.csv --svg folder.svg/../new.svg --out new.svg",
	"dag scores.csv --svg file.svg --out file.svg", "dag scores.csv --out scores.csv", "dag scores.csv --out link.csv", "dag link.csv --out scores.csv",
	"dag --expert expert.yaml --out expert.yaml", "dag --comparisons comparisons.csv --out ./comparisons.csv", "dag file.svg --svg file.svg",
	"dag scores.csv --batches 10000000000 --batch 10000000000", "dag scores.csv --batches 3000000000 --batch 3",
	"dag scores.csv --estimator bootstrap --resamples 2000000000 --batch 1000",
	"bench --setup --rounds 3", "bench --setup=python3 --out x", "bench --rows step --rows nonsense",
	"study nonsense", "study run", "study run nonsense", "study run recurrence noise", "study list recurrence noise", "study plan", "study gather", "study show", "study show study study",
	"study task recurrence", "study task 2/2 recurrence", "study task -1/2 recurrence", "study task 0/0 recurrence", "study task 1 recurrence", "study task 0/1 nonsense",
	"study run noise --seeds 2", "study run noise --seeds 0", "study run recurrence --seeds 0", "study run recurrence --set alpha=0.5", "study run recurrence --set base.alpha",
	"study run recurrence --set base=3", "study run recurrence --set base.seeds=null", "study run recurrence --set base=null", "study run recurrence --set base.alpha=0.6 --set base.alpha=high", "study run noise --out study", "study show .", "study show scores.csv",
	"kernel instal", "kernel stray", "kernel install stray", "kernel install --user --prefix a", "kernel remove --home a", "kernel run", "kernel run a b", "kernel run missing",
	"kernel check stray", "kernel run --no-xla --link-xla scores.csv",
	"lab --execute --check", "lab --clean --setup", "lab stray", "lab --port 8888 --execute", "lab --timeout 1s",
	"lab --fresh --check", "lab --export html --execute", "lab --solutions", "lab --execute --solutions", "lab -p a=1", "lab --check -p a=1", "lab --execute -p a=1 -p a=2",
	"train", "train scores.csv", "train scores.csv --target a", "train scores.csv --out new", "train scores.csv scores.csv --target a --out new", "train missing.csv --target a --out new",
	"train folder.svg --target a --out new", "train scores.csv --target a --out new --order expert.yaml --teacher study", "train scores.csv --target a --out new --set model.mlp.hidden=3",
	"train scores.csv --target a --out new --set own_folds=b --folds 3", "train scores.csv --target a --out new --set own_folds=b --set repeats=2", "train scores.csv --target a --out new --set own_folds=b --group c",
	"train scores.csv --target a --out new --set own_folds=b --time c", "predict file.svg scores.csv --set starts=2",
	"train scores.csv --target a --out new --drop a", "train scores.csv --target a --out new --time b --set repeats=2", "train scores.csv --target a --out new --time b --group c",
	"predict", "predict study", "predict missing scores.csv", "predict scores.csv scores.csv", "explain scores.csv scores.csv", "check scores.csv scores.csv --order expert.yaml", "predict study missing.csv", "predict study scores.csv more",
	"lab --out x", "lab --check --out x", "lab --fresh --notebooks .", "lab --export html --html x", "lab --export", "lab --clean 03", "lab --setup 03", "lab --grade . --no-xla", "lab --grade . --check", "lab --grade scores.csv",
}

// TestContradictions checks that contradictory flags are refused as single invalid ones are.
func TestContradictions(t *testing.T) {
	workplace(t)
	before := tree(t)
	for _, line := range contradictions {
		settled(strings.Fields(line)...).refused(t)
	}
	if after := tree(t); after != before {
		t.Errorf("a file was touched:\n%s", after)
	}
	t.Logf("%d bad command lines refused", len(contradictions))
}

// TestFlagsStandAnywhere checks that flags can come before or after arguments.
func TestFlagsStandAnywhere(t *testing.T) {
	workplace(t)
	var first attempt
	for i, line := range []string{
		"dag scores.csv --batch 16 --format json", "dag --batch 16 scores.csv --format json", "dag --batch=16 --format=json scores.csv",
		"dag --format json --batch 16 -- scores.csv", "--batch 16 dag scores.csv --format json",
	} {
		a := performed(strings.Fields(line)...)
		if i == 0 {
			first = a
		}
		if a.code != cli.ExitDone || a.stdout == "" || a.stdout != first.stdout {
			t.Errorf("%s: exit code %d, %s, want the same output wherever flags stand", line, a.code, a.stderr)
		}
	}
}
