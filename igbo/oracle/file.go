package oracle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// FormatVersion is the version of the file format that Save writes and Load reads.
const FormatVersion = 1

// FormatError reports a file whose format version is not supported.
type FormatError struct{ Version int }

// Error names the file's version and the supported version.
func (e *FormatError) Error() string {
	return fmt.Sprintf("the oracle has format %d, but this version of igbolab reads format %d", e.Version, FormatVersion)
}

// headOf returns the first line of a file.
func headOf(version int) string { return fmt.Sprintf("%s%d\n", head, version) }

const head = "igbo oracle "

// versionOf returns the format version of a file, or 0 if there is none.
func versionOf(content []byte) int {
	rest, _ := bytes.CutPrefix(content, []byte(head))
	digits, _, _ := bytes.Cut(rest[:min(len(rest), 10)], []byte("\n"))
	version, err := strconv.Atoi(string(digits))
	if err != nil {
		return 0
	}
	return version
}

// assessorName is the name of the tensor that holds the encoded assessor.
const assessorName = "assessor"

// A description holds everything in a file except the tensors.
type description struct {
	Config   Config    `json:"config"`
	Features []string  `json:"features"`
	Steps    int       `json:"steps"`
	Shift    []float64 `json:"shift"`
	Scale    []float64 `json:"scale"`
	Data     string    `json:"data"`
}

// Save writes the oracle to a file atomically. The same oracle always gives the same bytes:
//
//	igbo oracle 1 | settings, features, T, units, digest of the data | weights, assessor | SHA-256
func (o *Oracle) Save(file string) error {
	content, err := o.MarshalBinary()
	if err != nil {
		return err
	}
	if err := durable.WriteFile(file, content, 0o666); err != nil {
		return fmt.Errorf("oracle: saving: %w", err)
	}
	return nil
}

// MarshalBinary returns the bytes that Save writes.
func (o *Oracle) MarshalBinary() ([]byte, error) {
	if err := o.ready(); err != nil {
		return nil, err
	}
	frozen, err := o.Assessor.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("oracle: saving: %w", err)
	}
	values := []safetensors.Named{{Name: assessorName, Value: tensors.FromFlatDataAndDimensions(frozen, len(frozen))}}
	for i, dims := range o.generator().shapes() {
		values = append(values, safetensors.Named{Name: names[i], Value: wide.Tensor(o.Config.dtype(), o.weights[i], dims...)})
	}
	content, err := safetensors.Seal(headOf(FormatVersion), description{o.Config, o.Features, o.Steps, o.Shift, o.Scale, o.Data}, values)
	if err != nil {
		return nil, fmt.Errorf("oracle: saving: %w", err)
	}
	return content, nil
}

// identify computes the digest that the names of paths contain.
func (o *Oracle) identify() error {
	content, err := o.MarshalBinary()
	if err != nil {
		return err
	}
	o.digest = hex.EncodeToString(content[len(content)-sha256.Size:][:6])
	return nil
}

// Load reads an oracle that Save wrote. It returns the errors of [Decode], with the name of the file.
func Load(backend compute.Backend, file string) (*Oracle, error) {
	if backend == nil {
		return nil, errNoBackend
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("oracle: loading: %w", err)
	}
	o, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("oracle: loading %s: %w", file, err)
	}
	o.backend = backend
	return o, o.identify()
}

var errNoBackend = errors.New("oracle: loading: the backend must not be nil")

// Decode decodes the result of MarshalBinary. It checks the digest, and that settings, sizes, numbers and
// assessor are consistent. If the format version is not supported, it returns a [*FormatError].
func Decode(backend compute.Backend, content []byte) (*Oracle, error) {
	if backend == nil {
		return nil, errNoBackend
	}
	o, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	o.backend = backend
	return o, o.identify()
}

// decode decodes an oracle without a backend.
func decode(content []byte) (*Oracle, error) {
	if v := versionOf(content); v > FormatVersion {
		return nil, &FormatError{v}
	}
	text, values, err := safetensors.Unseal(headOf(FormatVersion), content)
	if err != nil {
		return nil, err
	}
	var d description
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&d); err != nil {
		return nil, fmt.Errorf("the description: %w", err)
	}
	o := &Oracle{Config: d.Config, Features: d.Features, Steps: d.Steps, Shift: d.Shift, Scale: d.Scale, Data: d.Data}
	if err := o.validate(); err != nil {
		return nil, err
	}
	return o, o.fill(values)
}

// validate checks the fields of a description.
func (o *Oracle) validate() error {
	d := len(o.Features)
	if d == 0 {
		return errors.New("the list of features is empty, want at least 1")
	}
	if err := limit.Check([]limit.Int{{Name: "Steps", Value: o.Steps, Min: 1, Max: maxSteps / d}}); err != nil {
		return err
	}
	for i, name := range o.Features {
		if name == "" || slices.Index(o.Features, name) < i {
			return fmt.Errorf("feature %d has the name %q (names must be different and not empty)", i, name)
		}
	}
	if len(o.Shift) != d || len(o.Scale) != d {
		return fmt.Errorf("the setting Shift has %d numbers and Scale has %d, want %d in each (one per feature)", len(o.Shift), len(o.Scale), d)
	}
	for k := range d {
		if notFinite(o.Shift[k]) || !(o.Scale[k] > 0) || notFinite(o.Scale[k]) {
			return fmt.Errorf("feature %s has the shift %g and the scale %g, want finite numbers and a positive scale", o.Features[k], o.Shift[k], o.Scale[k])
		}
	}
	c := o.Config
	c.EarlyStopping = EarlyStopping{}
	return c.check(o.size())
}

// fill sets the weights and the assessor.
func (o *Oracle) fill(values []safetensors.Named) error {
	if len(values) != len(names)+1 || values[0].Name != assessorName {
		return fmt.Errorf("the file has %d tensors; it must have one for the assessor first, and then the weights %v (the file is damaged)", len(values), names)
	}
	frozen, err := tensors.CopyFlatData[uint8](values[0].Value)
	if err != nil {
		return fmt.Errorf("the assessor: %w", err)
	}
	if o.Assessor, err = assessor.Decode(frozen); err != nil {
		return err
	}
	if err := checkAssessor(o.Assessor, o.Steps, len(o.Features)); err != nil {
		return err
	}
	weights := make([][]float64, len(names))
	for i, dims := range o.generator().shapes() {
		v := values[i+1]
		if s := v.Value.Shape(); v.Name != names[i] || s.DType != o.Config.dtype() || !slices.Equal(s.Dimensions, dims) {
			return fmt.Errorf("tensor %s is %s, want %s %s %v", v.Name, s, names[i], o.Config.dtype(), dims)
		}
		if weights[i], err = wide.Floats(v.Value); err != nil {
			return err
		}
		if at := slices.IndexFunc(weights[i], notFinite); at >= 0 {
			return fmt.Errorf("the weight %s is %g at index %d, want finite numbers", names[i], weights[i][at], at)
		}
	}
	o.weights = weights
	return nil
}
