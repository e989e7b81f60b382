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

// digestNew adds weights and further targets, which data with one target and no weights do not have.
func digestNew(h io.Writer, data samples.Data) error {
	if data.Targets() == 1 && data.Weights == nil {
		return nil
	}
	return errors.Join(binary.Write(h, binary.LittleEndian, int64(data.Targets())), binary.Write(h, binary.LittleEndian, data.Weights))
}

// digest returns the digest of a source without its batches; a Stream digests those.
func (s Source) digest(m *trained.Model) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{"dataset", s.Dataset.Name(), s.Features, s.Steps, s.Outputs, s.StepsPerEpoch, m.DAG})
	return hex.EncodeToString(h.Sum(nil)), err
}
