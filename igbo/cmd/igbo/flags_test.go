package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// extremes are tried for every flag of a type. Each is refused unless the
// flag's row lists it as good.
var extremes = map[string][]string{
	"int": {
		"", " ", "abc", "1.5", "1e3", "NaN", "١", "0x", "--", "-9223372036854775808", "-9223372036854775809", "9223372036854775808",
		"9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000", "-1", "0", "1",
	},
	"int64":  {"", "abc", "1.5", "NaN", "9223372036854775808", "-9223372036854775809", "9223372036854775807", "-9223372036854775808", "-1", "0"},
	"uint64": {"", "abc", "1.5", "NaN", "-1", "18446744073709551616", "18446744073709551615", "0"},
	"float64": {
		"", " ", "abc", "NaN", "nan", "Inf", "+Inf", "-Inf", "infinity", "1e309", "-1e309", "1,5", "0x", "1e308", "-1e308", "-1", "-0.1", "0",
		"5e-324", "0.5", "0.7", "1", "1e10",
	},
	"float64Slice": {"", ",", "abc", "NaN", "Inf", "-Inf", "1e309", "0", "1", "-1", "0.5,NaN", "0.5,,0.5", "0.5,1e308", `"0.5`, "0.5"},
	"stringSlice":  {"", ",", "nonsense", `"`, "x,y", " ", "\x00", strings.Repeat("x", 1<<16)},
	"bool":         {"", "maybe", "2", "yes", "NaN", "true", "false"},
	"duration":     {"", "5", "abc", "1y", "NaN", "-1s", "0s", "2562047h47m16.854775807s", "2562048h", "1ns", "1s"},
	"name":         {"", " ", "nonsense", "NaN", "\x00", "../..", "-1", strings.Repeat("x", 1<<16)},
	"file":         {"", "missing/x.svg", "scores.csv/x.svg", "folder.svg", ".", "new.svg"},
	"folder":       {"", "scores.csv", "scores.csv/sub", "link.csv", "result.json/a/b", ".", "new", "a/b/c"},
	"input":        {"", "missing.csv", "missing/x.csv", "folder.svg", "."},
	"text":         {"", "anything"},
}

// flagRow says which of the extremes a flag takes, and what else it is tried with.
type flagRow struct {
	kind string   // of the extremes; empty: the flag's type
	base []string // what stands beside the flag
	good []string // of the extremes and besides
	bad  []string // besides the extremes
	runs bool     // its values are settled while it runs
}

var (
	onScores      = []string{"scores.csv"}
	onExpert      = []string{"--expert", "expert.yaml"}
	onComparisons = []string{"--comparisons", "comparisons.csv"}
	yesNo         = flagRow{good: []string{"true", "false"}}
)

// flagRows has a row for every flag of every command.
var flagRows = map[string]flagRow{
	"reproduce --seeds":            {good: []string{"1", "20"}},
	"reproduce --seed0":            {good: []string{"-1", "0", "-9223372036854775808", "9223372036854775803"}},
	"reproduce --alpha":            {good: []string{"0.5", "0.7"}, bad: []string{"0.4999"}},
	"reproduce --lambda":           {good: []string{"0.5", "0.7", "5e-324"}},
	"reproduce --r":                {good: []string{"0", "5e-324", "0.5", "0.7", "1"}},
	"reproduce --points":           {good: []string{"1", "20"}},
	"reproduce --quadrature":       {kind: "name", good: []string{"midpoint", "gauss-legendre"}},
	"reproduce --epochs":           {good: []string{"1", "120"}},
	"reproduce --batch":            {good: []string{"1", "1000"}, bad: []string{"1001"}},
	"reproduce --dag-batch":        {good: []string{"1", "32"}},
	"reproduce --dag-batches":      {good: []string{"2", "50"}, bad: []string{"1"}},
	"reproduce --optimizer":        {kind: "name", base: []string{"--lr", "0.1"}, good: []string{"sgd", "adam"}},
	"reproduce --lr":               {base: []string{"--optimizer", "sgd"}, good: []string{"0.01", "0.5", "0.7", "1", "1e10", "5e-324", "1e308"}},
	"reproduce --rule":             {kind: "name", good: []string{"paper", "mgda"}},
	"reproduce --score":            {kind: "name", good: []string{"signed", "absolute"}},
	"reproduce --backend":          {kind: "name", good: []string{"", "auto", "go", "go:parallelism=1", "go:parallelism=-1"}, bad: []string{"go:parallelism=-5", "go:parallelism=", "go:parallelism=9223372036854775807", "GO", "tpu"}},
	"reproduce --out":              {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"reproduce --ablation":         yesNo,
	"reproduce --resume":           yesNo,
	"reproduce --checkpoint-every": {good: []string{"0", "1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"reproduce --json":             yesNo,
	"reproduce --quiet":            yesNo,

	"pareto --seeds":   {good: []string{"1"}},
	"pareto --seed0":   {good: []string{"-1", "0", "-9223372036854775808"}},
	"pareto --rules":   {good: []string{"paper", "mgda,imtl-g"}, bad: []string{"paper,nonsense", "paper,"}},
	"pareto --lambdas": {good: []string{"0.5"}},
	"pareto --steps":   {good: []string{"1"}},
	"pareto --alpha":   {good: []string{"0.5", "0.7"}},
	"pareto --backend": {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"pareto --out":     {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"pareto --json":    yesNo,
	"pareto --quiet":   yesNo,

	"dag SCORES":        {kind: "input", good: []string{"scores.csv", "link.csv", "-"}},
	"dag --alpha":       {base: onScores, good: []string{"0.5", "0.7"}},
	"dag --batch":       {base: onScores, good: []string{"1", "32"}},
	"dag --batches":     {base: onScores, good: []string{"0", "1", "50"}},
	"dag --seed":        {base: onScores, good: []string{"0", "18446744073709551615"}},
	"dag --r":           {base: onScores, good: []string{"0", "5e-324", "0.5", "0.7", "1"}},
	"dag --min-epsilon": {base: onScores, good: []string{"5e-324", "0.5", "0.7", "1", "1e10"}},
	"dag --estimator":   {kind: "name", base: onScores, good: []string{"auto", "within"}},
	"dag --resamples":   {base: append([]string{"--estimator", "bootstrap"}, onScores...), good: []string{"1", "1000"}},
	"dag --score-min":   {base: onScores, good: []string{"0", "-1", "-0.1", "0.5", "0.7", "5e-324"}},
	"dag --score-max":   {base: onScores, good: []string{"0", "-0.1", "0.5", "0.7", "1", "5e-324", "1e10"}},
	"dag --fdr":         {base: onScores, good: []string{"0.5", "0.7", "5e-324"}},
	"dag --fwer":        {base: onScores, good: []string{"0.5", "0.7", "5e-324"}},
	"dag --repair":      {kind: "name", base: onScores, good: []string{"none", "drop", "alpha"}},
	"dag --form":        {kind: "name", base: onScores, good: []string{"drawn", "reduction", "closure"}},
	"dag --expert":      {kind: "input", good: []string{"expert.yaml"}},
	"dag --comparisons": {kind: "input", good: []string{"comparisons.csv"}},
	"dag --prior":       {base: onComparisons, good: []string{"0", "5e-324", "0.5", "0.7", "1", "1e10", "1e308"}},
	"dag --score":       {kind: "name", base: onExpert, good: []string{"any", "signed", "absolute", "range"}},
	"dag --format":      {kind: "name", base: onScores, good: []string{"table", "json", "dot"}},
	"dag --svg":         {kind: "file", base: onScores, good: []string{"new.svg", "file.svg", "NEW.SVG"}, bad: []string{"new.png", "new"}},
	"dag --out":         {kind: "file", base: onScores, good: []string{"new.svg", "result.json"}, bad: []string{"scores.csv", "./scores.csv", "link.csv", "folder.svg/../scores.csv"}},
	"dag --schema":      {kind: "name", good: []string{"expert", "dag"}},

	"lab --port":       {good: []string{"0", "1", "8888"}, bad: []string{"65536"}},
	"lab --no-browser": yesNo,
	"lab --no-xla":     yesNo,
	"lab --execute":    yesNo,
	"lab --check":      yesNo,
	"lab --setup":      yesNo,
	"lab --clean":      yesNo,
	"lab --listen":     {kind: "text", good: []string{"", "anything", "127.0.0.1", "0.0.0.0", "::1", "[::1]", "localhost"}, bad: []string{"no host", "256.1.1.1:x", "*", "-", "http://x"}},
	"lab --token-file": {kind: "input", bad: []string{"scores.csv"}},
	"lab --patience":   {good: []string{"1ns", "1s"}, bad: []string{"1h1ns"}},
	"lab --notebooks":  {kind: "folder", base: []string{"--execute"}, good: []string{".", "new", "a/b/c"}},
	"lab --html":       {kind: "folder", base: []string{"--execute"}, good: []string{"", ".", "new", "a/b/c"}},
	"lab --timeout":    {base: []string{"--execute"}, good: []string{"1s", "1ns", "2562047h47m16.854775807s"}},

	"bench --rows":    {good: []string{"step", "step,memory"}, bad: []string{"step,nonsense"}},
	"bench --peers":   {good: []string{"", "torch"}, bad: []string{"torch,nonsense"}},
	"bench --rounds":  {good: []string{"1", "5"}, bad: []string{"100001"}},
	"bench --slice":   {good: []string{"1ns", "1s"}, bad: []string{"1h1ns"}},
	"bench --backend": {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"bench --python":  {kind: "text", good: []string{"anything"}},
	"bench --out":     {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"bench --setup":   {kind: "text", good: []string{"anything"}},

	"doctor --backend":     {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"doctor --install-xla": yesNo,
	"doctor --sha256":      {kind: "name", base: []string{"--install-xla"}, good: []string{strings.Repeat("0a", 32)}, bad: []string{strings.Repeat("0a", 31), strings.Repeat("0g", 32)}},

	"ops --backend":  {kind: "name", good: []string{"go", "xla"}, runs: true},
	"ops --json":     yesNo,
	"ops --markdown": yesNo,

	"completion bash --no-descriptions":       yesNo,
	"completion fish --no-descriptions":       yesNo,
	"completion powershell --no-descriptions": yesNo,
	"completion zsh --no-descriptions":        yesNo,
}

// everyFlag calls f for every flag of every command, completion and help among them.
func everyFlag(f func(command []string, flag *pflag.Flag)) {
	root := newRootCommand()
	root.InitDefaultCompletionCmd()
	each(root, func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) { f(strings.Fields(cmd.CommandPath())[1:], flag) })
	})
}

// TestEveryFlag throws the extremes of its type at every flag of every command.
func TestEveryFlag(t *testing.T) {
	workplace(t)
	before, bad, good := tree(t), 0, 0
	try := func(command []string, row flagRow, values func(string) []string) {
		for _, value := range slices.Concat(extremes[row.kind], row.good, row.bad) {
			line := slices.Concat(command, row.base, values(value))
			a := settled(line...)
			if row.runs && a.code == exitDone {
				a = performed(line...)
			}
			if slices.Contains(row.good, value) {
				a.accepted(t)
				good++
			} else {
				if !row.runs || !a.failed() {
					a.refused(t)
				}
				bad++
			}
			if after := tree(t); after != before {
				t.Fatalf("%q touched a file:\n%s", a.args, after)
			}
		}
	}
	everyFlag(func(command []string, flag *pflag.Flag) {
		name := strings.Join(append(slices.Clone(command), "--"+flag.Name), " ")
		row, found := flagRows[name]
		switch {
		case flag.Name == "help":
			return // TestHelp
		case !found:
			t.Errorf("no row for igbo %s", name)
			return
		}
		if row.kind == "" {
			row.kind = flag.Value.Type()
		}
		if _, known := extremes[row.kind]; !known {
			t.Errorf("igbo %s: no extremes for the type %s", name, row.kind)
		}
		try(command, row, func(value string) []string { return []string{fmt.Sprintf("--%s=%s", flag.Name, value)} })
	})
	try([]string{"dag"}, flagRows["dag SCORES"], func(value string) []string { return []string{value} })
	t.Logf("%d bad values refused, %d good ones taken", bad, good)
}

// contradictions are command lines whose parts do not go together, or do not exist.
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
	"lab --execute --check", "lab --clean --setup", "lab stray", "lab --port 8888 --execute", "lab --timeout 1s",
}

// TestContradictions: parts that do not go together are refused as single ones are.
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

// TestFlagsStandAnywhere: before or after arguments.
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
		if a.code != exitDone || a.stdout == "" || a.stdout != first.stdout {
			t.Errorf("%s: exit code %d, %s, want the same output wherever flags stand", line, a.code, a.stderr)
		}
	}
}
