package igbo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
)

// FormatError says that a saved model has a format which this version does not read.
type FormatError struct{ Version int }

func (e *FormatError) Error() string {
	if e.Version > FormatVersion {
		return fmt.Sprintf("format_version %d, this igbolab reads %d: a newer igbolab wrote it; load it with that one", e.Version, FormatVersion)
	}
	return fmt.Sprintf("format_version %d, expected %d", e.Version, FormatVersion)
}

// Load reads a model that Save wrote, or a checkpoint, ready to predict and to
// attribute on the given backend.
//
// It believes no file: each must have the SHA-256 that the manifest names, and
// none may be missing or added; every number must make sense; and the
// variables must be those of the architecture, with their shapes and dtypes,
// and finite. Errors: a *durable.DamageError for changed files,
// durable.ErrNoManifest for a folder without a manifest (such as a model saved
// before formats had numbers, which must be trained and saved again), a
// *FormatError for a newer format.
//
// A model that is a function of the user's is loaded by LoadFunction.
func Load(backend compute.Backend, dir string) (*Model, error) {
	return LoadFunction(backend, dir, nil)
}

// LoadFunction is Load for a model that is a function of the user's, which is not
// saved: f must be the function that was trained. Errors besides: variables
// other than the function's by name, shape or dtype, another number of outputs,
// a function for a model that is none. A custom loss is not saved either; Evaluate
// needs it in the model's Config.Loss.Function.
func LoadFunction(backend compute.Backend, dir string, f attribution.MaskedModel) (*Model, error) {
	contents, err := durable.ReadFolder(dir)
	if errors.Is(err, fs.ErrNotExist) {
		durable.Recover(dir) // of a save that was killed
		contents, err = durable.ReadFolder(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("igbo: loading: %w", err)
	}
	m, err := decode(backend, contents, f)
	if err != nil {
		return nil, fmt.Errorf("igbo: loading %s: %w", dir, named.Once("igbo", err))
	}
	return m, nil
}

// decode makes a model of the files of a folder.
func decode(backend compute.Backend, contents map[string][]byte, f attribution.MaskedModel) (*Model, error) {
	d, err := decodeDescription(contents)
	if err != nil {
		return nil, err
	}
	m := &Model{Config: d.Config, Features: d.Features, Steps: d.Steps, Normalization: d.Normalization, DAG: d.DAG, path: d.Path}
	m.Config.Function = f
	if err := m.validate(); err != nil {
		return nil, err
	}
	if err := m.open(backend); err != nil {
		return nil, err
	}
	if n := len(m.Normalization.TargetScales); n > 0 && n != m.outputs {
		return nil, fmt.Errorf("the normalisation is of %d targets, the model has %d outputs", n, m.outputs)
	}
	weights, err := safetensors.Read(contents[weightsFile])
	if err != nil {
		return nil, err
	}
	if err := m.checkWeights(weights); err != nil {
		return nil, err
	}
	return m, create(m.store, weights)
}

// decodeDescription reads model.json. The format comes first: what a newer one
// says cannot be judged.
func decodeDescription(contents map[string][]byte) (description, error) {
	var version struct {
		FormatVersion int `json:"format_version"`
	}
	text, found := contents[descriptionFile]
	if !found {
		return description{}, fmt.Errorf("no %s, expected a saved model", descriptionFile)
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return description{}, fmt.Errorf("%s: %w", descriptionFile, err)
	}
	if version.FormatVersion != FormatVersion {
		return description{}, &FormatError{version.FormatVersion}
	}
	var d description
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&d); err != nil {
		return description{}, fmt.Errorf("%s: %w", descriptionFile, err)
	}
	return d, nil
}

// validate checks what a description says.
func (m *Model) validate() error {
	cfg := m.Config
	cfg.EarlyStopping.Patience = min(cfg.EarlyStopping.Patience, 0) // its data is not saved
	if err := cfg.Validate(len(m.Features)); err != nil {
		return err
	}
	switch {
	case len(m.Features) == 0:
		return errors.New("no features, expected at least 1")
	case m.Steps < 1:
		return fmt.Errorf("%d steps T, expected at least 1", m.Steps)
	case cfg.BurnIn >= m.Steps:
		return fmt.Errorf("a burn-in of %d of T = %d steps, expected fewer", cfg.BurnIn, m.Steps)
	case cfg.Standardize != (m.Normalization.Scale != nil):
		return fmt.Errorf("standardize is %t with %d scales, expected scales where it is true and none where it is not", cfg.Standardize, len(m.Normalization.Scale))
	}
	if err := validateNames(m.Features); err != nil {
		return err
	}
	if err := m.Normalization.validate(len(m.Features)); err != nil {
		return err
	}
	if n := m.Normalization; !cfg.Loss.ScalesTarget() && n.Scale != nil && (n.TargetScales != nil || n.TargetShift != 0 || n.TargetScale != 1) {
		return fmt.Errorf("the normalisation scales the target of the %s loss, expected shift 0 and scale 1", cfg.Loss)
	}
	return m.checkDAG(m.DAG)
}

// validate checks a normalisation of d features.
func (n Normalization) validate(d int) error {
	if n.Scale == nil {
		if n.Shift != nil || n.TargetShift != 0 || n.TargetScale != 0 || n.TargetShifts != nil || n.TargetScales != nil {
			return errors.New("the normalisation has a shift and no scale, expected both or none")
		}
		return nil
	}
	if len(n.Shift) != d || len(n.Scale) != d {
		return fmt.Errorf("the normalisation has %d shifts and %d scales, expected %d of each", len(n.Shift), len(n.Scale), d)
	}
	for k := range d {
		if err := validScale(fmt.Sprintf("feature %d", k), n.Shift[k], n.Scale[k]); err != nil {
			return err
		}
	}
	if n.TargetScales == nil && n.TargetShifts == nil {
		return validScale("the target", n.TargetShift, n.TargetScale)
	}
	if len(n.TargetShifts) != len(n.TargetScales) || len(n.TargetScales) < 2 || n.TargetShift != 0 || n.TargetScale != 0 {
		return fmt.Errorf("the normalisation has %d shifts and %d scales of targets, expected as many, and no others", len(n.TargetShifts), len(n.TargetScales))
	}
	for j := range n.TargetScales {
		if err := validScale(fmt.Sprintf("target %d", j), n.TargetShifts[j], n.TargetScales[j]); err != nil {
			return err
		}
	}
	return nil
}

func validScale(of string, shift, scale float64) error {
	if math.IsNaN(shift) || math.IsInf(shift, 0) || !(scale > 0) || math.IsInf(scale, 0) {
		return fmt.Errorf("the normalisation of %s has shift %g and scale %g, expected finite numbers and a positive scale", of, shift, scale)
	}
	return nil
}
