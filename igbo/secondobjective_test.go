package igbo

import (
	"path/filepath"
	"reflect"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/train"
	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// withShy returns the settings of a training on both objectives of modeltest.Shy.
func withShy(t *testing.T) (cfg Config, data, held Data) {
	cfg, all, _ := modeltest.Small(t)
	cfg.Model, cfg.Function = models.CustomSpec("shy"), attribution.Unmasked(modeltest.Shy)
	cfg.Rule, cfg.Epochs, cfg.DType, cfg.Optimizer = "weighted-sum", 12, "float64", Optimizer{Name: "sgd", LearningRate: 0.05}
	return cfg, all.Part(0, 40), all.Part(40, 64)
}

// TestEarlyStoppingWatchesAFunctionsOwnObjective checks that the monitored sum contains the task
// loss and the function's own objective, and that interruptions do not change the result.
func TestEarlyStoppingWatchesAFunctionsOwnObjective(t *testing.T) {
	cfg, data, held := withShy(t)
	cfg.EarlyStopping = EarlyStopping{Data: held, Patience: 3, Monitor: MonitorSum}
	r := mustTrain(t, cfg, data, nil)
	if r.BestStep == 0 || r.History.Steps[0].SecondLoss == 0 {
		t.Errorf("best step %d, second loss %g", r.BestStep, r.History.Steps[0].SecondLoss)
	}
	if got := outcomeOf(t, interrupted(t, cfg, data, nil)); !reflect.DeepEqual(got, outcomeOf(t, r)) {
		t.Error("interrupted it ends otherwise")
	}
	cfg.EarlyStopping.MinImprovement = 1e6 // applies to the sum of both losses: only the first evaluation is an improvement
	if r := mustTrain(t, cfg, data, nil); r.Stopped == "" || r.BestStep != 2 {
		t.Errorf("stopped %q, best step %d", r.Stopped, r.BestStep)
	}
}

// TestLambdaFollowsAFunctionsOwnObjective checks that λ by validation uses the function's own
// objective instead of a DAG.
func TestLambdaFollowsAFunctionsOwnObjective(t *testing.T) {
	cfg, data, held := withShy(t)
	cfg.Lambda = train.Lambda{Kind: train.Validation, Value: 0.5, Rate: 0.1, Floor: 0.05}
	cfg.EarlyStopping = EarlyStopping{Data: held}
	steps := mustTrain(t, cfg, data, nil).History.Steps
	if last := steps[len(steps)-1].Lambda; last == 0.5 {
		t.Errorf("λ stays at %g", last)
	}
}

// TestTwoSecondObjectivesAreRefused checks that a DAG with constraints and a function's own
// objective are incompatible.
func TestTwoSecondObjectivesAreRefused(t *testing.T) {
	cfg, data, _ := withShy(t)
	_, _, d := modeltest.Small(t)
	wantError(t, cfg, data, d, "sets a second objective (train.SetSecondLoss), but the DAG has constraints")
	empty := must.Of(dag.New(data.Features, nil, nil, nil)).In(t)
	mustTrain(t, cfg, data, empty)
}

// bent is a path with a name; halfway is a path without one.
type bent struct{ attribution.PiecewiseLinear }

func (bent) Name() string { return "bent" }

func halfway() attribution.PiecewiseLinear {
	return attribution.PiecewiseLinear{Anchors: func(x, baseline *Node) []*Node {
		return []*Node{Mul(Add(x, baseline), ConstAs(x, 0.75))}
	}}
}

// TestASavedModelNamesItsPath checks models with a custom path, which is code and is not saved. The
// loaded model knows the path's name and predicts, but attributes only after it gets a path. Saving
// it again preserves the name. A resume with another path is rejected.
func TestASavedModelNamesItsPath(t *testing.T) {
	cfg, data, d := modeltest.Small(t)
	cfg.Epochs = 2
	cfg.Attribution.Path = bent{halfway()}
	b, dir := backendtest.Open(t), filepath.Join(t.TempDir(), "model")
	trained := mustTrain(t, cfg, data, d).Model
	must.Do(t, trained.Save(dir))
	loaded := must.Of(Load(b, dir)).In(t)
	if err := loaded.Save(dir); err != nil { // the name is preserved
		t.Fatal(err)
	}
	loaded = must.Of(Load(b, dir)).In(t)
	if _, err := loaded.Predict(data); err != nil {
		t.Error(err)
	}
	const want = `the path "bent" of the model's attributions was not saved (set Config.Attribution.Path to it, or to attribution.Straight{})`
	_, err := loaded.Scores(data)
	modeltest.Refused(t, err, want)
	_, err = loaded.Attribute(data)
	modeltest.Refused(t, err, want)
	_, err = loaded.Evaluate(data, d)
	modeltest.Refused(t, err, want)
	loaded.Config.Attribution.Path = cfg.Attribution.Path
	same(t, trained, loaded, data)
	loaded.Config.Attribution.Path = attribution.Straight{}
	if _, err := loaded.Scores(data); err != nil {
		t.Error(err)
	}

	cfg.Checkpoints = Checkpoints{Dir: t.TempDir(), Resume: true}
	mustTrain(t, cfg, data, d)
	mustTrain(t, cfg, data, d)
	cfg.Attribution.Path = halfway()
	wantError(t, cfg, data, d, `it differs in the path of the attribution, "bent" and now "attribution.PiecewiseLinear"`)
	cfg.Attribution.Path = nil
	wantError(t, cfg, data, d, `it differs in the path of the attribution, "bent" and now ""`)
}
