package catalog

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"
)

// short are settings that make each study one of seconds.
var short = map[string][]string{
	"teacher-student":          {"seeds=2", "epochs=2", "attribution.points=2"},
	"teacher-student-absolute": {"seeds=2", "epochs=2", "attribution.points=2"},
	"ablation":                 {"base.seeds=2", "base.epochs=2", "base.attribution.points=2", "alphas=0.5,0.99", "lambdas=0.5", "rs=1"},
	"pareto":                   {"base.seeds=2", "base.epochs=2", "steps=2", "start_steps=20", "rules=paper,mgda", "lambdas=0.9,0.1"},
	"recurrence":               {"base.seeds=2", "base.epochs=2", "base.attribution.points=2"},
	"sequences": {"seeds=2", "epochs=1", `models=[{"kind":"gru","gru":{"hidden":4}}]`,
		"task.samples=64", "task.steps=8", "task.from=0,0,5,2,0,0", "task.to=8,2,8,5,0,0", "output=7", "attributed=8"},
	"weather":         {"seeds=2", "epochs=1", "train_stride=200", "window=12", "burn_in=3", "network.hidden=4"},
	"learning-curves": {"base.epochs=2", "base.attribution.points=2", "epochs=3"},
	"black-box":       {"sets=weather", "seeds=2", "sizes=16", "test=50", "steps=20", "queries=16"},
	"convergence":     {"steps=100"},
	"noise":           {"draws=1000"},
	"calibration":     {"seeds=2", "repetitions=2", "resamples=20", "limits.batches=100"},

	"wrong-prior": {"seeds=2", "samples=8", "swaps=0,-2", "steps=3"},
	"few-samples": {"seeds=2", "networks=2", "test=20", "steps=3", "network_steps=3", "hidden=3",
		`cases=[{"name":"a","samples":8,"noise":1,"truth":"linear","decay":0.7,"r":1,"methods":["unconstrained","ridge","best ridge*","IGBO, intervals"]},` +
			`{"name":"b","samples":12,"noise":1,"truth":"mixed","decay":0.7,"r":1,"networks":true,"methods":["unconstrained","ridge","IGBO, order only"]}]`},

	"compression": {"seeds=2", "test=10", "taught=40", "batch=20", "epochs=2", "teacher.hidden=5", "points=2", "kept=0.5", "order.batch_size=6", "order.batches=10",
		`settings=[{"name":"few","samples":12,"features":3,"decline":0.5,"noise":0.3,"correlation":0}]`,
		`students=[{"name":"linear","network":{"model":{"kind":"linear"},"epochs":2,"batch":6,"learning_rate":0.01,"weight_decay":0,"points":2,"rule":"paper","lambda":0.5},` +
			`"methods":[{"name":"labels","weight_decays":[0]},{"name":"labels, then order only","weight_decays":[0]}]}]`},
	"shortcut": {"seeds=2", "test=10", `settings=[{"name":"linear","student":{"name":"linear","network":{"model":{"kind":"linear"},"epochs":2,"batch":10,"learning_rate":0.01,` +
		`"weight_decay":0,"points":2,"rule":"paper","lambda":0.5},"loss":"squared","steps":1,"methods":[{"name":"unconstrained","strengths":[0]},{"name":"cap","strengths":[0.02]}]},` +
		`"samples":20,"features":2,"shortcut":0.5,"noise":0.5}]`},

	"oracle-front":    {"laws=ring", "seeds=2", "samples=200", "rules=paper,weighted-sum", "lambdas=0.5,0.1", "assessor.steps=100", "oracle.steps=4", "oracle.batch=8", "pairs=10", "looks=10"},
	"oracle-path":     {"curve.networks=2", "curve.epochs=2", "curve.samples=60", "curve.points=12", "anchors=1,3", "wave.samples=40", "wave.steps=8", "wave.period=4", "contrastive.steps=3", "contrastive.window=4", "oracle.steps=3"},
	"oracle-training": {"seeds=2", "steps=2", "oracle.steps=2", "oracle.hidden=8", "oracle.state=4", "oracle.points=4", "oracle_points=60", "anchors=3", "points=4", "network.hidden=4", "test=20"},
	"real-data":       {`sets=["penguins, mass"]`, "sizes=10", "centre=10", "draws=2", "around=1", "network_draws=1", "test=30", "steps=3", "signed_steps=2", "network_steps=2", "network_points=2", `network_sets=["anes96, vote"]`, `shortcut.sets=["anes96, vote"]`, "shortcut.samples=20"},
	"credit": {"seeds=2", "networks=2", "around=2", "steps=2", "network_steps=16", "hidden=2", "units=2", "length=2", "burn=4", "sweeps=16",
		`cases=[{"name":"a","kind":"linear","truth":"linear","samples":16,"noise":1},{"name":"b","kind":"additive","truth":"mixed","samples":12,"noise":1},{"name":"c","kind":"network","truth":"mixed","samples":12,"noise":1},{"name":"d","kind":"GRU","truth":"linear","samples":12,"noise":1}]`},
	"shift":               {`shifts=["airlines, cost","carriers, delay on arrival"]`, "twins=true", "draws=2", "burn=5", "sweeps=8", "steps=2"},
	"out-of-distribution": {"networks=2", "epochs=2", "samples=100", "points=4"},
	"oracle": {"laws=ring", "seeds=2", "samples=200", "pairs=4", "probed=2", "elsewhere=1", "epochs=2", "baselines=2", "anchors=2", "coarse=6", "fine=6",
		"gan.steps=60", "contrastive.steps=100", "oracle.steps=4", "relaxed.steps=3", "looks=10", "draws=1"},
}

// brief is a study with its short settings.
func brief(t *testing.T, d study.Definition) *study.Instance {
	t.Helper()
	settings, ok := short[d.Name]
	if !ok {
		t.Fatalf("no short settings for %s", d.Name)
	}
	i := d.New()
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		must.Do(t, study.Set(i.Settings, key, value))
	}
	return i
}

func backendOf(t *testing.T, d study.Definition) compute.Backend {
	if !d.NeedsBackend {
		return nil
	}
	return backendtest.Open(t)
}

// eachStudy runs a test for every study.
func eachStudy(t *testing.T, f func(t *testing.T, d study.Definition)) {
	each(t, Studies(), f)
}

// each runs a test for each of the studies.
func each(t *testing.T, studies []study.Definition, f func(t *testing.T, d study.Definition)) {
	for _, d := range studies {
		t.Run(d.Name, func(t *testing.T) { f(t, d) })
	}
}

// TestDefaultsMakeSense: the settings that everybody begins with are valid, and
// every study says what it asks, has names that are told apart, and cells.
func TestDefaultsMakeSense(t *testing.T) {
	seen := map[string]bool{}
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := d.New()
		if err := i.Validate(); err != nil {
			t.Error(err)
		}
		if n, err := i.Cells(); err != nil || n < 1 {
			t.Errorf("%d cells, %v", n, err)
		}
		if seen[d.Name] || !strings.HasSuffix(d.Question, "?") {
			t.Errorf("question %q, name taken %t", d.Question, seen[d.Name])
		}
		seen[d.Name] = true
		if found, err := Find(d.Name); err != nil || found.Question != d.Question {
			t.Errorf("Find gives %q, %v", found.Name, err)
		}
		if d.Seeds != "" {
			if err := i.SetSeeds(3); err != nil {
				t.Error(err)
			}
			if err := i.SetSeeds(0); err == nil {
				err = i.Validate()
				if err == nil {
					t.Error("0 seeds are accepted")
				}
			}
		}
	})
	if _, err := Find("luck"); err == nil || !strings.Contains(err.Error(), "teacher-student, teacher-student-absolute, ablation") {
		t.Errorf("error %v, want one that names the studies", err)
	}
}

// runs has what each study finds at its short settings, by its name.
var runs = map[string]study.Result{}

// found is what a study finds at its short settings on the tests' backend, where nothing is kept: it runs once for all tests.
func found(t *testing.T, d study.Definition) study.Result {
	t.Helper()
	if r, ok := runs[d.Name]; ok {
		return r
	}
	r := must.Of(brief(t, d).Run(t.Context(), backendOf(t, d), study.Options{Unkept: true})).In(t)
	runs[d.Name] = r
	return r
}

// TestReadAgain: the JSON of a result is read as what was found, and its tables and figures can be shown.
func TestReadAgain(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		text := encoded(t, found(t, d))
		back, err := d.Read(text)
		if err != nil || !bytes.Equal(encoded(t, back), text) || !reflect.DeepEqual(back, found(t, d)) {
			t.Errorf("another result is read from the JSON, %v", err)
		}
		shows(t, back, d.Committed() == nil) // else TestCommittedResults draws the points of its figures
	})
}

func encoded(t *testing.T, result study.Result) []byte {
	t.Helper()
	text := must.Of(study.MarshalJSON(result)).In(t)
	return text
}

// bare are the tables that say all by their titles and headers.
var bare = []string{
	"points", "networks", "few-samples-goals", "few-samples-orders", "wrong-prior-gates", "wrong-prior-goals", "black-box-predictions", "black-box-teachers",
}

// shows checks the tables and figures of a result: whole, and told apart; as pictures of points where that is asked for.
func shows(t *testing.T, result study.Result, points bool) {
	t.Helper()
	names := map[string]bool{}
	for _, table := range result.Tables() {
		if names[table.Name] || table.Name == "" || table.Title == "" || len(table.Rows) == 0 {
			t.Errorf("table %q, %q, with %d rows, name taken %t", table.Name, table.Title, len(table.Rows), names[table.Name])
		}
		if len(table.Notes) == 0 && !slices.Contains(bare, table.Name) {
			t.Errorf("table %q has no notes", table.Name)
		}
		names[table.Name] = true
		for _, rows := range [][][]string{append([][]string{table.Header}, table.Rows...), table.Data} {
			for _, row := range rows {
				if len(row) != len(rows[0]) {
					t.Errorf("table %s: a row of %d in a table of %d columns: %q", table.Name, len(row), len(rows[0]), row)
				}
			}
		}
	}
	figures, err := result.Figures()
	if err != nil || len(figures) == 0 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	drawn := map[string]bool{}
	for _, f := range figures {
		svg, err := f.SVG()
		if err != nil || !bytes.Contains(svg, []byte("<svg")) || drawn[f.FigureName()] {
			t.Errorf("figure %q: %d bytes, name taken %t, %v", f.FigureName(), len(svg), drawn[f.FigureName()], err)
		}
		if points {
			if picture, err := f.PNG(); err != nil || len(picture) == 0 {
				t.Errorf("figure %q: %d bytes of PNG, %v", f.FigureName(), len(picture), err)
			}
		}
		drawn[f.FigureName()] = true
	}
}

// TestSettingsThroughJSON: settings that were written are read as they were, so
// that a result says exactly what ran.
func TestSettingsThroughJSON(t *testing.T) {
	eachStudy(t, func(t *testing.T, d study.Definition) {
		i := brief(t, d)
		text := must.Of(study.MarshalJSON(i.Settings)).In(t)
		back := reflect.New(reflect.TypeOf(i.Settings).Elem()).Interface()
		if err := study.UnmarshalJSON(text, back); err != nil || !reflect.DeepEqual(back, i.Settings) {
			t.Errorf("read %+v, %v, want %+v", back, err, i.Settings)
		}
	})
}
