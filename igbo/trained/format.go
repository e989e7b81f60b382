package trained

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/settings"
)

// FormatVersion is the version of the file format that Save writes and Load reads.
const FormatVersion = 1

// The files of a saved model, except the manifest. Saved models have the first two, and checkpoints have all
// four.
const (
	DescriptionFile = "model.json"
	WeightsFile     = "weights.safetensors"
	VariablesFile   = "training.safetensors"
	StateFile       = "training.gob"
)

var savedFiles = []string{DescriptionFile, WeightsFile, VariablesFile, StateFile, durable.Manifest}

// Description holds the settings and names of a saved model, without its weights.
type Description struct {
	FormatVersion int                   `json:"format_version"`
	Config        settings.Config       `json:"config"`
	Features      []string              `json:"features"`
	Steps         int                   `json:"steps"`
	Normalization samples.Normalization `json:"normalization"`
	DAG           *dag.DAG              `json:"dag,omitempty"`
	// Path is the name of the attribution path, or empty for the straight path.
	Path string `json:"attribution_path,omitempty"`
}

// FormatError reports a saved model whose format version is not supported.
type FormatError struct {
	// Version is the format_version of the model.
	Version int
}

// Error names the version of the file and the supported version.
func (e *FormatError) Error() string {
	if e.Version > FormatVersion {
		return fmt.Sprintf("format_version is %d, but this igbolab reads %d: a newer igbolab wrote it (load it with that version)", e.Version, FormatVersion)
	}
	return fmt.Sprintf("format_version %d is unsupported (want %d)", e.Version, FormatVersion)
}

// ReadDescription decodes model.json from the files of a saved model. It checks the format version first,
// because the contents of a newer version are unknown.
func ReadDescription(contents map[string][]byte) (Description, error) {
	var version struct {
		FormatVersion int `json:"format_version"`
	}
	text, found := contents[DescriptionFile]
	if !found {
		return Description{}, fmt.Errorf("%s not found (want a saved model)", DescriptionFile)
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return Description{}, fmt.Errorf("%s: %w", DescriptionFile, err)
	}
	if version.FormatVersion != FormatVersion {
		return Description{}, &FormatError{version.FormatVersion}
	}
	var d Description
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&d); err != nil {
		return Description{}, fmt.Errorf("%s: %w", DescriptionFile, err)
	}
	return d, nil
}
