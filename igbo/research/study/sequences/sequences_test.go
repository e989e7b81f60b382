package sequences

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// TestTIGRecoversTheTruth checks that on the synthetic task the attributions after a short training are near the true
// contributions and far above the random baseline. The true contributions themselves must have precision 1.
func TestTIGRecoversTheTruth(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Models, cfg.Seeds, cfg.Epochs, cfg.Attributed = cfg.Models[:1], 1, 14, 8
	s := studytest.Found[*Result](t, backendtest.Open(t), cfg)
	row := s.Models[0]
	tig, random := row.Methods[0], row.Methods[2]
	if aup, r := s.Truth.AUP.Mean, s.Truth.Correlation.Mean; !(math.Abs(aup-1) <= 1e-12 && math.Abs(r-1) <= 1e-12) {
		t.Errorf("the truth has an AUP of %g and a correlation of %g with itself, want 1", aup, r)
	}
	if row.Unexplained.Mean > 0.2 || tig.Correlation.Mean < 0.9 || tig.AUPRC.Mean < random.AUPRC.Mean+0.2 || math.Abs(random.Correlation.Mean) > 0.2 {
		t.Errorf("unexplained %.3f, TIG %+v, random %+v", row.Unexplained.Mean, tig, random)
	}
	if steps, d := row.Maps[0].Matrix().Dims(); steps != 24 || d != 6 || s.TruthMap.Name != "truth" {
		t.Errorf("map of %d×%d, want 24×6", steps, d)
	}
	total := mat.Sum(s.TruthMap.Matrix())
	if found := mat.Sum(row.Maps[0].Matrix()); math.Abs(found-total) > 0.5*math.Abs(total)+3 {
		t.Errorf("TIG adds up to %.2f, the truth to %.2f: not in the target's units?", found, total)
	}
}

// quick returns the study with little training on short series.
func quick() Config {
	cfg := DefaultConfig()
	cfg.Seeds, cfg.Epochs, cfg.Attributed, cfg.Task.Samples = 2, 1, 4, 64
	cfg.Task.Steps, cfg.Task.From, cfg.Task.To, cfg.Output = 8, []int{0, 0, 5, 2, 0, 0}, []int{8, 2, 8, 5, 0, 0}, 7
	return cfg
}

// TestAnswer checks that a result can be cached, gathered, decoded, tabulated and drawn. Another level of the intervals or one
// model less must need no training.
func TestAnswer(t *testing.T) {
	fewer := quick()
	fewer.Level, fewer.Models = 0.5, fewer.Models[1:]
	first, second, _, all := studytest.Grown[*Result](t, backendtest.Open(t), quick(), fewer)
	if all != 0 {
		t.Error("a cell is done again")
	}
	wide, narrow := first.Models[1].Unexplained, second.Models[0].Unexplained
	if !reflect.DeepEqual(wide.Values, narrow.Values) || !(narrow.High < wide.High) {
		t.Errorf("unexplained %+v at a level of 0.95, %+v at 0.5", wide, narrow)
	}
	for _, i := range []int{-1, 3} {
		if _, err := first.MapsFigure(i); err == nil || !strings.Contains(err.Error(), "must be from 0 to 2") {
			t.Errorf("maps of model %d: %v", i, err)
		}
	}
}

// TestEverySetting checks that every setting has an effect, and that more seeds or models do not change existing cells.
func TestEverySetting(t *testing.T) {
	few, cfg := studytest.Digests(t, DefaultConfig()), DefaultConfig()
	cfg.Seeds++
	cfg.Models = append(cfg.Models, models.LinearSpec())
	more := studytest.Digests(t, cfg)
	for i, id := range few {
		if !slices.Contains(more, id) {
			t.Errorf("cell %d is another one where there are more seeds and models", i)
		}
	}
	if len(more) != 16 {
		t.Errorf("%d cells, want 16", len(more))
	}
}

// TestModelsOfOneKind checks that two sizes of one kind are two models, and that the same size given twice is trained once.
func TestModelsOfOneKind(t *testing.T) {
	cfg := quick()
	small := models.GRUConfig{Hidden: 2}
	cfg.Models = []models.Spec{cfg.Models[0], {Kind: models.KindGRU, GRU: &small}, cfg.Models[0], cfg.Models[2]}
	if n := len(studytest.Digests(t, cfg)); n != 6 {
		t.Errorf("%d cells, want 6", n)
	}
	s := studytest.Found[*Result](t, backendtest.Open(t), cfg)
	if !reflect.DeepEqual(s.Models[0], s.Models[2]) || reflect.DeepEqual(s.Models[0], s.Models[1]) {
		t.Error("the same model twice differs, or two models do not")
	}
	if got := s.Tables()[1].Rows; got[0][0] != "gru-1" || got[1][0] != "gru-2" || got[2][0] != "gru-3" || got[3][0] != "conv" {
		t.Errorf("models %v", got)
	}
}
