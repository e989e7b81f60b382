package parts

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/internal/spool"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// Source is what parts take their samples from.
type Source interface {
	// take returns the samples of these numbers, nil for all, and which stay together on inner folds, what is large in a space.
	take(space *spool.Space, rows []int) (d samples.Data, clusters []int, err error)
	// units identifies, for each of the samples that take returns, what is drawn as one: its cluster, else its row.
	units(rows []int) ([]float64, error)
	// space is where a part's samples may lie, to be closed: nil is the heap.
	space() *spool.Space
	// digest is that of all that take depends on.
	digest() (string, error)
}

// held is data in memory.
type held struct {
	data     samples.Data
	clusters []int
	id       string
}

// InMemory is a source of data in memory, with one target, and the clusters of samples that stay together, nil for none.
// Errors: those of the data, several targets, clusters of other samples.
func InMemory(d samples.Data, clusters []int) (Source, error) {
	if err := oneTarget(d); err != nil {
		return nil, err
	}
	if clusters != nil && len(clusters) != d.Samples() {
		return nil, fmt.Errorf("verdict: the clusters of %d samples, the data have %d", len(clusters), d.Samples())
	}
	h := sha256.New()
	for _, values := range [][]float64{d.X, d.Y, d.Weights} {
		if err := hashFloats(h.Write, values); err != nil {
			return nil, err
		}
	}
	err := json.NewEncoder(h).Encode([]any{d.Features, d.Steps, d.Outputs, d.Weights != nil, d.Mask, clusters})
	return held{d, clusters, hex.EncodeToString(h.Sum(nil))}, err
}

// hashFloats writes their bits, and before them how many they are.
func hashFloats(write func([]byte) (int, error), values []float64) error {
	buffer := binary.LittleEndian.AppendUint64(nil, uint64(len(values)))
	for i, v := range values {
		if buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v)); len(buffer) < 1<<16 && i < len(values)-1 {
			continue
		}
		if _, err := write(buffer); err != nil {
			return err
		}
		buffer = buffer[:0]
	}
	if len(buffer) > 0 { // of no values
		_, err := write(buffer)
		return err
	}
	return nil
}

func (h held) space() *spool.Space { return nil }

func (h held) take(space *spool.Space, rows []int) (samples.Data, []int, error) {
	if rows == nil {
		return h.data, h.clusters, nil
	}
	d, err := Subset(space, h.data, rows)
	return d, fold.Take(h.clusters, 1, rows), err
}

func (h held) units(rows []int) (list []float64, err error) {
	for _, i := range rows {
		if h.clusters != nil {
			i = h.clusters[i]
		}
		list = append(list, float64(i))
	}
	return list, nil
}

func (h held) digest() (string, error) { return h.id, nil }

// OfTable is a source of the rows of a table, as an encoding has them; rows of one value of the column group stay together, "" for none.
// The digest is that of the table's cells, by [Digest].
func OfTable(t *table.Table, e *encode.Encoding, group, digest string) Source {
	return encoded{t, e, group, digest}
}

// encoded is the rows of a table.
type encoded struct {
	table    *table.Table
	encoding *encode.Encoding
	group    string
	id       string // of the table
}

func (e encoded) space() *spool.Space { return e.table.Space().Like() }

func (e encoded) take(space *spool.Space, rows []int) (d samples.Data, clusters []int, err error) {
	encodeRows := e.encoding.Encode
	if e.group == "" {
		encodeRows = func(t *table.Table, rows []int) (*encode.Samples, error) { return e.encoding.EncodeIn(space, t, rows) }
	}
	s, err := encodeRows(e.table, rows)
	if err != nil {
		return d, nil, err
	}
	if c := e.table.Column(e.group); e.group != "" && c != nil {
		at := map[float64]int{}
		for _, rows := range s.Rows {
			v := c.Values[rows[0]]
			if _, known := at[v]; !known {
				at[v] = len(at)
			}
			clusters = append(clusters, at[v])
		}
	}
	d, err = dataOf(s)
	return d, clusters, err
}

func (e encoded) units(rows []int) (list []float64, err error) {
	s, err := e.encoding.Encode(e.table, rows)
	if err != nil {
		return nil, err
	}
	group := e.table.Column(e.group)
	for _, of := range s.Rows {
		unit := float64(of[0])
		if e.group != "" && group != nil {
			unit = group.Values[of[0]]
		}
		list = append(list, unit)
	}
	return list, nil
}

func (e encoded) digest() (string, error) {
	text, err := json.Marshal(e.encoding)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, part := range []string{e.id, string(text), e.group} {
		_ = json.NewEncoder(h).Encode(part) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Digest is that of a table's cells.
func Digest(t *table.Table) (string, error) {
	if t == nil {
		return "", errors.New("verdict: no table, expected one")
	}
	h := sha256.New()
	for _, c := range t.Columns {
		if err := json.NewEncoder(h).Encode([]any{c.Name, c.Kind, c.Categories}); err != nil {
			return "", err
		}
		if err := hashFloats(h.Write, c.Values); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// dataOf is samples with a target as data to train on or to test with.
func dataOf(s *encode.Samples) (samples.Data, error) {
	if s == nil || s.Y == nil {
		return samples.Data{}, fmt.Errorf("verdict: samples without a target")
	}
	d := samples.Data{Features: s.Features, Steps: s.Steps, X: s.X, Y: s.Y, Weights: s.Weights, Mask: s.Mask}
	return d, oneTarget(d)
}

// oneTarget asks for one target.
func oneTarget(d samples.Data) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if k := max(d.Outputs, 1); k != 1 {
		return fmt.Errorf("verdict: data with %d targets, expected one: each has its own unit and its own order of importance; judge them one at a time, each as the only target", k)
	}
	return nil
}
