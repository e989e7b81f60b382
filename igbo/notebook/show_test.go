package notebook_test

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/notebook"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// programEnv is the environment variable with the program that a copy of the test binary runs.
const programEnv = "NOTEBOOK_TEST_PROGRAM"

// programs holds programs that end before their last line.
var programs = map[string]func(){
	"check":   func() { notebook.Check(errors.New("no data")) },
	"must":    func() { notebook.Must(os.ReadFile("/nothing/is/here")) },
	"engine":  func() { notebook.Engine() },
	"show":    func() { notebook.Show(plots.Lines(nil)) },
	"figures": func() { notebook.Show(broken{}) },
	"json":    func() { notebook.JSON(func() {}) },
	"chart":   func() { notebook.VegaLite("[1]") },
	"run":     func() { cfg := recurrence.DefaultConfig(); cfg.Alphas = nil; notebook.Run(cfg) },
	"interrupt": func() {
		notebook.Run(recurrence.DefaultConfig(), "twenty", "teachers")
	},
}

// TestMain runs a program if the test binary was started as one, and otherwise the tests.
func TestMain(m *testing.M) {
	program, ok := programs[os.Getenv(programEnv)]
	if !ok {
		os.Exit(m.Run())
	}
	program()
	fmt.Fprintln(os.Stderr, "not reached")
	os.Exit(0)
}

// start starts a program with a separate folder for its parts.
func start(t *testing.T, name string, env ...string) (cmd *exec.Cmd, reported func() string) {
	t.Helper()
	self := must.Of(os.Executable()).In(t)
	file := must.Of(os.Create(filepath.Join(t.TempDir(), "said"))).In(t)
	t.Cleanup(func() { _ = file.Close() })
	cmd = exec.Command(self)
	cmd.Dir, cmd.Stderr = t.TempDir(), file
	cmd.Env = append(append(os.Environ(), programEnv+"="+name, "GONB_TMP_DIR="+t.TempDir()), env...)
	must.Do(t, cmd.Start())
	return cmd, func() string {
		text, _ := os.ReadFile(file.Name())
		return string(text)
	}
}

// failed checks for exit status 1 after the error message and nothing else.
func failed(t *testing.T, name string, cmd *exec.Cmd, reported func() string, want string) {
	t.Helper()
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("%s ends with %v, want exit status 1", name, err)
	}
	if text := reported(); !strings.Contains(text, want) || strings.Contains(text, "not reached") || strings.Contains(text, "goroutine ") {
		t.Errorf("%s said %q, want %q", name, text, want)
	}
}

// TestEndsWithTheError checks that each program ends with its error, also if the error is a plain one.
func TestEndsWithTheError(t *testing.T) {
	for name, want := range map[string]string{
		"check": "no data", "must": "no such file", "engine": `unknown backend "tpu"`, "show": "plots: ", "figures": "no picture",
		"json": "notebook: showing func() as JSON: ", "chart": "notebook: showing a Vega-Lite chart: the specification must be a JSON object", "run": "recurrence: ",
	} {
		backend := map[bool]string{true: "tpu"}[name == "engine"]
		cmd, reported := start(t, name, "GOMLX_BACKEND="+backend)
		failed(t, name, cmd, reported, want)
	}
}

// TestRunIsInterrupted checks that an interrupt ends a study with a message.
func TestRunIsInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for a while")
	}
	cmd, reported := start(t, "interrupt", "GOMLX_BACKEND=")
	for deadline := time.Now().Add(time.Minute); !strings.Contains(reported(), "twenty teachers: ") && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	must.Do(t, cmd.Process.Signal(os.Interrupt))
	begun := time.Now()
	failed(t, "interrupt", cmd, reported, "notebook: interrupted")
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("it went on for %s", took)
	}
}

// sale is a row of a table.
type sale struct {
	What   string
	Price  float64
	Err    error
	hidden int
}

// broken is a result whose figures cannot be drawn.
type broken struct{}

func (broken) Tables() []tabulate.Table { return nil }

func (broken) Figures() ([]plots.Figure, error) { return nil, errors.New("no picture") }

// drawn is a result with figures that cannot fail.
type drawn struct{ figures []plots.Figure }

func (d drawn) Figures() []plots.Figure { return d.figures }

// tabled is a result that only has tables.
type tabled struct{}

func (tabled) Tables() []tabulate.Table {
	return []tabulate.Table{{Title: "rates", Header: []string{"a"}, Rows: [][]string{{"0.5"}}}}
}

// printed returns the output of showing values, in a separate folder.
func printed(t *testing.T, values ...any) string {
	t.Helper()
	t.Chdir(t.TempDir())
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = write
	defer func() { os.Stdout = stdout }()
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(read)
		text <- string(all)
	}()
	notebook.Show(values...)
	_ = write.Close()
	return <-text
}

// trained returns the result of a short training on four features.
func trained(t *testing.T) *igbo.Result {
	t.Helper()
	data := must.Of(igbo.Tabular([]string{"a", "b", "c", "d"}, [][]float64{{1, 2, 3, 4}, {2, 1, 0, 1}}, []float64{1, 2})).In(t)
	cfg := igbo.DefaultConfig()
	cfg.Epochs = 2
	return must.Of(igbo.Train(t.Context(), notebook.Engine(), cfg, data, nil)).In(t)
}

// TestShowPrints compares the printed text of values.
func TestShowPrints(t *testing.T) {
	bars := must.Of(plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{1}}})).In(t)
	order := must.Of(dag.New([]string{"rain", "wind"}, []dag.Edge{{U: 0, V: 1, Mu: 1, Sigma: 1, P: 0.75, Epsilon: 0.1, Delta: 0.25}},
		[]dag.Bound{{K: 1, Min: 0, Max: 0.5}}, nil)).In(
		t)

	large := mat.NewDense(100, 40, nil)
	large.Set(99, 39, 7.25)
	var none *igbo.Model
	result := trained(t)
	counts := map[int]string{}
	for i := range 40 {
		counts[i] = "zero"
	}
	for name, c := range map[string]struct {
		value any
		want  []string
	}{
		"figure":           {bars, []string{"wrote bars.png"}},
		"figures":          {[]plots.Figure{bars}, []string{"wrote bars.png"}},
		"charts":           {[]*plots.Chart{bars}, []string{"wrote bars.png"}},
		"gonum's plot":     {plot.New(), []string{"wrote plot.png"}},
		"a result":         {drawn{[]plots.Figure{bars}}, []string{"wrote bars.png"}},
		"tables":           {tabled{}, []string{"rates\na\n0.5\n"}},
		"a table":          {tabled{}.Tables(), []string{"rates\na\n0.5\n"}},
		"a graph":          {order, []string{"rain → wind  0.75  0.1  0.25", "0 ≤ H(wind) ≤ 0.5"}},
		"a matrix":         {mat.NewDense(1, 2, []float64{1, -2.5}), []string{"1 × 2", "1  −2.5"}},
		"a long list":      {make([]float64, 1000), []string{"[0 0", " … 800 more]"}},
		"a model":          {result.Model, []string{"linear", "parameters  5", "features D  4: a, b, c, d", "[4]", "order       none"}},
		"a training":       {result, []string{"parameters   5", "steps taken  2", "last step    L = "}},
		"a large matrix":   {large, []string{"100 × 40", "…", "⋮", "99", "7.25"}},
		"a vector":         {mat.NewVecDense(2, []float64{3, 4}), []string{"2 × 1", "3", "4"}},
		"a façade's type":  {igbo.DefaultConfig(), []string{"settings.Config", "BatchSize", "32"}},
		"settings":         {recurrence.DefaultConfig(), []string{"recurrence.Config", "Base", "\u2003Seeds", "\u2003\u2003Train", "1000", "[0.5 0.6"}},
		"information":      {igbo.Info(), []string{"igbolab", "vectors"}},
		"words":            {"two\nlines", []string{"two\nlines"}},
		"a number":         {3.5, []string{"3.5"}},
		"numbers":          {[]int{1, 2}, []string{"[1 2]"}},
		"a map":            {map[string]int{"b": 2, "a": 1}, []string{"2 in map[string]int", "a    1", "b    2"}},
		"a large map":      {counts, []string{"40 in map[int]string", "0    zero", "⋮", "39   zero"}},
		"no map":           {map[string]int{}, []string{"0 in map[string]int"}},
		"structs":          {[]sale{{"a", 1.23456, nil, 1}, {"b|<c>", -2, errors.New("no price"), 2}}, []string{"2 × 4 []notebook_test.sale", "What   Price  Err       hidden", "1.235  nil", "b|<c>  −2     no price  2"}},
		"pointers":         {[]*sale{{What: "a"}, nil}, []string{"2 × 4 []*notebook_test.sale", "nil"}},
		"many structs":     {make([]sale, 1000), []string{"1000 × 4", "⋮", "999"}},
		"no structs":       {[]sale{}, []string{"[]"}},
		"lists":            {[][]float64{{1, 2.5}, {-3, 1e-9}}, []string{"2 × 2", "−3", "1e-09"}},
		"ragged lists":     {[][]int{{1}, {}, {2, 3, 4}}, []string{"3 lists of 0 to 3", "2"}},
		"large lists":      {make([][]float64, 500), []string{"500 × 0", "⋮"}},
		"arrays":           {[2][2]bool{{true, false}}, []string{"2 × 2", "true"}},
		"durations":        {map[string]time.Duration{"a": time.Second}, []string{"a    1s"}},
		"an image":         {image.NewGray(image.Rect(0, 0, 30, 20)), []string{"image, 30 × 20 pixels"}},
		"no image":         {image.NewGray(image.Rectangle{}), []string{"image, 0 × 0 pixels"}},
		"a vast image":     {image.NewUniform(color.Black), []string{"image, "}},
		"a duration":       {3 * time.Second, []string{"3s"}},
		"no error":         {error(nil), []string{}},
		"no model":         {none, []string{"nil"}},
		"a list of tables": {[]tabulate.Table{{Header: []string{"x"}}, {Header: []string{"y"}}}, []string{"x\n", "y\n"}},
	} {
		text := printed(t, c.value)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if strings.Contains(text, "error") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if text := printed(t, "one", nil, error(nil), 2); text != "one\n2\n" {
		t.Errorf("several values: %q", text)
	}
}

// TestSettingsAreWhatTheyHold checks that tables of settings show each value in at most one line.
func TestSettingsAreWhatTheyHold(t *testing.T) {
	type inner struct {
		Words  []string
		hidden int
	}
	type outer struct {
		Name    string
		In      *inner
		Zero    inner
		When    time.Time
		Do, Not func()
		Any     any
		Long    []int
	}
	text := printed(t, &outer{Name: "a\nb", In: &inner{Words: []string{"<x>"}, hidden: 1}, When: time.Unix(0, 0).UTC(), Do: func() {}, Long: make([]int, 1000)})
	want := `&notebook_test.outer
field    value
Name     a b
In       
 Words   ["<x>"]
 hidden  1
Zero     {Words:nil hidden:0}
When     1970-01-01 00:00:00 +0000 UTC
Do       func() notebook_test.TestSettingsAreWhatTheyHold.func1
Not      nil
Any      nil
Long     [0 0 0 0 0 0 0 0 … 992 more]
`
	if want = strings.ReplaceAll(want, "\n ", "\n\u2003"); text != want {
		t.Errorf("%s, want %s", text, want)
	}
	for line := range strings.Lines(text) {
		if len([]rune(line)) > 120 {
			t.Errorf("a line of %d characters", len(line))
		}
	}
}
