package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/graphs"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestHelp checks that igbo alone and --help of every command print help and succeed, and that the exit codes are documented.
func TestHelp(t *testing.T) {
	root := newRootCommand()
	root.InitDefaultCompletionCmd()
	cli.Each(root, func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())[1:]
		for _, line := range [][]string{append(path, "--help"), append(path, "-h"), append([]string{"help"}, path...)} {
			if a := performed(line...); a.code != cli.ExitDone || !strings.Contains(a.stdout, "Usage:") || a.stderr != "" {
				t.Errorf("%v: exit code %d, %s, want help", line, a.code, a.stderr)
			}
		}
	})
	if a := performed(); a.code != cli.ExitDone || !strings.Contains(a.stdout, cli.ExitCodes) || !strings.Contains(a.stdout, "reproduce") {
		t.Errorf("igbo alone: exit code %d and %s, want help with the exit codes", a.code, a.stdout)
	}
}

// TestSuggestions checks that a typing error gets the intended name as a suggestion.
func TestSuggestions(t *testing.T) {
	for line, want := range map[string]string{
		"reproduc":     "did you mean reproduce?",
		"help paretto": "did you mean pareto?",
		"versio":       "did you mean version?",
		"trian --help": "did you mean train?",
		"study shw -h": "did you mean show?",
		"-h study shw": "did you mean show?",

		"study run recurence":   `unknown study "recurence", did you mean recurrence?`,
		"study list paretto":    "did you mean pareto?",
		"study plan learning":   "did you mean learning-curves?",
		"study task 0/1 noisy":  "did you mean noise?",
		"study gather abaltion": "did you mean ablation?",
		"study recurrence":      "did you mean run?",
		"study run nonsense":    "want one of teacher-student, teacher-student-absolute, ablation",

		"study run recurrence --set base.alhpa=1": "did you mean base.alpha?",
	} {
		if a := performed(strings.Fields(line)...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, want) {
			t.Errorf("%s: exit code %d and %s, want %q", line, a.code, a.stderr, want)
		}
	}
}

// TestMovedFlags checks that a flag with the name of a setting is refused with a hint about the setting.
func TestMovedFlags(t *testing.T) {
	for line, want := range map[string]string{
		"train scores.csv --decimal ,":           "unknown flag --decimal: use --set decimal=…",
		"train scores.csv --early-stopping=3":    "use --set early_stopping=…",
		"train scores.csv --steps 3":             "use --set steps=…",
		"train scores.csv --hidden 3":            "use --set model.mlp.hidden=… with --model mlp",
		"predict model scores.csv --date-format": "use --set date_format=…",
		"check model scores.csv --na -":          "use --set na=…",
		"train scores.csv --no-such":             "unknown flag: --no-such",
	} {
		if a := performed(strings.Fields(line)...); a.code != cli.ExitUsage || !strings.Contains(a.stderr, want) {
			t.Errorf("%s: exit code %d and %s, want %q", line, a.code, a.stderr, want)
		}
	}
}

// TestGroupedHelp checks that the help of igbo train, explain and check shows each flag under the title of its group, and each setting.
func TestGroupedHelp(t *testing.T) {
	help := performed("train", "--help").stdout
	last := 0
	for _, want := range []string{"\nData:\n", "--missing", "\nTarget and loss:\n", "--target", "\nOrder:\n", "--teacher", "\nModels:\n", "--model", "\nEvaluation:\n", "--budget", "\nOutput:\n", "--json", "\nOther:\n", "--help", "\nSettings, by", "\n  class_weights", "lambda.value"} {
		at := strings.Index(help[last:], want)
		if at < 0 {
			t.Fatalf("no %q after %d of\n%s", want, last, help)
		}
		last += at
	}
	for command, most := range map[string]int{"train": 26, "explain": 18, "check": 17} { // including --help
		help, flags := performed(command, "--help").stdout, 0
		everyFlag(func(of []string, name string, _ *pflag.Flag) {
			if slices.Equal(of, []string{command}) && !strings.Contains(name, " ") {
				if flags++; !strings.Contains(help, " "+name+" ") {
					t.Errorf("no %s in\n%s", name, help)
				}
			}
		})
		if flags > most {
			t.Errorf("%s: %d flags, want rarely used ones as settings", command, flags)
		}
	}
}

// TestExpertExample checks that the example file in the help is valid.
func TestExpertExample(t *testing.T) {
	workplace(t)
	_, text, found := strings.Cut(graphs.NewDAGCommand().Long, "file of expert statements:\n\n")
	if !found {
		t.Fatal("the help shows no file of expert statements")
	}
	must.Do(t, os.WriteFile("shown.yaml", []byte(text), 0o644))
	if a := performed("dag", "--expert", "shown.yaml"); a.code != cli.ExitDone || !strings.Contains(a.stdout, "4 features") {
		t.Errorf("exit code %d, %s%s, want the graph of the example", a.code, a.stdout, a.stderr)
	}
}

// TestTestsStandForTheThreshold checks that --fdr keeps every significant edge, also those with P between ½ and the threshold α.
func TestTestsStandForTheThreshold(t *testing.T) {
	workplace(t)
	var rows strings.Builder
	rows.WriteString("a,b\n")
	for i := range 4000 { // a difference of a tenth of a standard deviation: P of a batch of 4 is near 0.58
		noise := float64(i%2)*2 - 1
		rows.WriteString([]string{"0.6,0.4\n", "0.4,0.58\n"}[int(noise+1)/2])
	}
	must.Do(t, os.WriteFile("near.csv", []byte(rows.String()), 0o644))
	edges := func(flags ...string) int {
		a := performed(append([]string{"dag", "near.csv", "--estimator", "within", "--batch", "4", "--format", "json"}, flags...)...)
		if a.code != cli.ExitDone {
			t.Fatal(a.stderr)
		}
		var d dag.DAG
		must.Do(t, d.UnmarshalJSON([]byte(a.stdout)))
		return len(d.Edges)
	}
	if threshold, test, family := edges("--alpha", "0.7"), edges("--fdr", "0.01"), edges("--fwer", "0.01"); threshold != 0 || test != 1 || family != 1 {
		t.Errorf("%d, %d and %d edges, want none by α = 0.7 and one by each test", threshold, test, family)
	}
}

// TestAblationIsPrinted checks that --ablation prints its result, except with --quiet and --json.
func TestAblationIsPrinted(t *testing.T) {
	stdout := performed(quick(t.TempDir(), "--ablation", "--epochs", "1")...).must(t).stdout
	for _, want := range []string{"Ablation: 75 settings of α, λ and r, 1 seed.", "\n0.5  ", "\n0.9  "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stdout, "IGBO has the lower validation MSE in ") && !strings.Contains(stdout, "is never lower than the baseline's; it is ") {
		t.Errorf("no finding in\n%s", stdout)
	}
}
