package main

import "strings"

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
}

var (
	onScores      = []string{"scores.csv"}
	onExpert      = []string{"--expert", "expert.yaml"}
	onComparisons = []string{"--comparisons", "comparisons.csv"}
	onTable       = []string{"scores.csv", "--target", "a", "--out", "new"}
	onModel       = []string{"folder.svg", "scores.csv"}
	aColumn       = flagRow{kind: "text", base: onTable, good: []string{"anything"}}
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

	"study run --full":              {base: []string{"recurrence"}, good: []string{"false"}}, // a study without a full design
	"study run --seeds":             {base: []string{"recurrence"}, good: []string{"1"}},
	"study run --set":               {kind: "text", base: []string{"recurrence"}, good: []string{"base.alpha=0.6", "alphas=0.5,0.7", "base.attribution.score=absolute"}, bad: []string{"base.alpha=2", "nonsense=1", "base.alpha=x", "=", "base.alpha.x=1"}},
	"study run --backend":           {kind: "name", base: []string{"recurrence"}, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"study run --out":               {kind: "folder", base: []string{"recurrence"}, good: []string{".", "new", "a/b/c"}},
	"study run --checkpoint-every":  {base: []string{"recurrence"}, good: []string{"0", "1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"study run --json":              {base: []string{"recurrence"}, good: []string{"true", "false"}},
	"study run --quiet":             {base: []string{"recurrence"}, good: []string{"true", "false"}},
	"study show --format":           {kind: "name", base: []string{"study"}, good: []string{"text", "markdown", "csv", "json"}},
	"study plan --full":             {base: []string{"recurrence"}, good: []string{"false"}}, // a study without a full design
	"study plan --seeds":            {base: []string{"recurrence"}, good: []string{"1"}},
	"study plan --set":              {kind: "text", base: []string{"recurrence"}, good: []string{"base.alpha=0.6", "alphas=0.5,0.7", "base.attribution.score=absolute"}, bad: []string{"base.alpha=2", "nonsense=1", "base.alpha=x", "=", "base.alpha.x=1"}},
	"study plan --backend":          {kind: "name", base: []string{"recurrence"}, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"study plan --engine":           {kind: "name", base: []string{"recurrence"}, good: []string{"slurm"}},
	"study plan --tasks":            {base: []string{"recurrence"}, good: []string{"1", "20"}},
	"study plan --at-once":          {base: []string{"recurrence"}, good: []string{"0", "1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"study plan --cpus":             {base: []string{"recurrence"}, good: []string{"1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"study plan --time":             {kind: "text", base: []string{"recurrence"}, good: []string{"", "90", "02:00:00", "1-12"}, bad: []string{"1\n2", "1 hour", "-1", "1:2:3:4"}},
	"study plan --option":           {kind: "text", base: []string{"recurrence"}, good: []string{"--mem=2G", "--comment=a b", "-v"}, bad: []string{"--a\nb", "", "mem=2G"}},
	"study plan --dir":              {kind: "folder", base: []string{"recurrence"}, good: []string{".", "new", "a/b/c"}},
	"study plan --out":              {kind: "file", base: []string{"recurrence"}, good: []string{"new.svg", "file.svg"}, bad: []string{"folder.svg"}},
	"study task --full":             {base: []string{"0/2", "recurrence"}, good: []string{"false"}}, // a study without a full design
	"study task --seeds":            {base: []string{"0/2", "recurrence"}, good: []string{"1"}},
	"study task --set":              {kind: "text", base: []string{"0/2", "recurrence"}, good: []string{"base.alpha=0.6", "alphas=0.5,0.7", "base.attribution.score=absolute"}, bad: []string{"base.alpha=2", "nonsense=1", "base.alpha=x", "=", "base.alpha.x=1"}},
	"study task --backend":          {kind: "name", base: []string{"0/2", "recurrence"}, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"study task --dir":              {kind: "folder", base: []string{"0/2", "recurrence"}, good: []string{".", "new", "a/b/c"}},
	"study task --checkpoint-every": {base: []string{"0/2", "recurrence"}, good: []string{"0", "1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"study task --quiet":            {base: []string{"0/2", "recurrence"}, good: []string{"true", "false"}},
	"study gather --full":           {base: []string{"recurrence"}, good: []string{"false"}}, // a study without a full design
	"study gather --seeds":          {base: []string{"recurrence"}, good: []string{"1"}},
	"study gather --set":            {kind: "text", base: []string{"recurrence"}, good: []string{"base.alpha=0.6", "alphas=0.5,0.7", "base.attribution.score=absolute"}, bad: []string{"base.alpha=2", "nonsense=1", "base.alpha=x", "=", "base.alpha.x=1"}},
	"study gather --backend":        {kind: "name", base: []string{"recurrence"}, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"study gather --dir":            {kind: "folder", base: []string{"recurrence"}, good: []string{".", "new", "a/b/c"}},
	"study gather --out":            {kind: "folder", base: []string{"recurrence"}, good: []string{".", "new", "a/b/c"}},
	"study gather --tasks":          {base: []string{"recurrence"}, good: []string{"0", "1", "9223372036854775807", "9223372036854775806", "4611686018427387904", "100000000000"}},
	"study gather --script":         {kind: "text", base: []string{"recurrence"}, good: []string{"a.sh", "anything"}, bad: []string{""}},
	"study gather --foreign":        {base: []string{"recurrence"}, good: []string{"true", "false"}},
	"study gather --json":           {base: []string{"recurrence"}, good: []string{"true", "false"}},
	"study gather --quiet":          {base: []string{"recurrence"}, good: []string{"true", "false"}},

	"dag SCORES":        {kind: "input", good: []string{"scores.csv", "link.csv", "-"}},
	"dag --alpha":       {base: onScores, good: []string{"0.5", "0.7"}},
	"dag --batch":       {base: onScores, good: []string{"1", "32"}},
	"dag --batches":     {base: onScores, good: []string{"0", "1", "50"}},
	"dag --seed":        {base: onScores, good: []string{"0", "18446744073709551615"}},
	"dag --r":           {base: onScores, good: []string{"0", "5e-324", "0.5", "0.7", "1"}},
	"dag --min-epsilon": {base: onScores, good: []string{"5e-324", "0.5", "0.7", "1", "1e10"}},
	"dag --estimator":   {kind: "name", base: onScores, good: []string{"auto", "within"}},
	"dag --inflate":     {base: onScores, good: []string{"0", "5e-324", "0.5", "0.7", "1"}},
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

	"train --target":   {kind: "text", base: []string{"scores.csv", "--out", "new"}, good: []string{"anything"}},
	"train --out":      {kind: "folder", base: onTable[:3], good: []string{"new", "a/b/c"}, bad: []string{"study"}},
	"train --order":    {kind: "input", base: onTable, good: []string{"expert.yaml"}},
	"train --teacher":  {kind: "input", base: onTable, bad: []string{"scores.csv", "study"}},
	"train --gate":     {base: append([]string{"--order", "expert.yaml"}, onTable...), good: []string{"true", "false"}},
	"train --classes":  {base: onTable, good: []string{"true", "false"}},
	"train --model":    {kind: "name", base: onTable, good: []string{"linear", "mlp"}, bad: []string{"gru"}},
	"train --hidden":   {kind: "int", base: append([]string{"--model", "mlp"}, onTable...), good: []string{"1", "32,16"}, bad: []string{"1,0"}},
	"train --features": {base: onTable, good: []string{"nonsense", "x,y"}},
	"train --drop":     {base: onTable, good: []string{"nonsense", "x,y"}},
	"train --key":      aColumn,
	"train --weight":   aColumn,
	"train --group":    aColumn,
	"train --time":     {kind: "text", base: append([]string{"--repeats", "1"}, onTable...), good: []string{"anything"}},
	"train --missing":  {kind: "name", base: onTable, good: []string{"refuse", "drop", "mean", "median+indicator", "own"}},
	"train --dates":    {base: onTable, good: []string{"days", "year,day-of-year"}},
	"train --folds":    {base: onTable, good: []string{"2", "10"}},
	"train --repeats":  {base: onTable, good: []string{"1", "10"}},
	"train --steps":    {base: onTable, good: []string{"1", "1000"}},
	"train --seed":     {base: onTable, good: []string{"-1", "0", "9223372036854775807", "-9223372036854775808"}},
	"train --set":      {kind: "text", base: onTable, good: []string{"lambda.value=0.2", "optimizer.learning_rate=0.1", "penalties=0.1,1"}, bad: []string{"anything=", "nonsense=1", "level=2", "inner_folds=1", "attribution.score=none"}},
	"train --backend":  {kind: "name", base: onTable, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"train --json":     {base: onTable, good: []string{"true", "false"}},
	"train --quiet":    {base: onTable, good: []string{"true", "false"}},

	"predict --out":     {kind: "file", base: onModel, good: []string{"new.svg", "result.json"}, bad: []string{"scores.csv", "link.csv"}},
	"predict --backend": {kind: "name", base: onModel, good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},

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
	"lab --fresh":      yesNo,
	"lab --export":     {kind: "name", good: []string{"clean", "html", "slides"}, bad: []string{"pdf", "HTML"}},
	"lab --solutions":  {base: []string{"--export", "clean"}, good: []string{"true", "false"}},
	"lab --out":        {kind: "folder", base: []string{"--execute"}, good: []string{".", "new", "a/b/c"}},
	"lab --parameter":  {kind: "text", base: []string{"--execute"}, good: []string{"seeds=20", "name=", "a=b=c"}, bad: []string{"=", "=5", "seeds", "1a=5", "a b=5"}},
	"lab --timeout":    {base: []string{"--execute"}, good: []string{"1s", "1ns", "2562047h47m16.854775807s"}},

	"kernel install --user":       yesNo,
	"kernel install --sys-prefix": yesNo,
	"kernel install --prefix":     {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"kernel install --home":       {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"kernel install --source":     {kind: "folder", bad: []string{".", "new", "a/b/c"}},
	"kernel install --no-xla":     yesNo,
	"kernel list --prefix":        {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"kernel remove --user":        yesNo,
	"kernel remove --sys-prefix":  yesNo,
	"kernel remove --prefix":      {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"kernel remove --home":        {kind: "folder", base: []string{"--all"}, good: []string{".", "new", "a/b/c"}},
	"kernel remove --all":         yesNo,
	"kernel check --home":         {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"kernel check --runs":         {good: []string{"1", "1000"}, bad: []string{"1001"}},
	"kernel run --home":           {kind: "folder", base: onScores, good: []string{".", "new", "a/b/c"}},
	"kernel run --no-xla":         {base: onScores, good: []string{"true", "false"}},
	"kernel run --link-xla":       {base: onScores, good: []string{"true", "false"}},

	"bench --rows":     {good: []string{"step", "step,memory"}, bad: []string{"step,nonsense"}},
	"bench --peers":    {good: []string{"", "torch"}, bad: []string{"torch,nonsense"}},
	"bench --rounds":   {good: []string{"1", "5"}, bad: []string{"100001"}},
	"bench --slice":    {good: []string{"1ns", "1s"}, bad: []string{"1h1ns"}},
	"bench --backend":  {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"bench --patience": {good: []string{"1ns", "1s", "24h"}, bad: []string{"24h1ns"}},
	"bench --python":   {kind: "text", good: []string{"anything"}},
	"bench --out":      {kind: "folder", good: []string{".", "new", "a/b/c"}},
	"bench --setup":    {kind: "text", good: []string{"anything"}},

	"doctor --backend":     {kind: "name", good: []string{"", "go"}, bad: []string{"go:parallelism=-5"}},
	"doctor --install-xla": yesNo,
	"doctor --remove-xla":  yesNo,
	"doctor --self-test":   yesNo,
	"doctor --from-wheel":  {base: []string{"--install-xla"}, good: []string{"true", "false"}},
	"doctor --index":       {kind: "text", base: []string{"--install-xla", "--from-wheel"}, good: []string{"anything"}},
	"doctor --sha256":      {kind: "name", base: []string{"--install-xla"}, good: []string{strings.Repeat("0a", 32)}, bad: []string{strings.Repeat("0a", 31), strings.Repeat("0g", 32)}},

	"ops --backend":  {kind: "name", good: []string{"go", "xla"}},
	"ops --json":     yesNo,
	"ops --markdown": yesNo,

	"completion bash --no-descriptions":       yesNo,
	"completion fish --no-descriptions":       yesNo,
	"completion powershell --no-descriptions": yesNo,
	"completion zsh --no-descriptions":        yesNo,
}
