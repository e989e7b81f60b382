package training

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/trained"
)

// digestOf returns the digest of training data or held-out data.
func digestOf(data samples.Data, m *trained.Model) (string, error) {
	h := sha256.New()
	err := errors.Join(
		json.NewEncoder(h).Encode(data.Features), binary.Write(h, binary.LittleEndian, int64(data.Steps)),
		binary.Write(h, binary.LittleEndian, data.X), binary.Write(h, binary.LittleEndian, data.Y),
		binary.Write(h, binary.LittleEndian, data.Mask), digestNew(h, data),
		json.NewEncoder(h).Encode(m.DAG), json.NewEncoder(h).Encode(m.Normalization))
	return hex.EncodeToString(h.Sum(nil)), err
}

// digestNew adds the number of targets and the weights to the digest, unless there is one target and no weights.
func digestNew(h io.Writer, data samples.Data) error {
	if data.Targets() == 1 && data.Weights == nil {
		return nil
	}
	return errors.Join(binary.Write(h, binary.LittleEndian, int64(data.Targets())), binary.Write(h, binary.LittleEndian, data.Weights))
}

// digest returns a digest of the source's description. source.Stream computes the digest of the batches.
func (s Source) digest(m *trained.Model) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{"dataset", s.Dataset.Name(), s.Features, s.Steps, s.Outputs, s.StepsPerEpoch, m.DAG})
	return hex.EncodeToString(h.Sum(nil)), err
}
