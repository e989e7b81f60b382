// Agreement holds what two builds of this program compute beside each other: that for this machine and that for js/wasm.
//
//	go run .ci/agreement.go                   prints numbers and digests, one name a line
//	go run .ci/agreement.go NATIVE OTHER      compares two such lists: numbers to 1e-12 of the largest of their list, digests of figures
//	                                          and keys to the last bit
//
// Numbers are those of training and scoring in 64-bit floats, with orders, rules and figures that are made of them. Keys are those that
// results of studies and verdicts are kept by: a browser finds by them what was found where its site was made.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study/catalog"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/plots"
)

func main() {
	log.SetFlags(0)
	switch len(os.Args) {
	case 1:
		compute()
	case 3:
		compareLists(os.Args[1], os.Args[2])
	default:
		log.Fatal("expected no argument, or two lists")
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// numbers prints a list of numbers.
func numbers(name string, values ...float64) {
	fmt.Print(name)
	for _, v := range values {
		fmt.Print(" ", strconv.FormatFloat(v, 'g', -1, 64))
	}
	fmt.Println()
}

// figure prints the digests of a figure.
func figure(f plots.Figure, err error) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("figure-%s svg:%x png:%x\n", f.FigureName(), sha256.Sum256(must(f.SVG())), sha256.Sum256(must(f.PNG())))
}

// keys prints the digest of the cells of a study.
func keys(name string, cells []string, err error) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("keys-%s %d:%x\n", name, len(cells), sha256.Sum256([]byte(strings.Join(cells, ""))))
}

// keep prints the keys of the studies with their default settings, and of a verdict on a table with a category.
func keep(ctx context.Context) {
	for _, d := range catalog.Studies() {
		cells, err := d.New().Digests()
		keys(d.Name, cells, err)
	}
	penguins, spec := datasets.Penguins(), encode.DefaultSpec("body_mass_g")
	spec.Missing, spec.MissingTarget = encode.DropRow, encode.DropRow
	t := must(table.ReadFrom(ctx, penguins.Name, penguins.Reader(), table.DefaultReadOptions()))
	asked, _, err := compare.Ask(models.LinearSpec(), t, spec, "ranks: [[flipper_length_mm, species]]")
	if err != nil {
		log.Fatal(err)
	}
	plan := &workflow.Plan{}
	_, err = asked.Cells(plan)
	keys("verdict", plan.Digests(), err)
}

func compute() {
	engine, _, err := backend.Select("go")
	if err != nil {
		log.Fatal(err)
	}
	keep(context.Background())
	ctx, scored := context.Background(), teacherstudent.ScoresConfig{Base: teacherstudent.DefaultConfig(), Points: 256}
	h := must(teacherstudent.Scores(ctx, engine, scored, nil))
	numbers("teacher-scores", mat.DenseCopyOf(h).RawMatrix().Data...)
	sets := must(datasets.TeacherStudent(datasets.DefaultTeacherStudentConfig(), 1))
	data := must(igbo.Tabular(sets.Train.Features, sets.Train.X, sets.Train.Y))
	options := dag.DefaultOptions()
	options.Features = data.Features
	order := must(dag.Build(h, options))
	var drawn []plots.DAGEdge
	for _, e := range order.Edges {
		numbers(fmt.Sprintf("edge-%d-%d", e.U, e.V), e.P, e.Epsilon, e.Delta, e.Mu, e.Sigma)
		drawn = append(drawn, plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta})
	}
	for _, spec := range []models.Spec{models.LinearSpec(), models.MLPSpec(models.DefaultMLPConfig())} {
		name := string(spec.Kind)
		cfg := igbo.DefaultConfig()
		cfg.Model, cfg.DType, cfg.Epochs, cfg.Standardize = spec, "float64", 2, true
		r := must(igbo.Train(ctx, engine, cfg, data, order))
		numbers(name+"-predictions", must(r.Model.Predict(data))...)
		numbers(name+"-scores", must(r.Model.Scores(data)).RawMatrix().Data...)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	g1, g2 := make([]float64, 40), make([]float64, 40)
	for i := range g1 {
		g1[i], g2[i] = rng.NormFloat64(), rng.NormFloat64()-g1[i]/2
	}
	for _, lambda := range []float64{0.1, 0.5, 0.9} {
		numbers(fmt.Sprintf("P-%v", lambda), projection.P(g1, g2, lambda)...)
	}
	figure(plots.DAG(order.Features, drawn))
	figure(plots.ImportanceBars(order.Features, []plots.BarSeries{plots.ColumnMeans("teacher", h)}))
	d := make([]float64, 256)
	for i := range d {
		d[i] = h.At(i, 3) - h.At(i, 8)
	}
	mu, sigma := stat.MeanStdDev(d, nil)
	figure(plots.Density(plots.Difference{U: "x4", V: "x9", Values: d, Mu: mu, Sigma: sigma}, 0.7))
	figure(plots.Geometry([]float64{1, 0}, []float64{-0.5, 0.9}, []plots.Direction{{Name: "P", V: projection.P([]float64{1, 0}, []float64{-0.5, 0.9}, 0.5)}}))
}

// list reads what compute has printed.
func list(path string) (names []string, values map[string][]string) {
	file := must(os.Open(path))
	defer file.Close()
	values = map[string][]string{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		names, values[words[0]] = append(names, words[0]), words[1:]
	}
	if err := lines.Err(); err != nil || len(names) == 0 {
		log.Fatalf("%s: %d names (%v)", path, len(names), err)
	}
	return names, values
}

func compareLists(native, other string) {
	names, a := list(native)
	same, b := list(other)
	if len(names) != len(same) {
		log.Fatalf("%d names, expected %d", len(same), len(names))
	}
	count, different, apart, worst, at, figures, failed := 0, 0, 0, 0.0, "", 0, false
	for _, name := range names {
		if len(a[name]) != len(b[name]) {
			log.Fatalf("%s: %d values, expected %d", name, len(b[name]), len(a[name]))
		}
		largest, exact := 0.0, strings.HasPrefix(name, "figure-") || strings.HasPrefix(name, "keys-")
		if !exact {
			for _, x := range a[name] {
				largest = math.Max(largest, math.Abs(must(strconv.ParseFloat(x, 64))))
			}
		}
		for i, x := range a[name] {
			y := b[name][i]
			if exact {
				figures++
				if x != y {
					fmt.Printf("%s: %.12s is another one, expected %.12s\n", name, y, x)
					failed = true
				}
				continue
			}
			count++
			if x == y {
				continue
			}
			different++
			u, v := must(strconv.ParseFloat(x, 64)), must(strconv.ParseFloat(y, 64))
			gap := math.Abs(u - v)
			if !(gap <= 1e-12*math.Max(math.Abs(u), math.Abs(v))) {
				apart++
			}
			if !(gap/largest <= worst) {
				worst, at = gap/largest, name
			}
		}
	}
	fmt.Printf("%d numbers, %d of them in other bits, %d apart by more than 1e-12 of themselves, none by more than %.2g of the largest of its list (%s); %d pictures and keys\n",
		count, different, apart, worst, at, figures)
	if failed || !(worst <= 1e-12) {
		os.Exit(1)
	}
}
